import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var signInWithPhoneNumber: Self {
        Operation(
            "accounts.signInWithPhoneNumber",
            "Signs in or signs up by a code for a phone number, or adds the number to the user of an ID token.",
            paths: .app("signInWithPhoneNumber") + .relyingParty("verifyPhoneNumber"),
            by: [.app],
            errors: .toolkit(
                .sessionLimitReached,
                .missingSessionInfo,
                .invalidSessionInfo,
                .missingCode,
                .invalidCode,
                .sessionExpired,
                .missingPhoneNumber,
                .invalidPhoneNumber,
                .invalidTemporaryProof,
                .phoneNumberExists,
                .userNotFound,
                .userDisabled,
                .credentialMismatch,
                .credentialTooOldLoginAgain,
                .operationNotAllowed,
                .adminOnlyOperation,
                .missingIDToken,
                .invalidIDToken,
                .tokenExpired,
                .tooManyAttemptsTryLater
            ),
            permission: allowed(\.allowsPhone, else: .rule(.operationNotAllowed))
        ) { (call, message: SignInWithPhoneNumberRequest) in
            let user = try await call.user(ofOptional: message.idToken)
            if message.operation?.needsUser == true, user == nil {
                throw IdentityToolkitError(.missingIDToken)
            }
            return try SignInWithPhoneNumberResponse(
                await call.services.phone.signIn(
                    message.proof,
                    for: message.operation == .reauthenticate ? .reauthenticate : .signInOrUp,
                    lifetime: message.accessTokenLifetime.map(TimeSpan.seconds),
                    linking: user,
                    by: call.caller
                )
            )
        }
    }
}

extension VerifyOperation: WireEnum {
    /// Whether the operation changes the user of an ID token.
    fileprivate var needsUser: Bool {
        switch self {
        case .update, .link: true
        case .unspecified, .signUpOrIn, .reauthenticate: false
        }
    }
}

extension SignInWithPhoneNumberRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField(
            \.sessionInfo,
            .name(256),
            "Name of the code: the response of sendVerificationCode.",
            else: "INVALID_SESSION_INFO"
        )
        InputField(\.code, .bytes(16), "Code that the user received.", else: "INVALID_CODE")
        InputField(
            \.temporaryProof,
            .name(256),
            "Proof of an earlier code, instead of sessionInfo and code; it works once.",
            else: "INVALID_TEMPORARY_PROOF"
        )
        InputField(
            \.phoneNumber,
            .bytes(64),
            "Phone number of the proof.",
            else: "INVALID_PHONE_NUMBER : Invalid format."
        )
        InputField(\.operation, NoLimit(), "Purpose; a new number signs up only by SIGN_UP_OR_IN.")
        InputField.idToken(\.idToken, "Token of the user who gets the number, or signs in again.")
        InputField.accessTokenLifetime(\.accessTokenLifetime)
        InputField.scope
        InputField.captcha
        InputField.ignored("verificationProof", "returnSecureToken")
    }

    fileprivate var proof: PhoneProof {
        if let temporaryProof { return .temporaryProof(temporaryProof, phoneNumber: phoneNumber ?? "") }
        return .code(code ?? "", sessionInfo: sessionInfo ?? "")
    }
}

extension SignInWithPhoneNumberResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.localId, "ID of the user.")
        OutputField(\.isNewUser, "Whether the user was created.")
        OutputField(\.idToken, "ID token, which is the access token too.")
        OutputField(\.refreshToken, "Refresh token.")
        OutputField(\.expiresIn, "Lifetime of the ID token in seconds.")
        OutputField(\.phoneNumber, "Phone number in E.164 form.")
        OutputField(
            \.temporaryProof,
            "Proof that the code was right, if another user has the number; no tokens then."
        )
        OutputField(\.temporaryProofExpiresIn, "Lifetime of the proof in seconds.")
    }

    fileprivate init(_ result: SignInResult) throws(IdentityError) {
        self.init()
        switch result {
        case .signedIn(let signedIn):
            phoneNumber = signedIn.user.phoneNumber
            localId = signedIn.user.id.rawValue
            isNewUser = signedIn.isNewUser
            idToken = signedIn.tokens.accessTokenText
            refreshToken = signedIn.tokens.refreshTokenText
            expiresIn = signedIn.tokens.expiresIn
        case .pending(let pending):
            guard case .phoneNumberTaken(let number) = pending.reason else { throw pending.reason.error }
            phoneNumber = number
            temporaryProof = pending.token
            temporaryProofExpiresIn = String(pending.lifetime.seconds)
        }
    }
}
