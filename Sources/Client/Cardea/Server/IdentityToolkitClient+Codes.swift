internal import CardeaSecrets
internal import CardeaIdentityWire

extension IdentityToolkitClient {
    /// Sends a link by e-mail.
    func sendCode(
        _ type: OobRequestType,
        _ fill: (inout SendOobCodeRequest) -> Void
    ) async throws(ServerFailure) {
        var request = SendOobCodeRequest()
        request.requestType = type
        request.tenantId = tenant
        fill(&request)
        let _: ServerResponse<SendOobCodeResponse> = try await call("sendOobCode", request)
    }

    /// Returns the purpose of a code; if a password is given, the code sets it.
    func resetPassword(
        code: Secret,
        newPassword: Secret? = nil
    ) async throws(ServerFailure) -> ResetPasswordResponse {
        var request = ResetPasswordRequest()
        request.oobCode = code
        request.newPassword = newPassword
        request.tenantId = tenant
        let response: ServerResponse<ResetPasswordResponse> = try await call("resetPassword", request)
        return response.message
    }

    /// Verifies, changes or restores an address by a code.
    func applyCode(_ code: Secret) async throws(ServerFailure) {
        var request = UpdateRequest()
        request.oobCode = code
        request.tenantId = tenant
        let _: ServerResponse<UpdateResponse> = try await call("update", request)
    }

    /// A sign-in by the code of a link; with `idToken`, its user gets the address or signs in again.
    func signInWithEmailLink(
        email: String,
        code: Secret,
        as idToken: Secret? = nil
    ) async throws(ServerFailure) -> ServerResponse<SignInWithEmailLinkResponse> {
        var request = SignInWithEmailLinkRequest()
        request.email = email
        request.oobCode = code
        request.idToken = idToken
        request.tenantId = tenant
        request.returnSecureToken = true
        return try await call("signInWithEmailLink", request)
    }

    /// A sign-in by a custom token.
    func signInWithCustomToken(
        _ token: Secret
    ) async throws(ServerFailure) -> ServerResponse<SignInWithCustomTokenResponse> {
        var request = SignInWithCustomTokenRequest()
        request.token = token
        request.tenantId = tenant
        request.returnSecureToken = true
        return try await call("signInWithCustomToken", request)
    }
}
