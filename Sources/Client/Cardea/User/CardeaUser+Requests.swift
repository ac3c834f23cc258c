public import CardeaSession
public import Foundation
public import CardeaHTTPTransport

extension CardeaUser {
    /// The engine of the user's session: for adapters of other HTTP libraries, server-sent events, and everything else.
    public var engine: SessionEngine { session.engine }

    /// The state of the user's session, and then its changes, independent of the current user of a client.
    public var events: AsyncStream<SessionEvent> { session.engine.events }

    /// Sends a request of the app as this user, and returns its response.
    ///
    /// To the app's own hosts it carries the user's token; it waits while that is being refreshed, and is sent again
    /// when the token was rejected. To other hosts it goes as it is.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: The options of this request.
    /// - Returns: The response, with any status.
    /// - Throws: `refreshTokenFailed` when the session cannot be refreshed any more, `networkUnavailable` and others.
    public func data(
        for request: CardeaRequest,
        options: RequestOptions = RequestOptions()
    ) async throws(CardeaError) -> CardeaResponse {
        try await self.request { (engine) async throws(SessionError) in
            try await engine.data(for: request, options: options)
        }
    }

    /// Sends a request whose body is not in memory, such as a file's; see `SessionEngine.upload(for:from:options:)`.
    public func upload(
        for request: CardeaRequest,
        from content: HTTPContent,
        options: RequestOptions = RequestOptions()
    ) async throws(CardeaError) -> CardeaResponse {
        try await self.request { (engine) async throws(SessionError) in
            try await engine.upload(for: request, from: content, options: options)
        }
    }

    /// Writes the body of a response to a file; see `SessionEngine.download(for:to:options:progress:)`.
    public func download(
        for request: CardeaRequest,
        to file: URL,
        options: RequestOptions = RequestOptions(),
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) async throws(CardeaError) -> CardeaResponse {
        try await self.request { (engine) async throws(SessionError) in
            try await engine.download(for: request, to: file, options: options, progress: progress)
        }
    }

    /// Gives the body of a response as it arrives; see `SessionEngine.stream(for:sending:options:)`.
    public func stream(
        for request: CardeaRequest,
        sending content: HTTPContent? = nil,
        options: RequestOptions = RequestOptions()
    ) async throws(CardeaError) -> HTTPStreamedResponse {
        try await self.request { (engine) async throws(SessionError) in
            try await engine.stream(for: request, sending: content, options: options)
        }
    }

    /// Gives the events that a server sends; see `SessionEngine.serverSentEvents(for:options:reconnects:)`.
    public func serverSentEvents(
        for request: CardeaRequest,
        options: RequestOptions = RequestOptions()
    ) -> ServerSentEvent.Stream {
        session.engine.serverSentEvents(for: request, options: options)
    }

    /// Adds the token to a request that another HTTP library will send; see `SessionEngine.authorize(_:)`.
    ///
    /// - Parameter request: The request; one to another host stays as it is.
    /// - Returns: The credential that the request carries now; `nil` for a request to another host.
    /// - Throws: `refreshTokenFailed` when the session cannot be refreshed any more, `networkUnavailable` and others.
    @discardableResult
    public func authorize(_ request: inout CardeaRequest) async throws(CardeaError) -> SessionCredential? {
        do {
            return try await session.engine.authorize(&request)
        } catch {
            throw CardeaError(error)
        }
    }

    /// The credential to send a request with again; see `SessionEngine.credentialForRetry(after:to:sentWith:replays:)`.
    public func credentialForRetry(
        after response: CardeaResponse,
        to request: CardeaRequest,
        sentWith credential: SessionCredential,
        replays: Int = 0
    ) async throws(CardeaError) -> SessionCredential? {
        try await self.request { (engine) async throws(SessionError) in
            try await engine.credentialForRetry(
                after: response,
                to: request,
                sentWith: credential,
                replays: replays
            )
        }
    }

    private func request<Value>(
        _ send: (SessionEngine) async throws(SessionError) -> Value
    ) async throws(CardeaError) -> Value {
        do {
            return try await send(session.engine)
        } catch {
            throw CardeaError(error, isOutcomeUnknown: error.transport?.mayHaveBeenReceived ?? false)
        }
    }
}
