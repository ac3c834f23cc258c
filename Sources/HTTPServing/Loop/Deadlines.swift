/// The times that a loop's connections are allowed, and how often they are looked over.
struct Deadlines {
    let head: Milliseconds
    let body: Milliseconds
    let idle: Milliseconds
    /// A deadline may be overrun by this much.
    ///
    /// Looking over 10,000 connections takes some 20 µs.
    let interval: Milliseconds

    init(_ limits: HTTPLimits) {
        head = Milliseconds(limits.headDeadline)
        body = Milliseconds(limits.bodyDeadline)
        idle = Milliseconds(limits.idleTimeout)
        interval = max(5, min(head, body, idle) / 8)
    }
}
