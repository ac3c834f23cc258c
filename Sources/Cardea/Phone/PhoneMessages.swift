internal import CardeaSession
internal import CardeaSecrets

/// `accounts:sendVerificationCode`.
struct SendVerificationCodeRequest: Encodable, Sendable {
    let phoneNumber: String
    let tenantId: String?
}

struct SendVerificationCodeResponse: Decodable, Sendable {
    let sessionInfo: String
}

/// `accounts:signInWithPhoneNumber`; with `idToken`, its user gets the number or signs in again.
struct SignInWithPhoneNumberRequest: Encodable, Sendable {
    enum Operation: String, Encodable, Sendable {
        case signUpOrIn = "SIGN_UP_OR_IN"
        case reauthenticate = "REAUTH"
        case update = "UPDATE"
        case link = "LINK"
    }

    let sessionInfo: String
    let code: String
    let operation: Operation
    let idToken: Secret?
    let tenantId: String?
}

struct SignInWithPhoneNumberResponse: Decodable, Sendable {
    let localId: String?
    let phoneNumber: String?
    let idToken: Secret?
    let refreshToken: Secret?
    let expiresIn: String?
    /// Present in place of tokens, if another user has the number.
    let temporaryProof: String?
}

extension SignInWithPhoneNumberResponse: TokenResponseFields {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }
    var profile: UserProfile? { localId.map { UserProfile(userID: $0, phoneNumber: phoneNumber) } }
}

extension IdentityToolkitClient {
    /// Sends a code to a phone number; returns the name of the code.
    func sendVerificationCode(to phoneNumber: String) async throws(ServerFailure) -> String {
        let request = SendVerificationCodeRequest(phoneNumber: phoneNumber, tenantId: tenant)
        let response: ServerResponse<SendVerificationCodeResponse> = try await call(
            "sendVerificationCode",
            request
        )
        return response.answer.sessionInfo
    }

    /// Uses a code that was sent to a phone number.
    func signInWithPhoneNumber(
        _ verification: PhoneVerification,
        code: String,
        for operation: SignInWithPhoneNumberRequest.Operation,
        as idToken: Secret? = nil
    ) async throws(ServerFailure) -> ServerResponse<SignInWithPhoneNumberResponse> {
        let request = SignInWithPhoneNumberRequest(
            sessionInfo: verification.verificationID,
            code: code,
            operation: operation,
            idToken: idToken,
            tenantId: tenant
        )
        return try await call("signInWithPhoneNumber", request)
    }
}
