import CardeaAdminAPI
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaPasswordHashing
import CardeaSecrets

/// A user in the form of Firebase's command line, which its CSV and its JSON share, and of the lists of emulators.
///
/// Its types are exact, as those of `UserLine` are.
struct FirebaseUser: InputMessage {
    var localId: String?
    var tenantId: String?
    var email: String?
    var emailVerified: Bool?
    var emailLinkSignin: Bool?
    var passwordHash: Secret?
    var salt: String?
    var rawPassword: Secret?
    var passwordUpdatedAt: DecimalNumber?
    var displayName: String?
    var photoUrl: String?
    var phoneNumber: String?
    var userName: String?
    var customAttributes: String?
    var customAuth: Bool?
    var disabled: Bool?
    var createdAt: DecimalNumber?
    /// The name in files; lists of a server say `lastLoginAt`.
    var lastSignedInAt: DecimalNumber?
    var lastLoginAt: DecimalNumber?
    var validSince: DecimalNumber?
    var providerUserInfo: [FirebaseProvider]?
    var mfaInfo: [UnreadObject]?
    var screenName: String?
    var language: String?
    var timeZone: String?
    var dateOfBirth: String?

    /// The providers that the form knows, in the order of its columns.
    static let providerIDs = ["google.com", "facebook.com", "twitter.com", "github.com"]

    // The server checks the lengths: its errors say more.
    static let inputFields = InputTable<Self> {
        InputField(\.localId, .name(longestLine), "User ID.")
        InputField(\.tenantId, .name(longestLine), "Tenant of the user.")
        InputField(\.email, .name(longestLine), "E-mail address.")
        InputField(\.emailVerified, "Whether the address is verified.")
        InputField(\.emailLinkSignin, "Whether the user has signed in by a link.")
        InputField(\.passwordHash, .name(longestLine), "Hash of the password, in Base64.")
        InputField(\.salt, .name(longestLine), "Salt of the hash, in Base64.")
        InputField(\.rawPassword, .name(longestLine), "Password in plain text, if there is no hash.")
        InputField(\.passwordUpdatedAt, milliseconds, "Milliseconds since 1970.")
        InputField(\.displayName, .name(longestLine), "Name.")
        InputField(\.photoUrl, .name(longestLine), "URL of a picture.")
        InputField(\.phoneNumber, .name(longestLine), "Phone number in E.164 form.")
        InputField(\.userName, .name(longestLine), "User name.")
        InputField(\.customAttributes, .name(longestLine), "Custom claims, as the JSON text of one object.")
        InputField(\.customAuth, "Whether the user has signed in by a custom token.")
        InputField(\.disabled, "Whether the user is disabled.")
        InputField(\.createdAt, milliseconds, "Milliseconds since 1970.")
        InputField(\.lastSignedInAt, milliseconds, "Milliseconds since 1970.")
        InputField(\.lastLoginAt, milliseconds, "Milliseconds since 1970.")
        InputField(\.validSince, 0...Timestamp.last.milliseconds / 1000, "Seconds since 1970.")
        InputField(\.providerUserInfo, .count(64, each: NoLimit()), "Accounts at identity providers.")
        InputField(\.mfaInfo, .count(64, each: NoLimit()), "Second factors.")
        InputField(\.screenName, .name(longestLine), "Name at Twitter.")
        InputField(\.language, .name(longestLine), "Language.")
        InputField(\.timeZone, .name(longestLine), "Time zone.")
        InputField(\.dateOfBirth, .name(longestLine), "Date of birth.")
        // They follow from other fields, or say nothing about the user.
        InputField(ignored: "kind")
        InputField(ignored: "version")
        InputField(ignored: "initialEmail")
        InputField(ignored: "lastRefreshAt")
    }

    private static let milliseconds = 0...Timestamp.last.milliseconds

    /// The fields that the user has, and for which Cardea has no place.
    var fieldsWithoutPlace: [String] {
        [
            ("screenName", screenName ?? providerUserInfo?.lazy.compactMap(\.screenName).first),
            ("language", language), ("timeZone", timeZone), ("dateOfBirth", dateOfBirth),
            ("providerUserInfo.phoneNumber", federated.lazy.compactMap(\.phoneNumber).first),
        ]
        .compactMap { name, value in value == nil ? nil : name }
    }

    /// The entries of identity providers; those of passwords and phone numbers repeat the user's own fields.
    private var federated: [FirebaseProvider] {
        (providerUserInfo ?? []).filter { $0.providerId != "password" && $0.providerId != "phone" }
    }

