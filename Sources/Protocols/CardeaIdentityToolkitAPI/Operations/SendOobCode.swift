import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var sendOobCode: Self {
        Operation(
            "accounts.sendOobCode",
            "Sends a link by e-mail that signs in, verifies or changes an address, or resets a password.",
            paths: .app("sendOobCode") + .administrator("accounts:sendOobCode")
                + .relyingParty("getOobConfirmationCode"),
            by: [.app, .user, .administrator],
            errors: .toolkit(
                .invalidReqType,
                .insufficientPermission,
                .missingEmail,
                .invalidEmail,
                .missingNewEmail,
                .invalidNewEmail,
                .emailNotFound,
                .userNotFound,
                .emailExists,
                .userDisabled,
                .missingIDToken,
                .invalidIDToken,
                .tokenExpired,
                .credentialTooOldLoginAgain,
                .invalidContinueURI,
                .unauthorizedDomain,
                .operationNotAllowed,
                .passwordLoginDisabled,
                .adminOnlyOperation,
                .tooManyAttemptsTryLater
            ),
            respond: { (call, message: SendOobCodeRequest) in try await call.sendCode(message) }
        )
    }
}

extension ToolkitCall {
    fileprivate func sendCode(_ message: SendOobCodeRequest) async throws -> SendOobCodeResponse {
        guard message.requestType != .unspecified else { throw IdentityToolkitError(.missingReqType) }
        guard let purpose = message.requestType?.purpose else { throw IdentityToolkitError(.invalidReqType) }
        let returnsLink = message.returnOobLink ?? false
        guard !returnsLink || hasAdministratorCredential else {
            throw IdentityToolkitError(.insufficientPermission)
        }
        let request = CodeRequest(
            purpose,
            email: message.email,
            newEmail: message.newEmail,
            continueURL: message.continueUrl
        )
        let created = try await services.verification.sendCode(
            request,
            for: try await requester(message.idToken, of: purpose, returnsLink: returnsLink),
            by: caller
        )
        return SendOobCodeResponse(created, returnsLink: returnsLink)
    }

    private func requester(
        _ idToken: Secret?,
        of purpose: ActionCode.Purpose,
        returnsLink: Bool
    ) async throws -> CodeRequester {
        switch kind {
        case .administrator: return .administrator(sends: !returnsLink)
        case .user:
            let who = try await user(idToken)
            return returnsLink ? .administrator(sends: false, for: who) : .user(who)
        case .app, .client, .operator, .anyone:
            guard purpose == .passwordReset || purpose == .emailSignIn else {
                throw IdentityToolkitError(.missingIDToken)
            }
            return .anyone
        }
    }
}

extension OobRequestType: WireEnum {
    init(_ purpose: ActionCode.Purpose) {
        self =
            switch purpose {
            case .passwordReset: .passwordReset
            case .verifyEmail: .verifyEmail
            case .emailSignIn: .emailSignIn
            case .verifyAndChangeEmail: .verifyAndChangeEmail
            case .recoverEmail: .recoverEmail
            }
    }

    /// The purpose of a code that can be requested.
    var purpose: ActionCode.Purpose? {
        switch self {
        case .passwordReset: .passwordReset
        case .verifyEmail: .verifyEmail
        case .emailSignIn: .emailSignIn
        case .verifyAndChangeEmail: .verifyAndChangeEmail
        case .unspecified, .oldEmailAgree, .newEmailAccept, .recoverEmail, .revertSecondFactorAddition: nil
        }
    }
}

extension SendOobCodeRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField(\.requestType, NoLimit(), "Purpose of the link.", .required("MISSING_REQ_TYPE"))
        InputField.email(\.email, "E-mail address of the user.")
        InputField(
            \.newEmail,
            .bytes(254),
            "New e-mail address, for VERIFY_AND_CHANGE_EMAIL.",
            else: "INVALID_NEW_EMAIL"
        )
        InputField.idToken(\.idToken, "Token of the user, to verify or change the address.")
        InputField(
            \.continueUrl,
            .name(ContinueURL.maximumLength),
            "URL of the app to continue with; the project must allow its origin.",
            else: "INVALID_CONTINUE_URI"
        )
        InputField(
            \.returnOobLink,
            "Whether the response has the link, and no mail is sent; for administrators."
        )
        InputField.scope
        InputField.captcha
        InputField.ignored(
            "androidInstallApp",
            "androidMinimumVersion",
            "androidMinimumVersionCode",
            "androidPackageName",
            "canHandleCodeInApp",
            "captchaResp",
            "challenge",
            "dynamicLinkDomain",
            "iOSAppStoreId",
            "iOSBundleId",
            "iosAppStoreId",
            "iosBundleId",
            "linkDomain",
            "userIp"
        )
    }
}

extension SendOobCodeResponse: OutputMessage {
    fileprivate init(_ created: CreatedCode, returnsLink: Bool) {
        self.init()
        email = created.code.email.description
        oobCode = returnsLink ? created.text : nil
        oobLink = returnsLink ? created.link : nil
    }

    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.email, "E-mail address.")
        OutputField(\.oobCode, "Code of the link; for administrators.")
        OutputField(\.oobLink, "Link; for administrators.")
    }
}
