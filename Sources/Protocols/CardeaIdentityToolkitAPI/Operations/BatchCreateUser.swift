import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaPasswordHashing
import CardeaSecrets

/// The limits are generous: one user that is wrong must not reject the others. The import checks each.
extension BatchCreateUser: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField(\.localId, .name(1024), "User ID.")
        InputField(\.email, .name(1024), "E-mail address.")
        InputField(\.emailVerified, "Whether the address is verified.")
        InputField(\.displayName, .name(8192), "Name.")
        InputField(\.photoUrl, .name(8192), "URL of a picture.")
        InputField(\.phoneNumber, .name(64), "Phone number in E.164 form.")
        InputField(\.userName, .name(1024), "User name.")
        InputField(\.passwordHash, .name(8192), "Hash of the password, in Base64.")
        InputField(\.salt, .name(1024), "Salt of the hash, in Base64.")
        InputField(\.rawPassword, .name(16384), "Password in plain text, if there is no hash.")
        InputField(\.customAttributes, .name(8192), "Custom claims, as the JSON text of one object.")
        InputField(\.disabled, "Whether the user is disabled.")
        InputField(\.createdAt, 0...Timestamp.last.milliseconds, "Milliseconds since 1970.")
        InputField(\.lastLoginAt, 0...Timestamp.last.milliseconds, "Milliseconds since 1970.")
        InputField(\.passwordUpdatedAt, 0...Timestamp.last.milliseconds, "Milliseconds since 1970.")
        InputField(\.validSince, 0...Timestamp.last.milliseconds / 1000, "Seconds since 1970.")
        InputField(\.emailLinkSignin, "Whether the user has signed in by a link.")
        InputField(\.customAuth, "Whether the user has signed in by a custom token.")
        InputField(\.tenantId, .name(128), "Tenant of the user; that of the request.")
        InputField(
            \.providerUserInfo,
            .count(64, each: NoLimit()),
            "Accounts at identity providers."
        )
        InputField(
            \.mfaInfo,
            .count(64, each: NoLimit()),
            "Second factors; a user who has any is not imported yet."
        )
        InputField.ignored(
            "kind",
            "language",
            "timeZone",
            "dateOfBirth",
            "screenName",
            "version",
            "initialEmail",
            "lastRefreshAt"
        )
    }
}

extension BatchCreateProvider: InputMessage {
    /// The key that two users must not share; `nil` for an entry that follows from the user's other fields.
    var key: String? {
        guard let providerId, let rawId, !["password", "phone"].contains(providerId) else { return nil }
        return "Provider id(\(providerId)), Raw id(\(rawId))"
    }

    package static let inputFields = InputTable<Self> {
        InputField(\.providerId, .name(256), "Provider, such as `google.com`.")
        InputField(\.rawId, .name(1024), "ID of the user at the provider.")
        InputField(\.email, .name(1024), "E-mail address at the provider.")
        InputField(\.displayName, .name(8192), "Name at the provider.")
        InputField(\.photoUrl, .name(8192), "URL of a picture.")
        InputField.ignored("federatedId", "screenName", "phoneNumber")
    }
}

extension BatchCreateFactor: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField.ignored(
            "mfaEnrollmentId",
            "displayName",
            "phoneInfo",
            "unobfuscatedPhoneInfo",
            "emailInfo",
            "totpInfo",
            "enrolledAt"
        )
    }
}

extension UserRecord {
    /// - Parameters:
    ///   - user: The user as it was sent.
    ///   - format: How its password is hashed; `nil` if hashes are an emulator's only.
    ///   - acceptsFakeHashes: Whether an emulator's hashes are accepted.
    init(_ user: BatchCreateUser, _ format: HashFormat?, acceptsFakeHashes: Bool) {
        self.init(id: user.localId ?? "")
        email = user.email
        isEmailVerified = user.emailVerified ?? false
        signsInByEmailLink = user.emailLinkSignin ?? false
        displayName = user.displayName
        photoURL = user.photoUrl
        phoneNumber = user.phoneNumber
        userName = user.userName
        password =
            user.passwordHash.map {
                Password(hash: $0, salt: user.salt, format, acceptsFakeHashes: acceptsFakeHashes)
            } ?? user.rawPassword.map(Password.plain)
        usesCustomTokens = user.customAuth ?? false
        customClaims = user.customAttributes
        isDisabled = user.disabled ?? false
        createdAt = user.createdAt.map(Timestamp.init(milliseconds:))
        lastSignedInAt = user.lastLoginAt.map(Timestamp.init(milliseconds:))
        passwordChangedAt = user.passwordUpdatedAt.map(Timestamp.init(milliseconds:))
        validSince = user.validSince.map { Timestamp(milliseconds: $0 * 1000) }
        providers = (user.providerUserInfo ?? [])
            // These two follow from the user's own fields.
            .filter { !["password", "phone"].contains($0.providerId) }
            .map {
                Provider(
                    id: $0.providerId ?? "",
                    subject: $0.rawId ?? "",
                    email: $0.email,
                    displayName: $0.displayName,
                    photoURL: $0.photoUrl
                )
            }
        hasSecondFactors = user.mfaInfo?.isEmpty == false
        tenant = user.tenantId
    }
}
