import CardeaHTTPRouting

extension Connection {
    /// The event that a connection waits for; each has a deadline.
    enum Phase {
        case handshake
        /// The next request has not begun.
        case idle
        case head
        case body
        case handling
        /// The client does not read the response.
        case writing
        /// Everything is sent; the client closes the connection (RFC 9112 §9.6).
        case lingering
        case closed
    }

    var presentPhase: Phase {
        if phase == .handshake { return .handshake }
        if output.isBlocked { return .writing }
        // The server lets the client wait.
        if isWaiting { return .handling }
        switch machine.state {
        // An empty line is a beginning: otherwise one now and then would put the deadline off.
        case .requestLine: return hasServed && isUntouched ? .idle : .head
        case .fields: return .head
        case .body, .chunkLine, .chunkData, .chunkEnd, .trailer: return .body
        case .responding: return .handling
        case .ended: return .lingering
        }
    }

    /// Not a byte of the next request has come, nor an empty line before it.
    private var isUntouched: Bool { input.isEmpty && !machine.hasBegunSection }

    /// No request has begun, and nothing is still to be sent.
    var isUnused: Bool { machine.state == .requestLine && input.isEmpty && output.isEmpty }

    /// The deadline has passed.
    func expire() {
        switch phase {
        case .head where machine.state == .fields, .body: reject(.timedOut, of: machine.end())
        // The head of a stream has been sent.
        case .handling where stream != nil: close()
        case .handling:
            handler?.cancel()
            reject(.handlerTooSlow, of: machine.end())
        case .handshake, .idle, .head, .writing, .lingering, .closed: close()
        }
    }

    /// The loop ends: what has been sent is read, and a connection on which no request has begun is closed.
    func drain() {
        if phase != .handshake { ready(.readable) }
        if isUnused || isFinished && !wasRejected { close() }
    }
}
