import CardeaEncodings
import CardeaLocks

extension ServerSentEvent {
    /// The events that a server sends to one request, for as long as anyone reads them.
    ///
    /// If the connection ends or breaks, the request is sent again with the id of the last event and a valid
    /// credential. The stream ends when the server returns 204. It fails if its session ends, also if another user
    /// signs in, or if the response is not an event stream.
    public struct Stream: AsyncSequence, AsyncIteratorProtocol, Sendable {
        let engine: SessionEngine
        let request: CardeaRequest
        let options: RequestOptions
        let reconnects: RetrySchedule
        /// The longest line or event, in bytes, that is taken into memory.
        var longestEvent = 16 << 20

        private var parser = EventStreamParser(limit: 16 << 20)
        private var connection: HTTPBytes?
        private var events: ArraySlice<ServerSentEvent> = []
        /// The number of failed connections in a row; `nil` before the first was tried.
        private var failures: Int?
        /// The time for which the server, or its token endpoint, wants to be left alone.
        private var retryAfter: Duration?
        private var isOver = false
        /// The session that the first connection was made in.
        private var session: ExactText?

        init(
            engine: SessionEngine,
            request: CardeaRequest,
            options: RequestOptions,
            reconnects: RetrySchedule
        ) {
            self.engine = engine
            self.request = request
            self.options = options
            self.reconnects = reconnects
        }

        /// The stream, for a reader with a connection of its own.
        public func makeAsyncIterator() -> Self {
            var reader = Self(engine: engine, request: request, options: options, reconnects: reconnects)
            reader.longestEvent = longestEvent
            reader.parser = EventStreamParser(limit: longestEvent)
            return reader
        }

        /// The next event; `nil` when the server has no more events.
        public mutating func next() async throws(SessionError) -> ServerSentEvent? {
            while !isOver {
                if let event = events.popFirst() { return event }
                do throws(SessionError) {
                    if connection == nil { try await connect() }
                    try await read()
                } catch {
                    connection = nil
                    guard error.passes, (failures ?? 0) < reconnects.limit else { throw error }
                    failures = (failures ?? 0) + 1
                    let now = engine.moment.date
                    retryAfter = error.retryAfter ?? error.response?.fields.retryAfter(now: now)
                }
            }
            return nil
        }

        /// Reads the next data; after an end without error a new connection is made.
        private mutating func read() async throws(SessionError) {
            guard var pieces = connection else { return }
            do {
                guard let piece = try await pieces.next() else {
                    connection = nil
                    return
                }
                events = parser.feed(piece)[...]
                connection = pieces
            } catch {
                throw .transport(error)
            }
            if parser.isOverfull, events.isEmpty {
                throw SessionError(.badEventStream, detail: "an event that does not end")
            }
        }

        private mutating func connect() async throws(SessionError) {
            if let failures { try await engine.pause(delay(failures)) }
            failures = failures ?? 0
            parser.restart()
            var call = self.call(after: parser.lastEventID)
            call.session = session
            defer { session = call.session }
            let response = try await engine.perform(&call).streamed
            switch response.status {
            case 204: isOver = true
            case 200 where response.isEventStream:
                (failures, retryAfter) = (0, nil)
                connection = response.body.makeAsyncIterator()
            default:
                throw SessionError(.badEventStream, response: response.head())
            }
        }

        /// The time to wait before the next try; never shorter than the server wants.
        private func delay(_ failures: Int) -> Duration {
            var policy = reconnects
            // A server that wants its readers back at once means after an end, not when it cannot be reached.
            let wanted = parser.reconnectionTime.flatMap { $0 > .zero || failures == 0 ? $0 : nil }
            policy.delay = wanted ?? policy.delay
            let delay = engine.core.withLock {
                policy.delay(before: Swift.max(failures - 1, 0), using: &$0.random)
            }
            return Swift.max(delay, parser.reconnectionTime ?? .zero, retryAfter ?? .zero)
        }

        private func call(after lastEventID: String) -> SessionCall {
            var request = request
            request.fields[.accept] = "text/event-stream"
            request.fields[.cacheControl] = "no-store"
            if !lastEventID.isEmpty { request.fields["last-event-id"] = lastEventID }
            var options = options
            options.retries = RequestRetries.none
            return SessionCall(request: request, options: options, isStreamed: true)
        }
    }
}

extension SessionEngine {
    /// Sends a request whose response is a stream of events (WHATWG HTML §9.2).
    ///
    /// - Parameters:
    ///   - request: The request; its `timeout` is the longest time without data before a new connection.
    ///   - options: The options of this request; its retries do not count here.
    ///   - reconnects: How often in a row, and after what delays, a connection is tried again that failed; for ever,
    ///     after three seconds and then twice as long each time by default. The server may set the first delay, and
    ///     its `Retry-After` is waited for.
    /// - Returns: The events, over as many connections as it takes.
    public func serverSentEvents(
        for request: CardeaRequest,
        options: RequestOptions = RequestOptions(),
        reconnects: RetrySchedule = RetrySchedule(limit: .max, delay: .seconds(3), jitter: 0.5)
    ) -> ServerSentEvent.Stream {
        ServerSentEvent.Stream(engine: self, request: request, options: options, reconnects: reconnects)
    }
}

extension HTTPStreamedResponse {
    fileprivate var isEventStream: Bool {
        fields[.contentType].map { MediaType($0) == .eventStream } ?? false
    }

    /// The response without its content.
    fileprivate func head() -> CardeaResponse { CardeaResponse(status: status, fields: fields) }
}

extension SessionError {
    /// Whether another try may do better.
    fileprivate var passes: Bool {
        switch code {
        case .transport, .refreshFailed:
            ![.invalidRequest, .secureConnectionFailed, .cancelled].contains(transport?.code)
        case .refreshTimedOut, .tooManyRefreshes, .storeLocked, .storeFailed: true
        case .badEventStream: response.map { RequestRetries().statuses.contains($0.status) } ?? false
        default: false
        }
    }
}
