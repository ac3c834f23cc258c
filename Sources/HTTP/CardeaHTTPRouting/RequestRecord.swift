/// The members of a request's log line that not every request has.
package struct RequestRecord: Sendable {
    /// The code of the error: a constant of the protocol.
    package var code: String?
    /// The error as a sentence, if the code alone does not tell the errors of a protocol apart.
    package var reason: String?
    /// The name of the limit that was reached.
    package var limit: String?
    /// The ID of the project, once it is known.
    package var project: String?
    /// The ID of the app, if it has an entry of its own.
    package var app: String?
    /// The act of an administrator or the operator; `nil` for requests of others.
    package var administration: Administration?

    package init(code: String? = nil, reason: String? = nil, limit: String? = nil) {
        self.code = code
        self.reason = reason
        self.limit = limit
    }
}

extension Response {
    /// The same response, with the error for the log.
    package func recording(code: String, reason: String? = nil, limit: String? = nil) -> Response {
        var response = self
        response.note { ($0.code, $0.reason, $0.limit) = (code, reason, limit) }
        return response
    }
}
