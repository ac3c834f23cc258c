/// A request method (RFC 9110 §9).
public struct HTTPMethod: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The method as it stands on the wire; methods are case-sensitive.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: StaticString) { rawValue = value.description }
    public var description: String { rawValue }

    public static let get: Self = "GET"
    public static let head: Self = "HEAD"
    public static let post: Self = "POST"
    public static let put: Self = "PUT"
    public static let patch: Self = "PATCH"
    public static let delete: Self = "DELETE"
    public static let options: Self = "OPTIONS"
}
