/// A request method (RFC 9110 §9).
public struct RequestMethod: Sendable, Hashable, RawRepresentable {
    /// The method as it is sent; methods are case-sensitive.
    public let rawValue: String

    /// Creates a method from its name on the wire.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Transfers a representation of the target.
    public static let get: Self = "GET"
    /// As `get`, without the body of the response.
    public static let head: Self = "HEAD"
    /// Has the target process the body.
    public static let post: Self = "POST"
    /// Replaces the target by the body.
    public static let put: Self = "PUT"
    /// Changes the target in part (RFC 5789).
    public static let patch: Self = "PATCH"
    /// Removes the target.
    public static let delete: Self = "DELETE"
    /// Asks how the target can be reached.
    public static let options: Self = "OPTIONS"
    /// Has the request sent back as it arrived.
    public static let trace: Self = "TRACE"

    /// The methods of requests that may reach the server twice (RFC 9110 §9.2.2).
    public static let idempotent: Set<Self> = [.get, .head, .options, .trace, .put, .delete]
}

extension RequestMethod: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a method from its name on the wire.
    public init(stringLiteral value: String) { rawValue = value }

    /// The method as it is sent.
    public var description: String { rawValue }
}
