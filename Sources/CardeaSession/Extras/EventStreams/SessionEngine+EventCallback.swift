extension SessionEngine {
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
        for request: CardeaRequest,
        options: RequestOptions = RequestOptions(),
        onEvent: @escaping @Sendable (ServerSentEvent) -> Void,
        completion: @escaping Completion<Void>
    ) -> SessionObservation {
        cancellable(completion) { () async throws(SessionError) in
            var events = self.serverSentEvents(for: request, options: options).makeAsyncIterator()
            while let event = try await events.next() { onEvent(event) }
        }
    }
}
