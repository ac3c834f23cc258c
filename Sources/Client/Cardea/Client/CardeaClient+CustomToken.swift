internal import CardeaSecrets
internal import CardeaSession

extension CardeaClient {
    /// Signs in with a token that a back end of the project has signed, and sets the current user.
    ///
    /// The first sign-in creates the user. The claims that the token adds are in the ID tokens of this session.
    ///
    /// - Parameters:
    ///   - customToken: The token; `CardeaAdmin` and Google's admin SDKs create such tokens.
    ///   - tenantID: The user pool that the token names; defaults to the client's.
    /// - Returns: The user.
    /// - Throws: `invalidCustomToken` if it has expired or is of another project, `tenantMismatch`, `userDisabled` and others.
    @discardableResult
    public func signIn(
        customToken: String,
        tenantID: String? = nil
    ) async throws(CardeaError) -> CardeaUser {
        do {
            return try await begin(tenantID) { (server) async throws(ServerFailure) in
                let received = try await server.signInWithCustomToken(Secret(customToken))
                return try await server.outcome(of: received)
            }
        } catch {
            // The protocol has one code for tokens of other projects and for credentials of other users.
            guard error.code == .userMismatch else { throw error }
            throw CardeaError(
                .invalidCustomToken,
                serverCode: error.serverCode,
                serverMessage: error.serverMessage
            )
        }
    }
}
