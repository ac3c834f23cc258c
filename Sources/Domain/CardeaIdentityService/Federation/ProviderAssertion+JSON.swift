import CardeaEncodings
import CardeaIdentityDomain

/// The form in which a verified sign-in is kept, encrypted, until the user has decided.
extension ProviderAssertion {
    var members: JSONObject {
        var members: JSONObject = [
            "trusted": .boolean(isEmailTrusted), "profile": .object(profile.members),
            "tokens": .object(tokens.members),
        ]
        members.set("email", email)
        members.set("raw", rawUserInfo)
        members.set("attributes", signInAttributes)
        members["assertedAt"] = assertedAt.map { .integer($0.milliseconds) }
        members.set("client", client?.id)
        members.set("issuer", client?.issuer)
        return members
    }

    init(_ identity: ProviderSubject, _ members: JSONObject) {
        self.init(
            identity,
            email: members["email"]?.string,
            isEmailTrusted: members["trusted"]?.boolean ?? false,
            profile: ProviderProfile(members["profile"]?.object ?? [:]),
            rawUserInfo: members["raw"]?.string,
            tokens: ProviderTokens(members["tokens"]?.object ?? [:]),
            signInAttributes: members["attributes"]?.string
        )
        assertedAt = members["assertedAt"]?.integer.map(Timestamp.init(milliseconds:))
        client = members["client"]?.string.map { VerifiedClient(id: $0, issuer: members["issuer"]?.string) }
    }
}

extension ProviderTokens {
    var members: JSONObject {
        var members = JSONObject()
        members.set("accessToken", accessToken)
        members.set("refreshToken", refreshToken)
        members.set("idToken", idToken)
        members.set("secret", secret)
        members.set("clientID", clientID)
        members["lifetime"] = lifetime.map { .integer($0.milliseconds) }
        members["issuedAt"] = issuedAt.map { .integer($0.milliseconds) }
        return members
    }

    init(_ members: JSONObject) {
        self.init(
            accessToken: members["accessToken"]?.string,
            refreshToken: members["refreshToken"]?.string,
            idToken: members["idToken"]?.string,
            secret: members["secret"]?.string,
            lifetime: members["lifetime"]?.integer.map(TimeSpan.init(milliseconds:)),
            clientID: members["clientID"]?.string
        )
        issuedAt = members["issuedAt"]?.integer.map(Timestamp.init(milliseconds:))
    }
}

extension ProviderProfile {
    private static let fields: [(name: String, path: any WritableKeyPath<Self, String?> & Sendable)] = [
        ("displayName", \.displayName), ("firstName", \.firstName), ("lastName", \.lastName),
        ("nickName", \.nickName), ("screenName", \.screenName), ("photoURL", \.photoURL),
        ("language", \.language), ("timeZone", \.timeZone), ("dateOfBirth", \.dateOfBirth),
    ]

    fileprivate var members: JSONObject {
        Self.fields.reduce(into: JSONObject()) { $0.set($1.name, self[keyPath: $1.path]) }
    }

    fileprivate init(_ members: JSONObject) {
        self.init()
        for field in Self.fields { self[keyPath: field.path] = members[field.name]?.string }
    }
}

extension JSONObject {
    fileprivate mutating func set(_ name: String, _ value: String?) { self[name] = value.map { .string($0) } }
}
