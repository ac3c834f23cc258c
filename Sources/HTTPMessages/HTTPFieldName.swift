/// The name of a header field, kept in lower case (RFC 9110 §5.1).
public struct HTTPFieldName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name in lower case.
    public let description: String

    /// Creates a name from any spelling.
    public init(_ name: String) {
        description = name.utf8.allSatisfy { !(65...90).contains($0) } ? name : name.lowercased()
    }

    public init(stringLiteral value: StaticString) {
        self.init(value.description)
    }
}

extension HTTPFieldName {
    public static let accept: Self = "accept"
    public static let authorization: Self = "authorization"
    public static let cacheControl: Self = "cache-control"
    public static let contentLength: Self = "content-length"
    public static let contentType: Self = "content-type"
    public static let date: Self = "date"
    public static let host: Self = "host"
    public static let idempotencyKey: Self = "idempotency-key"
    public static let location: Self = "location"
    public static let origin: Self = "origin"
    public static let retryAfter: Self = "retry-after"
    public static let userAgent: Self = "user-agent"
    public static let wwwAuthenticate: Self = "www-authenticate"
}
