import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

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
                .missingProviderID,
                .invalidProviderID,
                .missingRawID,
                .federatedUserIDAlreadyLinked,
                .userNameExists,
                .invalidUserName,
                .invalidClaims,
                .forbiddenClaim,
                .operationNotAllowed,
                .insufficientPermission,
                .adminOnlyOperation,
                .tooManyAttemptsTryLater
            )
        ) { (call, message: UpdateRequest) in
            if let code = message.oobCode {
                try message.rejectChangesBesideCode()
                let used = try await call.services.verification.applyCode(code, by: call.caller)
                return try await call.response(used.user, newEmail: used.code.newEmail)
            }
            if call.kind == .administrator {
                if let info = message.linkProviderUserInfo, info.providerId == nil {
                    throw IdentityToolkitError(.missingProviderID)
                }
                let user = try await call.services.users.update(
                    UserID(rawValue: message.localId ?? ""),
                    try AdministeredChanges(message),
                    in: call.caller.pool,
                    by: call.caller.actor
                )
                return try await call.response(user, newEmail: message.email.flatMap(EmailAddress.init))
            }
            guard call.kind == .user else { throw IdentityToolkitError(.missingIDToken) }
            if !call.emulates(.revocationByUser), message.validSince != nil {
                throw IdentityToolkitError(.unexpectedParameter, "Valid since")
            }
            try message.checkAttributesOfUser(all: call.emulates(.attributesByUser))
            let updated = try await call.services.accounts.update(
                AccountChanges(message),
                of: try await call.user(message.idToken)
            )
            return try await call.response(
                updated.user,
                newEmail: message.email.flatMap(EmailAddress.init),
                updated.tokens
            )
        }
    }
}

extension ToolkitCall {
    fileprivate func response(
        _ user: User,
        newEmail: EmailAddress?,
        _ tokens: IssuedTokens? = nil
    ) async throws -> UpdateResponse {
        let identities = try await services.users.identities(of: [user], in: user.pool)
        var response = UpdateResponse(user, identities[user.id] ?? [], tokens)
        response.newEmail = newEmail?.description
        return response
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
            "Sign-in methods to delete: password, phone, or an identity provider."
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
        InputField(
            \.disableUser,
            "Whether the user is disabled.",
            .administratorsOnly("Disable user", rejection: "OPERATION_NOT_ALLOWED")
        )
        InputField(
            \.customAttributes,
            .bytes(1000),
            "Custom claims, as the JSON text of one object.",
            .administratorsOnly("Custom attributes", rejection: "INSUFFICIENT_PERMISSION"),
            else: "CLAIMS_TOO_LARGE"
        )
        InputField(
            \.validSince,
            0...Timestamp.last.seconds,
            "Sessions from before this time end; seconds since 1970. For administrators.",
            else: "INVALID_ARGUMENT : valid_since"
        )
        InputField(
            \.lastLoginAt,
            0...Timestamp.last.milliseconds,
            "When the user last signed in, in milliseconds since 1970; ignored of users."
        )
        InputField(
            \.linkProviderUserInfo,
            "Account at an identity provider to link to the user.",
            .administratorsOnly("Link provider user info")
        )
        InputField(
            \.returnSecureToken,
            "Whether the response of an emulator has tokens; that of a server has them after a new password."
        )
        AbsentFeature.secondFactors("mfa")
        InputField.scope
        InputField.captcha
        InputField.ignored(
            "instanceId",
            "delegatedProjectNumber",
            "upgradeToFederatedLogin",
            "createdAt"
        )
    }

    /// A code has one effect.
    ///
    /// A change beside it would be ignored, and its sender would not learn of that.
    fileprivate func rejectChangesBesideCode() throws(IdentityToolkitError) {
        let changes: [(String, Bool)] = [
            ("Email", email != nil), ("User name", userName != nil), ("Password", password != nil),
            ("Display name", displayName != nil), ("Photo URL", photoUrl != nil),
            ("Phone number", phoneNumber != nil), ("Delete attribute", deleteAttribute?.isEmpty == false),
            ("Delete provider", deleteProvider?.isEmpty == false), ("Email verified", emailVerified != nil),
            ("Disable user", disableUser != nil), ("Custom attributes", customAttributes != nil),
            ("Valid since", validSince != nil),
        ]
        if let (label, _) = changes.first(where: \.1) {
            throw IdentityToolkitError(.unexpectedParameter, label)
        }
    }

    /// Users can delete their name and their picture.
    ///
    /// - Parameter all: Whether they can delete their address and their password, too.
    /// - Throws: `OPERATION_NOT_ALLOWED`.
    fileprivate func checkAttributesOfUser(all: Bool) throws(IdentityToolkitError) {
        var attributes = Set(deleteAttribute ?? []).subtracting([.displayName, .photoURL])
        if all { attributes.subtract([.email, .password, .unspecified]) }
        guard attributes.isEmpty else { throw IdentityToolkitError(.operationNotAllowed) }
    }
}

extension UserAttribute: WireEnum {}

extension LinkedProviderInfo: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField(
            \.providerId,
            .name(128),
            "Provider, such as `google.com`.",
            else: "INVALID_PROVIDER_ID"
        )
        InputField(\.rawId, .name(256), "ID of the user at the provider.")
        InputField.email(\.email, "E-mail address at the provider.")
        InputField.displayName(\.displayName)
        InputField.photoURL(\.photoUrl)
        InputField.ignored("federatedId", "phoneNumber", "screenName")
    }
}

extension UpdateResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.localId, "ID of the user.")
        OutputField(\.email, "E-mail address.")
        OutputField(\.newEmail, "E-mail address that the request, or its code, has set.")
        OutputField(\.emailVerified, "Whether the e-mail address is verified.")
        OutputField(\.userName, "User name.")
        OutputField(\.displayName, "Name.")
        OutputField(\.photoUrl, "URL of a picture.")
        OutputField(\.providerUserInfo, "Sign-in methods of the user.")
        OutputField(\.idToken, "New ID token, if the request wants one or the change ended the old one.")
        OutputField(\.refreshToken, "Refresh token of the session, beside an ID token.")
        OutputField(\.expiresIn, "Lifetime of the ID token in seconds.")
    }

    fileprivate init(_ user: User, _ identities: [FederatedIdentity], _ tokens: IssuedTokens?) {
        self.init(localId: user.id.rawValue)
        email = user.email?.description
        emailVerified = user.email.map { _ in user.isEmailVerified }
        userName = user.userName
        displayName = user.displayName
        photoUrl = user.photoURL
        providerUserInfo = ProviderUserInfo.all(of: user, identities)
        idToken = tokens?.accessTokenText
        refreshToken = tokens?.refreshTokenText
        expiresIn = tokens?.expiresIn
    }
}
