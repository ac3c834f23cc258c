import CardeaEncodings
import CardeaOperations

extension AdminError {
    /// A request that does not fit its message.
    ///
    /// - Parameters:
    ///   - error: The fault.
    ///   - part: The part of the request that holds the message.
    init(_ error: FieldError, in part: String = "body") {
        self.init(.badRequest, error.explanation(in: part))
    }
}

extension FieldError {
    /// The fault for a person.
    ///
    /// - Parameter part: The part of the request or of the file that holds the message.
    /// - Returns: A sentence without its full stop.
    package func explanation(in part: String) -> String {
        let name = "'\(field)'"
        return switch reason {
        case .notAnObject, .malformedJSON(.malformed): "the \(part) is not one JSON object"
        case .malformedJSON(.repeatedName(let name)): "'\(name)' is given twice"
        case .malformedJSON(.nestedTooDeep(let limit)): "the JSON is nested deeper than \(limit) levels"
        case .malformedJSON(.tooManyMembers(let limit)): "an object has more than \(limit) fields"
        case .malformedJSON(.tooManyElements(let limit)): "a list has more than \(limit) elements"
        case .malformedJSON(.nameTooLong(let limit)): "the name of a field is longer than \(limit) bytes"
        case .malformedForm: "the form cannot be decoded"
        case .tooManyLines(let limit): "the body has more than \(limit) lines"
        case .unknownFields(let names): Self.unknown(names)
        case .repeated: "\(name) is given twice"
        case .missing: "\(name) is missing"
        case .wrongType(let type):
            "\(name) has a value of the wrong type: it must be \(Self.name(ofType: type))"
        case .unknownName(let names): "\(name) must be one of \(names.joined(separator: ", "))"
        case .tooLong(let limit): "\(name) is longer than \(limit) bytes"
        case .tooMany(let limit): "\(name) has more than \(limit) elements"
        case .outOfRange(let range):
            range.upperBound == .max
                ? "\(name) must be \(range.lowerBound) or more"
                : "\(name) must be from \(range.lowerBound) to \(range.upperBound)"
        case .notAllowed: "\(name) is not allowed"
        case .notSupported: "\(name) turns on a feature that the server does not have"
        }
    }

    private static func name(ofType type: String) -> String {
        switch type {
        case "TYPE_STRING": "text"
        case "TYPE_BOOL": "true or false"
        case "TYPE_INT64": "a whole number"
        case "TYPE_LIST": "a list"
        default: "an object"
        }
    }

    /// The first few names: the response stays small whatever was sent.
    private static func unknown(_ names: [String]) -> String {
        let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
        return names.count > 5
            ? "unknown fields: \(shown) and \(names.count - 5) more" : "unknown field: \(shown)"
    }
}
