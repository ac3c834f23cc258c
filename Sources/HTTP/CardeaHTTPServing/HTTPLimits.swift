import CardeaHTTPRouting

/// The limits of one client: sizes in bytes, and time.
package struct HTTPLimits: Sendable {
    /// The request line and all header fields; more gets 431.
    package var headBytes = 16 * 1024
    /// The request target; more gets 414.
    package var targetBytes = 8 * 1024
    /// The number of header fields; more gets 431.
    package var fieldCount = 64
    /// The line before a chunk, with its extensions; more gets 400.
    package var chunkLineBytes = 256
    /// The trailer fields behind the last chunk; more gets 431.
    package var trailerBytes = 4 * 1024
    /// The body, after chunks are put together; more gets 413.
    package var bodyBytes = 64 * 1024
    /// The same for operations that take a batch.
    package var largeBodyBytes = 4 * 1024 * 1024
    /// Bytes of slow clients that are kept at one time: unfinished bodies, and responses that are not read.
    ///
    /// When there are more, slow connections are closed.
    package var bufferedBytes = 128 * 1024 * 1024
    /// The same of one network address.
    package var bufferedBytesPerAddress = 16 * 1024 * 1024
    /// Connections that are open at one time; the next gets 503 and is closed.
    package var connections = 8192
    /// Connections of one network address that are open at one time; the next gets 503 and is closed.
    package var connectionsPerAddress = 1024
    /// Rejected connections that may linger at one time, so that their clients can read why; more are closed at once.
    ///
    /// They need descriptors beyond those of `connections`.
    package var rejections = 64
    /// The same of one network address.
    package var rejectionsPerAddress = 16
    /// TLS handshakes of one network address at one time; the next connection is closed.
    package var handshakesPerAddress = 128
    /// The time from the opening of a connection, or from a later request line, to the end of the head.
    package var headDeadline: Duration = .seconds(10)
    /// The time for a whole body to arrive, and for a whole response to be taken.
    package var bodyDeadline: Duration = .seconds(30)
    /// The time that a handler may take; more gets 503.
    package var handlerDeadline: Duration = .seconds(60)
    /// The time from a response to the next request line.
    package var idleTimeout: Duration = .seconds(60)
    /// The time that a client has to close a connection on which no more is said.
    package var lingerTimeout: Duration = .seconds(2)
    /// The bytes that a client may still send on such a connection; they are discarded.
    package var lingerBytes = 8 * 1024 * 1024

    package init() {}

    func bodyLimit(_ size: BodySize) -> Int {
        switch size {
        case .ordinary: bodyBytes
        case .large: largeBodyBytes
        }
    }
}