    /// Rejects an entry of a password or a phone number that says something else than the user's own fields.
    private func checkOwnProviders() throws(UserLineError) {
        for provider in providerUserInfo ?? [] {
            if provider.providerId == "phone", let number = provider.phoneNumber ?? provider.rawId,
                !number.isEmpty, !number.utf8.elementsEqual((phoneNumber ?? "").utf8)
            {
                throw UserLineError(
                    "an entry of 'providerUserInfo' has another phone number than the user: correct 'phoneNumber', or the entry"
                )
            }
            // Lists of a server have the address as the ID, too.
            let address = provider.email ?? provider.rawId.flatMap { $0.contains("@") ? $0 : nil }
            if provider.providerId == "password", let text = address, !text.isEmpty,
                !text.lowercased().utf8.elementsEqual((email ?? "").lowercased().utf8)
            {
                throw UserLineError(
                    "an entry of 'providerUserInfo' has another e-mail address than the user: correct 'email', or the entry"
                )
            }
        }
    }

    /// The user in Cardea's own form.
    ///
    /// - Parameter format: How the passwords are hashed; `nil` if no function is named.
    /// - Returns: The user; its password may be invalid.
    /// - Throws: `UserLineError` with the fault of the user.
    func record(_ format: HashFormat?) throws(UserLineError) -> UserRecord {
        guard mfaInfo?.isEmpty != false else { throw UserLineError("\(UserImportError.secondFactor)") }
        try checkOwnProviders()
        var record = UserRecord(id: localId ?? "")
        record.tenant = tenantId
        record.email = email
        record.isEmailVerified = emailVerified ?? false
        record.signsInByEmailLink = emailLinkSignin ?? false
        record.displayName = displayName
        record.photoURL = photoUrl
        record.phoneNumber = phoneNumber
        record.userName = userName
        record.isDisabled = disabled ?? false
        record.customClaims = customAttributes
        record.usesCustomTokens = customAuth ?? false
        record.createdAt = createdAt?.moment
        record.lastSignedInAt = (lastSignedInAt ?? lastLoginAt)?.moment
        record.validSince = validSince.map { Timestamp(milliseconds: $0.value * 1000) }
        record.passwordChangedAt = passwordUpdatedAt?.moment
        record.providers = federated.map(UserRecord.Provider.init)
        record.password =
            passwordHash.map {
                UserRecord.Password(hash: $0, salt: salt, format, acceptsFakeHashes: true)
            } ?? rawPassword.map(UserRecord.Password.plain)
        return record
    }
}

/// An account at an identity provider.
struct FirebaseProvider: InputMessage {
    var providerId: String?
    var rawId: String?
    var email: String?
    var displayName: String?
    var photoUrl: String?
    var phoneNumber: String?
    var screenName: String?

    static let inputFields = InputTable<Self> {
        InputField(\.providerId, .name(longestLine), "Provider, such as `google.com`.")
        InputField(\.rawId, .name(longestLine), "ID of the user at the provider.")
        InputField(\.email, .name(longestLine), "E-mail address at the provider.")
        InputField(\.displayName, .name(longestLine), "Name at the provider.")
        InputField(\.photoUrl, .name(longestLine), "URL of a picture.")
        InputField(\.phoneNumber, .name(longestLine), "Phone number, in the entry of that.")
        InputField(\.screenName, .name(longestLine), "Name at Twitter.")
        InputField(ignored: "federatedId")
    }
}

extension UserRecord.Provider {
    fileprivate init(_ provider: FirebaseProvider) {
        self.init(
            id: provider.providerId ?? "",
            subject: provider.rawId ?? "",
            email: provider.email,
            displayName: provider.displayName,
            photoURL: provider.photoUrl
        )
    }
}

/// A whole number, or one in a string (the JSON form of protocol buffers).
struct DecimalNumber: FieldValue {
    let value: Int64

    var moment: Timestamp { Timestamp(milliseconds: value) }

    static func form(_ limit: ClosedRange<Int64>) -> ValueForm { .integer(limit) }

    static func read(
        _ json: JSONValue,
        _ limit: ClosedRange<Int64>,
        _ rules: ReadingRules
    ) throws(FieldError) -> DecimalNumber? {
        // The default of protocol buffers: the field is not set.
        if json == .string("") || json == .string("0") || json == .integer(0) { return nil }
        let number = json.string.flatMap(Int64.init).map(JSONValue.integer) ?? json
        return try Int64.read(number, limit, rules).map(DecimalNumber.init)
    }
}

/// An object of which nothing is read.
struct UnreadObject: FieldValue {
    static func form(_ limit: NoLimit) -> ValueForm { .any }

    static func read(_ json: JSONValue, _: NoLimit, _: ReadingRules) throws(FieldError) -> UnreadObject? {
        guard json.object != nil else { throw FieldError(.wrongType("TYPE_MESSAGE")) }
        return UnreadObject()
    }
}
