/// The errors that all operations of a protocol can give, and the form of their body.
package struct ProtocolErrors: Sendable {
    fileprivate let body: ValueForm
    fileprivate let codes: @Sendable (OperationDescription) -> [ErrorCode]

    /// - Parameters:
    ///   - body: The body of an error response.
    ///   - codes: The errors of admission, of reading and of a server that fails, as they follow from a declaration.
    package init<Body: OutputMessage>(
        _ body: Body.Type,
        codes: @escaping @Sendable (OperationDescription) -> [ErrorCode]
    ) {
        self.body = Body.outputForm
        self.codes = codes
    }
}

extension [OperationDescription] {
    /// The operations of a table.
    package init(_ operations: [Operation<some Sendable>], errors: ProtocolErrors) {
        self = operations.map { operation in
            var description = operation.description
            description.protocolErrors = errors.codes(description)
            description.errorBody = errors.body
            return description
        }
    }
}
