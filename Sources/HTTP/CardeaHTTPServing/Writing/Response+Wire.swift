import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting

extension Response {
    /// The persistence of the connection, as a response states it (RFC 9112 §9.3).
    enum Persistence {
        /// It stays open, as a client of HTTP/1.1 supposes.
        case open
        /// It stays open, which a response to HTTP/1.0 must say.
        case openHTTP10
        case closing
    }

    /// The end of the body, as a response states it (RFC 9112 §6.3).
    enum Framing {
        case length
        case chunked
        /// The end of the connection.
        case untilEnd
    }

    /// Writes the whole message, or the head of one whose body streams.
    ///
    /// Fields that say where the message ends are the writer's. A field that would break the head is left out.
    ///
    /// - Parameters:
    ///   - output: The bytes to append to.
    ///   - date: The `date` field's value.
    ///   - persistence: Whether the connection stays open.
    ///   - framing: The end of the body.
    ///   - withBody: Whether the body is written, too; it has its length in any case.
    func write(
        to output: inout [UInt8],
        date: [UInt8],
        _ persistence: Persistence,
        _ framing: Framing = .length,
        withBody: Bool = true
    ) {
        let status = (200...599).contains(status) ? status : 500
        output.reserveCapacity(output.count + 256 + (withBody ? body.count : 0))
        output.append("HTTP/1.1 ")
        output.append(decimal: status)
        output.append(" ")
        output.append(Self.reason(status))
        output.append("\r\ndate: ")
        output.append(contentsOf: date)
        for field in fields where !Self.isFraming(field.name) { output.append(field) }
        switch persistence {
        case .open: break
        case .openHTTP10: output.append("\r\nconnection: keep-alive")
        case .closing: output.append("\r\nconnection: close")
        }
        if mayHaveBody {
            switch framing {
            case .length:
                output.append("\r\ncontent-length: ")
                output.append(decimal: body.count)
            case .chunked: output.append("\r\ntransfer-encoding: chunked")
            case .untilEnd: break
            }
        }
        output.append("\r\n\r\n")
        if mayHaveBody && withBody { output.append(contentsOf: body) }
    }

    /// Whether the status allows a body: RFC 9110 §8.6, §15.3.5, §15.4.5.
    ///
    /// 204 allows not even a length.
    var mayHaveBody: Bool { status != 204 && status != 304 }

    private static func isFraming(_ name: HeaderFields.Name) -> Bool {
        switch name.description.utf8.count {
        case 4: name == .date
        case 10: name == .connection
        case 14: name == .contentLength
        case 17: name == .transferEncoding
        default: false
        }
    }

    private static func reason(_ status: Int) -> StaticString {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        // A reason may be empty, and clients do not look at it (RFC 9112 §4).
        default: ""
        }
    }
}

extension [UInt8] {
    /// Appends the end of a line and a field, unless its name or value is malformed.
    fileprivate mutating func append(_ field: HeaderFields.Field) {
        let start = count
        append("\r\n")
        append(contentsOf: field.name.description.utf8)
        let colon = count
        append(": ")
        append(contentsOf: field.value.utf8)
        // Checked where they stand now: bytes are looked at faster here than in a string.
        guard colon > start + 2, span.extracting(start + 2..<colon).isToken,
            span.extracting((colon + 2)...).isFieldValue
        else { return removeSubrange(start...) }
    }
}
