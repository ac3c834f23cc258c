/// The body of an error response.
package struct FailureMessage: Codable, Sendable {
    package let code: String
    /// The error, for a person.
    package let message: String
}
