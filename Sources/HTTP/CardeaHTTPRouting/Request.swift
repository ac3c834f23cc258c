package import CardeaEncodings
package import CardeaHTTPMessages

/// A whole HTTP request with head and body, bounded and checked for form.
package struct Request: Sendable {
    package var method: RequestMethod
    /// The path as sent, percent-encoded, without the query.
    package let path: String
    /// The query as sent, without the question mark.
    package let query: String?
    /// The items of the query in order, decoded.
    package let queryItems: [FormItem]
    package var fields: HeaderFields
    package var body: [UInt8]
    /// The peer's network address without the port; `unix` for the control socket.
    package var remoteAddress: String
    /// The ID of the user of this machine who sends the request over the control socket.
    package var localUser: UInt32?
    /// Names this request in logs and in the response's `x-request-id`.
    package var id: String
    /// Whether the request came over TLS.
    package var isSecure: Bool
    /// The reason why the server rejects the request; `nil` for a whole and valid one.
    ///
    /// Such a request has what could be read of it: an empty path if not even that was read. A path or a query that cannot
    /// be decoded is such an error from the start. So is a query with a name that comes twice (RFC 6749 §3.1): no
    /// operation can take it for another one.
    package var error: RequestError?

    package init(
        _ method: RequestMethod,
        _ path: String,
        query: String? = nil,
        fields: HeaderFields = HeaderFields(),
        body: [UInt8] = [],
        remoteAddress: String = "127.0.0.1",
        id: String = "",
        isSecure: Bool = false
    ) {
        self.method = method
        self.path = path
        self.query = query
        let items = query.map { FormCoding.decode($0.utf8) } ?? []
        self.fields = fields
        self.body = body
        self.remoteAddress = remoteAddress
        self.id = id
        self.isSecure = isSecure
        queryItems = items ?? []
        error =
            items?.contains { Self.hasNull($0.name) || Self.hasNull($0.value) } ?? true
                || !Self.canDecode(path)
            ? .malformedTarget : queryItems.hasRepeatedName ? .repeatedName : nil
    }

    private static func canDecode(_ path: String) -> Bool {
        guard path.contains(byte: UInt8(ascii: "%")) else { return true }
        return PercentEncoding.decode(path.utf8).map { !hasNull($0) } ?? false
    }

    /// Whether a text has U+0000: PostgreSQL stores none, and SQLite compares only what is before it.
    private static func hasNull(_ text: String) -> Bool { text.contains(byte: 0) }
}
