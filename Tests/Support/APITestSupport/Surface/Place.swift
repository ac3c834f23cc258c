package import CardeaOperations

/// One operation at one form of its path.
package struct Place: Sendable, CustomStringConvertible {
    package let operation: OperationDescription
    package let form: PathForm

    /// Each operation at each form of its path.
    package static func all(_ operations: [OperationDescription]) -> [Place] {
        operations.flatMap { operation in operation.paths.map { Place(operation: operation, form: $0) } }
    }

    package var description: String { "\(operation.name) at \(form.path)" }

    /// The fields that the server reads, of the message and of the query beside it.
    package var fields: [FieldForm] {
        (operation.input.fields + operation.parameters).filter { !$0.rule.isIgnored }
    }

    /// The path with names in it; a parameter without a name gets `none`.
    package func path(_ names: [String: String]) -> String {
        form.parameters.reduce(form.path) { path, parameter in
            path.replacing("{\(parameter)}", with: names[parameter] ?? "none")
        }
    }

    /// The parts of a request that can hold the fields of the message.
    package var encodings: [FieldEncoding] {
        switch operation.source {
        case .json, .exactJSON: [.json]
        case .form: [.form]
        case .formOrJSON: [.form, .json]
        case .query, .exactQuery, .lines: [.query]
        }
    }
}

/// The part of a request that holds the fields of a message.
package enum FieldEncoding: Sendable {
    case json, form, query
}
