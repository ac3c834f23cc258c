/// What an answer says that is none.
package struct FailureMessage: Codable, Sendable {
    package let code: String
    /// What is wrong, for a person.
    package let message: String
}
