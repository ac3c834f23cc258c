internal import CardeaIdentityWire
internal import CardeaSecrets
internal import CardeaSession

extension SignInWithPhoneNumberResponse: TokenResponseFields {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }
    var profile: UserProfile? { localId.map { UserProfile(userID: $0, phoneNumber: phoneNumber) } }
}

extension IdentityToolkitClient {
    /// Sends a code to a phone number; returns the name of the code.
    func sendVerificationCode(to phoneNumber: String) async throws(ServerFailure) -> Secret {
        var request = SendVerificationCodeRequest()
        request.phoneNumber = phoneNumber
        request.tenantId = tenant
        let response: ServerResponse<SendVerificationCodeResponse> = try await call(
            "sendVerificationCode",
            request
        )
        return response.message.sessionInfo
    }

    /// Uses a code that was sent to a phone number.
    func signInWithPhoneNumber(
        _ verification: PhoneVerification,
        code: Secret,
        for operation: VerifyOperation,
        as idToken: Secret? = nil
    ) async throws(ServerFailure) -> ServerResponse<SignInWithPhoneNumberResponse> {
        var request = SignInWithPhoneNumberRequest()
        request.sessionInfo = Secret(verification.verificationID)
        request.code = code
        request.operation = operation
        request.idToken = idToken
        request.tenantId = tenant
        return try await call("signInWithPhoneNumber", request)
    }
}
