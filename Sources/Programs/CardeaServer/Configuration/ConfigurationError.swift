/// The error of a configuration: one line that names the keys.
public struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The error, for a person.
    public let description: String

    /// Creates an error.
    public init(_ description: String) { self.description = description }
}
