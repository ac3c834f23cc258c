/// What one client may take of the server: sizes in bytes, and time.
package struct HTTPLimits: Sendable {
    /// The request line and all header fields; more is answered 431.
    ///
    /// Where some 9 KiB more arrive, libmicrohttpd answers in its own words: its memory for the head is full by then.
    package var headBytes = 16 * 1024
    /// The request target; more is answered 414.
    package var targetBytes = 8 * 1024
    /// The number of header fields; more is answered 431.
    package var fieldCount = 64
    /// The body, after chunks are put together; more is answered 413.
    package var bodyBytes = 1024 * 1024
    /// Connections that are open at one time; the next is answered 503 and closed.
    package var connections = 8192
    /// Connections of one network address that are open at one time; the next is answered 503 and closed.
    package var connectionsPerAddress = 1024
    /// The time from the opening of a connection, or from a later request line, to the end of the head.
    package var headDeadline: Duration = .seconds(10)
    /// The time for a whole body to arrive, and for a whole answer to be taken.
    package var bodyDeadline: Duration = .seconds(30)
    /// The time from an answer to the next request line.
    package var idleTimeout: Duration = .seconds(60)

    package init() {}
}
