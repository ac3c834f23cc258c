import HTTPMessages
import HTTPRouting

/// The head of a request, read strictly.
///
/// libmicrohttpd 0.9.75 forgives much: folded lines, spaces before colons, bare line feeds, control characters, repeated
/// framing fields. It keeps the head as it came, though, but for the bytes at which it cut: the space after the
/// method, the space before the version, the first colon of each line, and every CR LF are NUL. What is read here is
/// that block, in which each forgiven fault shows as a character that is not allowed, or a NUL where none belongs.
/// (A NUL sent right before a bare line feed looks like a CR LF; the line ends there for the library as well.)
struct RequestHead: Equatable {
    let method: HTTPMethod
    let fields: HTTPFields
    let body: MessageFraming.Body

    /// Reads a head.
    ///
    /// - Parameters:
    ///   - block: Everything from the method to the empty line, cut at the places named above.
    ///   - targetLength: The length of the request target, which is passed over.
    ///   - fieldCount: The number of fields that is allowed.
    /// - Throws: When the head is not well-formed.
    init(_ block: UnsafeRawBufferPointer, targetLength: Int, fieldCount: Int) throws(Refusal) {
        var cursor = unsafe HeadCursor(block)
        method = HTTPMethod(rawValue: try cursor.method())
        try cursor.skipTarget(length: targetLength)
        let isHTTP10 = try cursor.isHTTP10()
        var fields = HTTPFields()
        fields.reserveCapacity(16)
        var framing = MessageFraming()
        while try !cursor.isAtEnd() {
            guard fields.count < fieldCount else { throw .headTooLarge }
            let name = HTTPFieldName(lowerCase: try cursor.fieldName())
            let value = try cursor.fieldValue()
            try framing.note(name, value)
            fields.append(name, value)
        }
        self.fields = fields
        body = try framing.body(isHTTP10: isHTTP10)
    }
}
