import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService

/// A person as a provider describes it, read by the definition of the provider.
struct Person: Sendable {
    /// The largest size of the claims that go into the user's ID tokens, in bytes of JSON.
    private static let largestAttributes = 4096
    /// The claims of an ID token that are about the token.
    private static let protocolClaims: Set<ExactText> = [
        "iss", "sub", "aud", "exp", "iat", "nbf", "jti", "nonce", "azp", "at_hash", "c_hash", "s_hash",
        "auth_time", "acr", "amr", "sid", "typ", "nonce_supported",
    ]

    let provider: ActiveProvider
    /// The claims, or the profile.
    var json: JSONValue
    /// An address of a further request, which the provider has verified.
    var verifiedEmail: String?
    /// The JSON text that comes beside a first response.
    var firstResponse: String?
    /// Whether the access token that came with the ID token is proved to be of this person.
    ///
    /// The ID token proves it by `at_hash`, and the userinfo endpoint by the same `sub`.
    var hasAccessToken = false

    private var mapping: ProfileMapping { provider.definition.profile }

    private func text(_ paths: [String]) -> String? {
        for path in paths {
            if let text = JSONPath(path).text(in: json) { return text }
        }
        return nil
    }

    var email: String? { verifiedEmail ?? text(mapping.email) }

    /// The ID of the person; `nil` if it is missing or not valid.
    ///
    /// `sub` is a text (OpenID Connect Core §2): the number 1 and the text `1` must not be one person.
    private var identity: ProviderSubject? {
        for path in mapping.subject {
            guard let text = JSONPath(path).text(in: json) else { continue }
            if path == "sub", json["sub"]?.string == nil { return nil }
            return ProviderSubject(provider.id, text)
        }
        return nil
    }

    /// - Throws: `.invalidCredential` if the provider does not say who it is.
    func assertion(tokens: ProviderTokens) throws(ProviderError) -> ProviderAssertion {
        guard let identity else {
            throw .invalidCredential("The provider does not say who has signed in, or its ID is not valid.")
        }
        var assertion = ProviderAssertion(
            identity,
            email: email,
            isEmailTrusted: isEmailTrusted,
            profile: profile,
            rawUserInfo: rawUserInfo,
            tokens: tokens,
            signInAttributes: attributes
        )
        let configuration = provider.configuration
        assertion.client = VerifiedClient(id: configuration.clientID, issuer: configuration.issuer)
        return assertion
    }

    /// When the ID token was issued, if the claims are those of one.
    var issuedAt: Timestamp? {
        guard let time = json["iat"]?.integer.flatMap(Timestamp.init(checkingSeconds:)) else { return nil }
        let issuer = json["iss"]?.string.flatMap(ProviderTable.definition(ofIssuer:))
        for case .earlyIssueTime(let span) in issuer?.quirks ?? [] { return time + span }
        return time
    }

    private var isEmailTrusted: Bool { isVerified && isAuthority }

    /// The reason why the address is not trusted, with the remedy; `nil` if it is trusted, or missing.
    var reasonForDistrust: String? {
        guard let email, !isEmailTrusted else { return nil }
        guard isVerified else { return "the provider does not say that the person has proved it." }
        guard let domain = EmailAddress(email)?.domain else { return "it has not the form of an address." }
        guard !provider.configuration.emailDomains.contains(exact: domain) else {
            return
                "the token does not say that the organization owns \(domain). Set the issuer of the organization."
        }
        return """
            \(domain) is not a domain of the provider. If the provider runs it, add it: \
            'cardea provider set \(provider.id.rawValue) --email-domains \(domain)'.
            """
    }

    private var isVerified: Bool {
        guard email != nil else { return false }
        if verifiedEmail != nil { return true }
        switch mapping.verification {
        case .never: return false
        case .always: return true
        case .flags(let paths): return paths.allSatisfy { JSONPath($0).flag(in: json) }
        case .byAuthority(let path): return isAuthority || JSONPath(path).flagOrOne(in: json)
        }
    }

    private var isAuthority: Bool {
        guard let domain = email.flatMap(EmailAddress.init)?.domain else { return false }
        return provider.definition.authority.covers(
            String(domain),
            configured: provider.configuration.emailDomains,
            isPinned: provider.configuration.issuer != nil,
            flag: { JSONPath($0).flagOrOne(in: json) }
        ) { JSONPath($0).text(in: json) }
    }

    private var profile: ProviderProfile {
        var profile = ProviderProfile()
        for (field, paths) in mapping.fields {
            profile[keyPath: Self.property(of: field)] = text(paths)
        }
        guard provider.definition.quirks.contains(.nameInFirstResponse), let firstResponse,
            let name = JSONValue(parsing: firstResponse.utf8, nesting: 4)?["name"]
        else { return profile }
        profile.firstName = JSONPath("firstName").text(in: name) ?? profile.firstName
        profile.lastName = JSONPath("lastName").text(in: name) ?? profile.lastName
        let parts = [profile.firstName, profile.lastName].compactMap(\.self)
        if !parts.isEmpty { profile.displayName = parts.joined(separator: " ") }
        return profile
    }

    private static func property(
        of field: ProfileMapping.Field
    ) -> WritableKeyPath<ProviderProfile, String?> {
        switch field {
        case .displayName: \.displayName
        case .firstName: \.firstName
        case .lastName: \.lastName
        case .nickName: \.nickName
        case .screenName: \.screenName
        case .photoURL: \.photoURL
        case .language: \.language
        case .timeZone: \.timeZone
        case .dateOfBirth: \.dateOfBirth
        }
    }

    private var rawUserInfo: String {
        var text = JSONText(capacity: 1024)
        text.value(json)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// The claims of the person, for providers that a project defines; `nil` if they are missing or too large.
    private var attributes: String? {
        guard ProviderTable.isOpenID(provider.id), let claims = json.object else { return nil }
        var own = JSONObject()
        for (name, value) in claims where !Self.protocolClaims.contains(name.exact) {
            _ = own.insert(name, value)
        }
        var text = JSONText(capacity: 1024)
        text.object(own)
        guard !own.isEmpty, text.bytes.count <= Self.largestAttributes else { return nil }
        return String(decoding: text.bytes, as: UTF8.self)
    }
}
