extension HeaderFields {
    /// The name of a header field, kept in lower case (RFC 9110 §5.1).
    public struct Name: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name in lower case.
        public let description: String

        /// Creates a name from any spelling.
        public init(_ name: String) {
            description = name.utf8.allSatisfy { !(65...90).contains($0) } ? name : name.lowercased()
        }

        /// Creates a name from text that is known to be in lower case.
        package init(lowerCase name: String) {
            description = name
        }

        /// Creates a name from any spelling.
        public init(stringLiteral value: String) {
            self.init(value)
        }
    }
}

extension HeaderFields.Name {
    /// RFC 9110 §12.5.1.
    public static let accept: Self = "accept"
    /// RFC 9111 §5.1.
    public static let age: Self = "age"
    /// RFC 9110 §11.6.2.
    public static let authorization: Self = "authorization"
    /// RFC 9111 §5.2.
    public static let cacheControl: Self = "cache-control"
    /// RFC 9110 §7.6.1.
    public static let connection: Self = "connection"
    /// RFC 9110 §8.6.
    public static let contentLength: Self = "content-length"
    /// RFC 9110 §8.3.
    public static let contentType: Self = "content-type"
    /// Whether the content's type may be guessed (Fetch §3.5).
    public static let contentTypeOptions: Self = "x-content-type-options"
    /// RFC 9110 §6.6.1.
    public static let date: Self = "date"
    /// RFC 9110 §10.1.1.
    public static let expect: Self = "expect"
    /// RFC 9110 §7.2.
    public static let host: Self = "host"
    /// Names an operation that may be sent again (draft-ietf-httpapi-idempotency-key-header).
    public static let idempotencyKey: Self = "idempotency-key"
    /// The device of an app, for Cardea's server: a structured dictionary (RFC 9651).
    public static let cardeaDevice: Self = "cardea-device"
    /// RFC 9110 §10.2.2.
    public static let location: Self = "location"
    /// RFC 6454 §7.
    public static let origin: Self = "origin"
    /// RFC 9110 §10.2.3.
    public static let retryAfter: Self = "retry-after"
    /// RFC 6797 §6.1.
    public static let strictTransportSecurity: Self = "strict-transport-security"
    /// RFC 9112 §6.1.
    public static let transferEncoding: Self = "transfer-encoding"
    /// RFC 9110 §10.1.5.
    public static let userAgent: Self = "user-agent"
    /// RFC 9110 §12.5.5.
    public static let vary: Self = "vary"
    /// RFC 9110 §11.6.1.
    public static let wwwAuthenticate: Self = "www-authenticate"
}
