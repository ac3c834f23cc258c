/// The body of a rejected request.
package struct ErrorResponse: Sendable, Codable {
    package struct Body: Sendable, Codable {
        /// The HTTP status.
        package let code: Int
        /// `CODE`, `CODE : what happened`, or a sentence where `status` is the code.
        package let message: String
        package let errors: [Item]?
        /// A gRPC status name such as `INVALID_ARGUMENT`.
        package let status: String?

        package init(code: Int, message: String, errors: [Item]?, status: String? = nil) {
            self.code = code
            self.message = message
            self.errors = errors
            self.status = status
        }
    }

    package struct Item: Sendable, Codable {
        package let message: String
        package let reason: String
        package let domain: String

        package init(message: String, reason: String, domain: String = "global") {
            self.message = message
            self.reason = reason
            self.domain = domain
        }
    }

    package let error: Body

    package init(_ error: Body) { self.error = error }
}
