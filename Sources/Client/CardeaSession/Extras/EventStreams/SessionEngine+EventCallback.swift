extension SessionEngine {
    /// Reads the events that a server sends; see `serverSentEvents(for:options:reconnects:)`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: The options of this request.
    ///   - onEvent: Called with each event, in order.
    ///   - completion: Called after the last event.
    /// - Returns: The task that cancels it.
    @discardableResult
    public func serverSentEvents(
        for request: CardeaRequest,
        options: RequestOptions = RequestOptions(),
        onEvent: @escaping @Sendable (ServerSentEvent) -> Void,
        completion: @escaping Completion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in
            var events = self.serverSentEvents(for: request, options: options).makeAsyncIterator()
            while let event = try await events.next() { onEvent(event) }
        }
    }
}
