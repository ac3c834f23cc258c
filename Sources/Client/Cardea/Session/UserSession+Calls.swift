internal import CardeaSession
internal import CardeaIdentityWire
internal import CardeaSecrets

extension UserSession {
    /// Calls the server with a fresh token; once more with a newer one when the server rejects it.
    ///
    /// A server that rejects even the newer token signs no user out: only the token endpoint's word does.
    ///
    /// - Parameters:
    ///   - operation: The operation whose response is applied, if it is.
    ///   - call: Sends the request.
    /// - Returns: The result of the call.
    /// - Throws: The failure of the call, or of the refresh.
    func authenticated<Result>(
        in operation: OperationOrder.Operation? = nil,
        _ call: (_ server: IdentityToolkitClient, _ idToken: Secret) async throws(ServerFailure) -> Result
    ) async throws(CardeaError) -> Result {
        let credential = try await sessionCall { () async throws(SessionError) in
            try await engine.validCredential()
        }
        do {
            if let operation { operations.restart(operation) }
            return try await call(server, Secret(credential.accessToken))
        } catch {
            guard error.doubtsToken else { throw CardeaError(error) }
        }
        let newer = try await sessionCall { () async throws(SessionError) in
            try await engine.credential(replacing: credential)
        }
        do {
            if let operation { operations.restart(operation) }
            return try await call(server, Secret(newer.accessToken))
        } catch {
            throw CardeaError(error)
        }
    }

    /// Calls the engine, and says its failure in the SDK's words.
    func sessionCall<Result>(
        _ call: () async throws(SessionError) -> Result
    ) async throws(CardeaError) -> Result {
        do {
            return try await call()
        } catch {
            throw CardeaError(error)
        }
    }
}

extension Secret {
    /// A token of a session, for a message.
    init(_ token: SessionSecret) { self.init(token.reveal()) }
}

extension ServerFailure {
    /// Whether the server rejected the token, or its user: the token endpoint then knows more.
    fileprivate var doubtsToken: Bool {
        switch code {
        case .tokenExpired, .invalidIDToken, .userDisabled, .userNotFound: true
        default: false
        }
    }
}
