package import CardeaOperations

/// The body of an error response.
package struct ErrorBody: OutputMessage, Codable {
    package let code: String
    package let message: String

    package static let outputFields = OutputTable<Self> {
        OutputField(\.code, "Code of the error.")
        OutputField(\.message, "The error, for a person.")
    }
}
