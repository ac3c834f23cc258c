internal import CardeaIdentityWire
internal import CardeaSecrets
internal import CardeaSession

extension CardeaClient {
    /// Signs in with a code that an administrator of Cardea's server gave the user, and sets the current user.
    ///
    /// The code works once, and ends all other sessions of the user. Ask the user for a new password or another sign-in
    /// method next: a recent sign-in, which this is, allows it.
    ///
    /// - Parameters:
    ///   - recoveryCode: The code as the user types it; spaces, hyphens and case do not count.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Returns: The user.
    /// - Throws: `invalidActionCode` if the code is unknown or was used, `expiredActionCode`, `userDisabled`, `tooManyAttempts` and
    ///   others.
    @discardableResult
    public func signIn(
        recoveryCode: String,
        tenantID: String? = nil
    ) async throws(CardeaError) -> CardeaUser {
        try await begin(tenantID) { (server) async throws(ServerFailure) in
            var request = SignInWithRecoveryCodeRequest()
            request.recoveryCode = Secret(recoveryCode)
            request.tenantId = server.tenant
            let received: ServerResponse<SignInWithRecoveryCodeResponse> = try await server.call(
                "signInWithRecoveryCode",
                request
            )
            return try await server.outcome(of: received)
        }
    }
}

extension SignInWithRecoveryCodeResponse: TokenResponseFields {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }
    var profile: UserProfile? { localId.map { UserProfile(userID: $0, email: email) } }
}
