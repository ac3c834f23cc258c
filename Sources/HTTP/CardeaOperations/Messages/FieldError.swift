package import CardeaEncodings

/// The reason why a request does not fit the message that its operation takes.
package struct FieldError: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        /// The body is not one JSON object.
        case notAnObject
        case malformedJSON(JSONError)
        case malformedForm
        case tooManyLines(maximumCount: Int)
        case unknownFields([String])
        case repeated
        case missing
        /// The value has another type than the named one, such as `TYPE_STRING`.
        case wrongType(String)
        /// The value differs from all names of an enum.
        case unknownName([String])
        case tooLong(maximumBytes: Int)
        case tooMany(maximumCount: Int)
        case outOfRange(ClosedRange<Int64>)
        /// The caller may not send the field; the label names it in the error.
        case notAllowed(label: String)
        /// The value turns on a feature that the server does not have.
        case notSupported
    }

    package let reason: Reason
    /// The field, with the fields around it, as it was sent.
    package private(set) var field: String
    /// The protocol's own error, if the declaration of the field has one: a code, or `CODE : detail`.
    package private(set) var message: String?

    package init(_ reason: Reason, field: String = "", message: String? = nil) {
        self.reason = reason
        self.field = field
        self.message = message
    }

    /// The same error, seen from the list around the value: `[3].createdAt`.
    func at(index: Int) -> FieldError { at("[\(index)]") }

    /// The same error, seen from the message around the field.
    func at(_ name: String, outsideLimits: String? = nil) -> FieldError {
        var error = self
        error.field = field.isEmpty || field.hasPrefix("[") ? name + field : "\(name).\(field)"
        switch reason {
        case .tooLong, .tooMany, .outOfRange: error.message = message ?? outsideLimits
        case .notAnObject, .malformedJSON, .malformedForm, .tooManyLines, .unknownFields, .repeated, .missing,
            .wrongType, .unknownName, .notAllowed, .notSupported:
            break
        }
        return error
    }
}
