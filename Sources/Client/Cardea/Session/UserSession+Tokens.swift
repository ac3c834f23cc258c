internal import CardeaEncodings
internal import CardeaIdentityWire
internal import CardeaSession
internal import CardeaSecrets

extension UserSession {
    /// Calls the server for a change of the user, and keeps the tokens that come with the response, if any do.
    ///
    /// No other process refreshes meanwhile: the server may end the tokens of the session before the new ones are here.
    ///
    /// - Parameters:
    ///   - cause: The purpose of the request.
    ///   - operation: The operation.
    ///   - call: Sends the request.
    ///   - check: Throws if the response is not for this user.
    /// - Returns: The response.
    /// - Throws: The failure of the call, of the refresh before it, or of the check.
    @discardableResult
    func change<Message: TokenResponseFields>(
        cause: TokenChangeCause,
        in operation: OperationOrder.Operation,
        _ call: (_ server: IdentityToolkitClient, _ idToken: Secret) async throws(ServerFailure) ->
            ServerResponse<
                Message
            >,
        check: (Message) throws(CardeaError) -> Void = { (_) throws(CardeaError) in }
    ) async throws(CardeaError) -> Message {
        try await engine.replacing { () async throws(CardeaError) in
            let received = try await authenticated(in: operation, call)
            try check(received.message)
            try await take(received, cause: cause, of: operation)
            return received.message
        }
    }

    /// Keeps the tokens that came with the response to an operation, if any did; the known profile stays.
    func take(
        _ received: ServerResponse<some TokenResponseFields>,
        cause: TokenChangeCause,
        of operation: OperationOrder.Operation
    ) async throws(CardeaError) {
        guard received.message.tokens.access != nil else { return }
        let credential: SessionCredential
        do {
            credential = try SessionCredential(received)
        } catch {
            throw CardeaError(error)
        }
        try await take(credential, cause: cause, of: operation)
    }

    /// Keeps the tokens of an operation, unless a later one has brought others; the known profile stays.
    ///
    /// If the session has ended meanwhile, nothing uses the tokens: they are revoked at the server.
    func take(
        _ credential: SessionCredential,
        cause: TokenChangeCause,
        of operation: OperationOrder.Operation
    ) async throws(CardeaError) {
        var credential = credential
        credential.profile = nil
        do {
            _ = try await operations.apply(.tokens, of: operation) {
                [engine, credential] () async throws(SessionError) in
                try await engine.updateCredential(credential, cause: cause)
            }
        } catch {
            revocations.end(credential)
            throw CardeaError(error)
        }
    }

    /// Changes the known profile by what an operation has changed.
    ///
    /// If a later operation has brought a profile, that may lack the change or not: it is read from the server.
    func take(
        _ operation: OperationOrder.Operation,
        _ change: @escaping @Sendable (inout UserProfile) -> Void
    ) async throws(CardeaError) {
        guard try await !apply(operation, change) else { return }
        let reading = operations.begin()
        let info = try? await authenticated(in: reading) { (server, token) async throws(ServerFailure) in
            try await server.lookup(token)
        }
        if let info = info ?? nil, info.localId.exact == engine.state.profile?.userID?.exact {
            _ = try await apply(reading) { $0 = UserProfile(info) }
        }
    }

    /// Changes the known profile, unless a later operation has brought one.
    ///
    /// - Returns: Whether the profile was changed.
    func apply(
        _ operation: OperationOrder.Operation,
        _ change: @escaping @Sendable (inout UserProfile) -> Void
    ) async throws(CardeaError) -> Bool {
        try await sessionCall { () async throws(SessionError) in
            try await operations.apply(.profile, of: operation) { [engine] () async throws(SessionError) in
                var profile = engine.state.profile ?? UserProfile()
                change(&profile)
                try await engine.update(profile)
            }
        }
    }
}
