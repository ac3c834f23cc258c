import CardeaHTTPRouting
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

extension ProtocolErrors {
    /// The errors of reading, of what a path names, and of a server that fails.
    static let management = ProtocolErrors(ErrorBody.self) { operation in
        var codes: [AdminError.Code] = [.badRequest, .conflict, .unavailable, .failed]
        if operation.method.hasBody { codes += [.bodyTooLarge, .unsupportedEncoding] }
        if operation.paths.contains(where: { !$0.parameters.isEmpty }) { codes.append(.notFound) }
        return codes.map(\.errorCode)
    }
}
