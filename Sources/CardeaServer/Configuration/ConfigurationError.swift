/// Why a configuration cannot be used: one line that names the key.
public struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, for a person.
    public let description: String

    /// Creates an error.
    public init(_ description: String) { self.description = description }
}
