public import CardeaHTTPMessages

/// An HTTP answer whose content may still be on its way.
public struct HTTPStreamedResponse: Sendable {
    /// The status code (RFC 9110 §15).
    public var status: Int
    /// Header fields.
    public var fields: HTTPFields
    /// The content, which can be read once.
    public var body: HTTPBytes

    /// Creates an answer.
    public init(status: Int, fields: HTTPFields = [:], body: HTTPBytes) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The answer with all of its content.
    ///
    /// - Parameter limit: The most bytes there may be; without end unless told.
    /// - Returns: The answer, in memory.
    /// - Throws: What the content throws, and `other` when there is more of it.
    public func collected(upTo limit: Int = .max) async throws(TransportError) -> HTTPResponse {
        HTTPResponse(status: status, fields: fields, body: try await body.collected(upTo: limit))
    }
}
