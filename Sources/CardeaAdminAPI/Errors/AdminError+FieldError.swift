import CardeaEncodings
import CardeaOperations

extension AdminError {
    /// A request that does not fit its message.
    ///
    /// - Parameters:
    ///   - error: The fault.
    ///   - part: The part of the request that holds the message.
    init(_ error: FieldError, in part: String = "body") {
        self.init(.badRequest, Self.text(error, part))
    }

    private static func text(_ error: FieldError, _ part: String) -> String {
        let name = "'\(error.field)'"
        return switch error.reason {
        case .notAnObject, .malformedJSON(.malformed): "the \(part) is not one JSON object"
        case .malformedJSON(.repeatedName(let name)): "'\(name)' is given twice"
        case .malformedJSON(.nestedTooDeep(let limit)): "the JSON is nested deeper than \(limit) levels"
        case .malformedJSON(.tooManyMembers(let limit)): "an object has more than \(limit) fields"
        case .malformedJSON(.tooManyElements(let limit)): "a list has more than \(limit) elements"
        case .malformedJSON(.nameTooLong(let limit)): "the name of a field is longer than \(limit) bytes"
        case .malformedForm: "the form cannot be decoded"
        case .tooManyLines(let limit): "the body has more than \(limit) lines"
        case .unknownFields(let names): unknown(names)
        case .repeated: "\(name) is given twice"
        case .missing: "\(name) is missing"
        case .wrongType: "\(name) has a value of the wrong type"
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

    /// The first few names: the response stays small whatever was sent.
    private static func unknown(_ names: [String]) -> String {
        let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
        return names.count > 5
            ? "unknown fields: \(shown) and \(names.count - 5) more" : "unknown field: \(shown)"
    }
}
