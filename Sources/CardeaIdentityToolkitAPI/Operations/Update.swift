import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations

extension ToolkitOperation {
    static var update: Self {
        Operation(
            "accounts.update",
            "Changes the user of an ID token, of a code, or the user that an administrator names.",
            paths: .app("update") + .administrator("accounts:update") + .relyingParty("setAccountInfo"),
            by: [.app, .user, .administrator],
            errors: .toolkit(
                .missingIDToken,
                .invalidOobCode,
                .expiredOobCode,
                .invalidIDToken,
                .tokenExpired,
                .userNotFound,
                .userDisabled,
                .credentialTooOldLoginAgain,
                .emailExists,
                .missingEmail,
                .invalidEmail,
                .missingPassword,
                .weakPassword,
                .passwordDoesNotMeetRequirements,
                .phoneNumberExists,
                .userNameExists,
                .invalidUserName,
                .invalidClaims,
                .forbiddenClaim,
                .operationNotAllowed,
                .adminOnlyOperation,
                .tooManyAttemptsTryLater
            )
        ) { (call, message: UpdateRequest) in
            if let code = message.oobCode {
                return UpdateResponse(
                    try await call.services.verification.applyCode(code, by: call.caller).user,
                    nil
                )
            }
            if call.kind == .administrator {
                let user = try await call.services.users.update(
                    UserID(rawValue: message.localId ?? ""),
                    AdministeredChanges(message),
                    in: call.caller.pool
                )
                return UpdateResponse(user, nil)
            }
            guard call.kind == .user else { throw IdentityToolkitError(.missingIDToken) }
            if !call.emulates(.revocationByUser) { try message.rejectAdministratorsAttributes() }
            var user = try await call.user(message.idToken)
            if message.deleteProvider?.contains("phone") == true {
                user = try await call.services.phone.unlink(user)
            }
            let updated = try await call.services.accounts.update(
                AccountChanges(message),
                of: user,
                by: call.caller
            )
            return UpdateResponse(updated.user, updated.tokens)
        }
    }
}

extension UpdateRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField.idToken(\.idToken, "Token of the user.")
        InputField.code(\.oobCode)
        InputField.email(\.email, "New e-mail address.")
        InputField.userName(\.userName, "New user name; administrators delete it by an empty text.")
        InputField.password(\.password, "New password in plain text.")
        InputField.displayName(\.displayName)
        InputField.photoURL(\.photoUrl)
        InputField(\.deleteAttribute, .count(16, each: NoLimit()), "Attributes to delete.")
        InputField(
            \.deleteProvider,
            .count(16, each: .bytes(256)),
            "Sign-in methods to delete; users can delete phone."
        )
        InputField(
            \.localId,
            .name(128),
            "ID of the user.",
            FieldRule(
                presence: .required(of: [.administrator], code: "MISSING_LOCAL_ID"),
                senders: [.administrator],
                label: "User ID"
            )
        )
        InputField.phoneNumber(\.phoneNumber)
        InputField(
            \.emailVerified,
            "Whether the e-mail address is verified.",
            .administratorsOnly("Email verified")
        )
        InputField(\.disableUser, "Whether the user is disabled.", .administratorsOnly("Disable user"))
        InputField(
            \.customAttributes,
            .bytes(1000),
            "Custom claims, as the JSON text of one object.",
            .administratorsOnly("Custom attributes"),
            else: "CLAIMS_TOO_LARGE"
        )
        InputField(
            \.validSince,
            0...Timestamp.last.seconds,
            "Sessions from before this time end; seconds since 1970. For administrators.",
            else: "INVALID_ARGUMENT : valid_since"
        )
        InputField.scope
        InputField.captcha
        InputField.ignored(
            "returnSecureToken",
            "instanceId",
            "delegatedProjectNumber",
            "upgradeToFederatedLogin",
            "createdAt",
            "lastLoginAt"
        )
    }

    /// Users can delete their name, their picture and their phone number only, and cannot end their sessions here.
    fileprivate func rejectAdministratorsAttributes() throws(IdentityToolkitError) {
        guard validSince == nil else { throw IdentityToolkitError(.unexpectedParameter, "Valid since") }
        let attributes = Set(deleteAttribute ?? []).subtracting([.displayName, .photoURL])
        guard attributes.isEmpty, deleteProvider?.allSatisfy({ $0 == "phone" }) ?? true else {
            throw IdentityToolkitError(.operationNotAllowed)
        }
    }
}

extension UserAttribute: WireEnum {}

extension UpdateResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.localId, "ID of the user.")
        OutputField(\.email, "E-mail address.")
        OutputField(\.emailVerified, "Whether the e-mail address is verified.")
        OutputField(\.userName, "User name.")
        OutputField(\.displayName, "Name.")
        OutputField(\.photoUrl, "URL of a picture.")
        OutputField(\.providerUserInfo, "Sign-in methods of the user.")
        OutputField(\.idToken, "New ID token, if the change ended the old one.")
        OutputField(\.refreshToken, "New refresh token, if the change ended the old one.")
        OutputField(\.expiresIn, "Lifetime of the ID token in seconds.")
    }

    fileprivate init(_ user: User, _ tokens: IssuedTokens?) {
        self.init(localId: user.id.rawValue)
        email = user.email?.description
        emailVerified = user.email.map { _ in user.isEmailVerified }
        userName = user.userName
        displayName = user.displayName
        photoUrl = user.photoURL
        providerUserInfo = ProviderUserInfo.all(of: user)
        idToken = tokens?.accessTokenText
        refreshToken = tokens?.refreshTokenText
        expiresIn = tokens?.expiresIn
    }
}
