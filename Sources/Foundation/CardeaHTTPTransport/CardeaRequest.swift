public import Foundation
public import CardeaHTTPMessages

/// An HTTP request that a client is about to send.
public struct CardeaRequest: Sendable, Equatable {
    /// The method.
    public var method: RequestMethod
    /// An absolute `http` or `https` address.
    public var url: URL
    /// Header fields; the transport adds `Host` and `Content-Length`.
    public var fields: HeaderFields
    /// The content, or `nil` for none.
    public var body: Data?
    /// The longest the whole exchange may take; of a streamed one, the longest silence.
    public var timeout: Duration

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method; `GET` by default.
    ///   - url: An absolute `http` or `https` address.
    ///   - fields: Header fields; the transport adds `Host` and `Content-Length`.
    ///   - body: The content, or `nil` for none.
    ///   - timeout: The longest the whole exchange may take; defaults to 60 seconds.
    public init(
        _ method: RequestMethod = .get,
        _ url: URL,
        fields: HeaderFields = [:],
        body: Data? = nil,
        timeout: Duration = .seconds(60)
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.timeout = timeout
    }
}
