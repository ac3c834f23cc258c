/// The time for which a connection may be in a phase.
struct PhaseTimes {
    private let head, body, handling, idle, linger: Milliseconds

    init(_ limits: HTTPLimits) {
        head = Milliseconds(limits.headDeadline)
        body = Milliseconds(limits.bodyDeadline)
        handling = Milliseconds(limits.handlerDeadline)
        idle = Milliseconds(limits.idleTimeout)
        linger = Milliseconds(limits.lingerTimeout)
    }

    /// The interval at which deadlines are looked at.
    var interval: Milliseconds { max(5, min(head, body, handling, idle, linger) / 8) }

    subscript(phase: Connection.Phase) -> Milliseconds {
        switch phase {
        case .handshake, .head: head
        case .body, .writing: body
        case .handling: handling
        case .idle: idle
        case .lingering: linger
        case .closed: .never
        }
    }
}
