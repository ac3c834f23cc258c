import CardeaEncodings
import CardeaIdentityWire
import CardeaOperations

extension IdentityToolkitError {
    /// A request that does not fit its message, in Google's words.
    init(_ error: FieldError) {
        if let message = error.message {
            self.init(message: message)
            return
        }
        let field = error.field
        switch error.reason {
        case .notAnObject, .malformedJSON(.malformed): self.init(payload: "Expected one JSON object.")
        case .malformedJSON(.repeatedName(let name)):
            self.init(payload: "Field \"\(name)\" is given twice.")
        case .malformedJSON(.nestedTooDeep(let limit)):
            self.init(payload: "Arrays and objects are nested deeper than \(limit) levels.")
        case .malformedJSON(.tooManyMembers(let limit)):
            self.init(payload: "An object has more than \(limit) fields.")
        case .malformedJSON(.tooManyElements(let limit)):
            self.init(payload: "An array has more than \(limit) elements.")
        case .malformedJSON(.nameTooLong(let limit)):
            self.init(payload: "The name of a field is longer than \(limit) bytes.")
        case .malformedForm: self.init(.invalidArgument, "The form cannot be decoded.")
        case .tooManyLines(let limit): self.init(payload: "The body has more than \(limit) lines.")
        case .unknownFields(let names): self.init(unknownFields: names, in: field)
        case .repeated: self.init(payload: "Field \"\(field)\" is given twice.")
        case .missing: self.init(payload: "Field \"\(field)\" is missing.")
        case .wrongType(let type): self.init(invalid: "Invalid value at '\(field)' (\(type))")
        case .unknownName: self.init(invalid: "Invalid value at '\(field)' (TYPE_ENUM)")
        case .tooLong(let limit): self.init(invalid: "Invalid value at '\(field)' (at most \(limit) bytes)")
        case .tooMany(let limit):
            self.init(invalid: "Invalid value at '\(field)' (at most \(limit) elements)")
        case .outOfRange(let range):
            self.init(
                invalid: "Invalid value at '\(field)' (\(range.lowerBound) to \(range.upperBound))"
            )
        case .notAllowed(let label): self.init(.unexpectedParameter, label)
        case .notSupported: self.init(.operationNotAllowed, field)
        }
    }

    /// Unknown fields, of which the first few are named: the response stays small whatever was sent.
    private init(unknownFields names: [String], in field: String) {
        let shown = 5
        let place = field.isEmpty ? "" : " at '\(field)'"
        var lines = names.prefix(shown).map {
            "\(Self.payloadPrefix)Unknown name \"\($0)\"\(place): Cannot find field."
        }
        if names.count > shown { lines.append("and \(names.count - shown) more") }
        self.init(invalid: lines.joined(separator: "\n"))
    }

    private init(payload message: String) { self.init(invalid: Self.payloadPrefix + message) }

    private init(invalid message: String) {
        self.init(status: 400, message: message, reason: "invalid", statusName: "INVALID_ARGUMENT")
    }

    private static let payloadPrefix = "Invalid JSON payload received. "
}
