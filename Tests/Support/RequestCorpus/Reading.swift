/// The required reading of all bytes of one connection.
package struct Reading: Equatable, Sendable {
    /// One request as a handler must see it.
    package struct Request: Equatable, Sendable {
        package var method: String
        /// In origin-form: the path and the query.
        package var target: String
        package var fields: [Field]
        package var body: [UInt8]
    }

    package struct Field: Equatable, Sendable {
        /// In lower case.
        package var name: String
        /// Without the white space around it; bytes that are not UTF-8 are replaced.
        package var value: String
    }

    package enum Ending: Sendable {
        /// The bytes end between two requests.
        case open
        /// The bytes end within a request.
        case unfinished
        /// The last request asked for the end of the connection; later bytes are ignored.
        case closed
        /// The bytes after the last request are rejected with one response, and the connection ends.
        case rejected
    }

    package var requests: [Request] = []
    package var ending = Ending.open
    /// The largest number of bytes that the reader left unread while it waited for more.
    package var longestRemainder = 0

    /// Whether the reference reader's reading allows a server's reading.
    ///
    /// A server may reject an incomplete request as soon as it can; the reference reader waits for its end.
    package func agrees(with expected: Reading) -> Bool {
        requests == expected.requests
            && (ending == expected.ending || expected.ending == .unfinished && ending == .rejected)
    }
}
