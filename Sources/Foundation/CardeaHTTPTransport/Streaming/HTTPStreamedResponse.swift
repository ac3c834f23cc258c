public import CardeaHTTPMessages

/// An HTTP response whose content may still be on its way.
public struct HTTPStreamedResponse: Sendable {
    /// The status code (RFC 9110 §15).
    public var status: Int
    /// Header fields.
    public var fields: HeaderFields
    /// The content, which can be read once.
    public var body: HTTPBytes

    /// Creates a response.
    public init(status: Int, fields: HeaderFields = [:], body: HTTPBytes) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The response with all of its content.
    ///
    /// - Parameter limit: The largest number of bytes there may be; defaults to without end.
    /// - Returns: The response, in memory.
    /// - Throws: The errors of the body, and `other` if it is longer.
    public func collected(upTo limit: Int = .max) async throws(TransportError) -> CardeaResponse {
        CardeaResponse(status: status, fields: fields, body: try await body.collected(upTo: limit))
    }
}
