public import Foundation
public import CardeaHTTPMessages

/// An HTTP request that a client is about to send.
public struct HTTPRequest: Sendable, Equatable {
    /// The method.
    public var method: HTTPMethod
    /// An absolute `http` or `https` address.
    public var url: URL
    /// Header fields; the transport adds `Host` and `Content-Length`.
    public var fields: HTTPFields
    /// The content, or `nil` for none.
    public var body: Data?
    /// The longest the whole exchange may take; of a streamed one, the longest silence.
    public var timeout: Duration

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method; `GET` unless told.
    ///   - url: An absolute `http` or `https` address.
    ///   - fields: Header fields; the transport adds `Host` and `Content-Length`.
    ///   - body: The content, or `nil` for none.
    ///   - timeout: The longest the whole exchange may take; 60 seconds unless told.
    public init(
        _ method: HTTPMethod = .get,
        _ url: URL,
        fields: HTTPFields = [:],
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
