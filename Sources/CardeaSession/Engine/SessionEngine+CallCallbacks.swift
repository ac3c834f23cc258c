public import Foundation

/// Requests for code that is not asynchronous; completions are called once, on any thread.
///
/// What is returned cancels the request, which then ends with the error `cancelled`.
extension SessionEngine {
    /// Sends a request of the app; see `data(for:options:)`.
    @discardableResult
    public func data(
        for request: HTTPRequest,
        options: RequestOptions = RequestOptions(),
        completion: @escaping Completion<HTTPResponse>
    ) -> SessionObservation {
        cancellable(completion) { () async throws(SessionError) in
            try await self.data(for: request, options: options)
        }
    }

    /// Sends a content that is not in memory; see `upload(for:from:options:)`.
    @discardableResult
    public func upload(
        for request: HTTPRequest,
        from content: HTTPContent,
        options: RequestOptions = RequestOptions(),
        completion: @escaping Completion<HTTPResponse>
    ) -> SessionObservation {
        cancellable(completion) { () async throws(SessionError) in
            try await self.upload(for: request, from: content, options: options)
        }
    }

    /// Writes an answer's content to a file; see `download(for:to:options:progress:)`.
    @discardableResult
    public func download(
        for request: HTTPRequest,
        to file: URL,
        options: RequestOptions = RequestOptions(),
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in },
        completion: @escaping Completion<HTTPResponse>
    ) -> SessionObservation {
        cancellable(completion) { () async throws(SessionError) in
            try await self.download(for: request, to: file, options: options, progress: progress)
        }
    }

    /// Hands on an answer's content as it arrives; see `stream(for:sending:options:)`.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - content: The content, in place of `request.body`; `nil` for that.
    ///   - options: What this request asks of the engine.
    ///   - onPiece: Called with each piece, in order.
    ///   - completion: Called after the last piece, with the answer's head.
    /// - Returns: What ends it before its time.
    @discardableResult
    public func stream(
        for request: HTTPRequest,
        sending content: HTTPContent? = nil,
        options: RequestOptions = RequestOptions(),
        onPiece: @escaping @Sendable (Data) -> Void,
        completion: @escaping Completion<HTTPResponse>
    ) -> SessionObservation {
        cancellable(completion) { () async throws(SessionError) in
            let answer = try await self.stream(for: request, sending: content, options: options)
            var pieces = answer.body.makeAsyncIterator()
            while let piece = try await pieces.nextOfSession() { onPiece(piece) }
            return HTTPResponse(status: answer.status, fields: answer.fields)
        }
    }

    /// Reads the events that a server sends; see `serverSentEvents(for:options:reconnects:)`.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - options: What this request asks of the engine.
    ///   - onEvent: Called with each event, in order.
    ///   - completion: Called when there are no more.
    /// - Returns: What ends it before its time.
    @discardableResult
    public func serverSentEvents(
        for request: HTTPRequest,
        options: RequestOptions = RequestOptions(),
        onEvent: @escaping @Sendable (ServerSentEvent) -> Void,
        completion: @escaping Completion<Void>
    ) -> SessionObservation {
        cancellable(completion) { () async throws(SessionError) in
            var events = self.serverSentEvents(for: request, options: options).makeAsyncIterator()
            while let event = try await events.next() { onEvent(event) }
        }
    }

    /// Adds the credential to a request that another HTTP library will send; see `authorize(_:)`.
    public func authorize(_ request: HTTPRequest, completion: @escaping Completion<HTTPRequest>) {
        complete(completion) { () async throws(SessionError) in
            var authorized = request
            try await self.authorize(&authorized)
            return authorized
        }
    }

    /// Decides what follows an answer that another HTTP library got; see `recover(from:to:sentWith:replays:)`.
    public func recover(
        from response: HTTPResponse,
        to request: HTTPRequest,
        sentWith credential: Credential,
        replays: Int = 0,
        completion: @escaping Completion<Credential?>
    ) {
        complete(completion) { () async throws(SessionError) in
            try await self.recover(from: response, to: request, sentWith: credential, replays: replays)
        }
    }

    private func cancellable<Value: Sendable>(
        _ completion: @escaping Completion<Value>,
        _ operation: @escaping @Sendable () async throws(SessionError) -> Value
    ) -> SessionObservation {
        let task = complete(completion, operation)
        return SessionObservation { task.cancel() }
    }
}
