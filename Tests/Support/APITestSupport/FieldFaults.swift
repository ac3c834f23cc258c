package import CardeaEncodings
package import CardeaOperations

/// A value that an operation must reject in one of its fields.
package struct FieldFault: Sendable, CustomStringConvertible {
    package let description: String
    package let value: JSONValue
    /// The beginning of the error's message; `nil` if it has no code of its own.
    package let message: String?

    package init(description: String, value: JSONValue, message: String? = nil) {
        self.description = description
        self.value = value
        self.message = message
    }
}

extension FieldForm {
    /// Values of another type, and values that exceed a limit.
    package var faults: [FieldFault] { value.faults(message: messageOutsideLimits) }
}

extension ValueForm {
    fileprivate func faults(message: String?) -> [FieldFault] {
        func fault(_ description: String, _ value: JSONValue, _ message: String? = nil) -> FieldFault {
            FieldFault(description: description, value: value, message: message)
        }
        switch self {
        case .text(let maximum):
            let tooLong = maximum.map {
                fault("a text that is too long", .string(String(repeating: "x", count: $0 + 1)), message)
            }
            return [
                fault("an object", [:]), fault("a boolean", true), fault("a fraction", .number(0.5)),
                fault("an integer beyond 64 bits", .number(1e30)),
            ] + (tooLong.map { [$0] } ?? [])
        case .boolean: return [fault("a number", 2), fault("a word", "yes"), fault("an object", [:])]
        case .integer(let range):
            var faults = [fault("a word", "x"), fault("a fraction", .number(0.5)), fault("a list", [[]])]
            if range.upperBound < .max {
                faults.append(fault("a number that is too large", .integer(range.upperBound + 1), message))
            }
            if range.lowerBound > .min {
                faults.append(fault("a number that is too small", .integer(range.lowerBound - 1), message))
            }
            return faults
        case .enumeration: return [fault("an unknown name", "NO_SUCH_NAME"), fault("an unknown number", 999)]
        case .list(let element, let maximum):
            let tooMany = maximum.map {
                fault("too many elements", .array(Array(repeating: element.sample, count: $0 + 1)), message)
            }
            let elements = element.faults(message: nil).map {
                fault("an element: \($0.description)", .array([$0.value]))
            }
            return elements + (tooMany.map { [$0] } ?? [])
        case .map: return [fault("a text", "x")]
        case .message(let message):
            let unknown = fault("an unknown field", ["noSuchField": 1])
            let parts = message.fields.flatMap { field in
                field.faults.map {
                    fault("\(field.name): \($0.description)", .object([field.name: $0.value]))
                }
            }
            return [fault("a text", "x"), unknown] + parts
        case .any: return []
        }
    }

    /// A value of this form.
    package var sample: JSONValue {
        switch self {
        case .text: "x"
        case .boolean: true
        case .integer(let range): .integer(range.lowerBound)
        case .enumeration(let names): names.first.map(JSONValue.string) ?? ""
        case .list(let element, _): .array([element.sample])
        case .map, .message, .any: [:]
        }
    }
}

extension ValueForm {
    /// Values that a parameter of a form or of the query must not have.
    package var parameterFaults: [String] {
        switch self {
        case .text(let maximum): maximum.map { [String(repeating: "x", count: $0 + 1)] } ?? []
        case .boolean: ["2", "yes"]
        case .integer(let range):
            ["x", "0.5", "99999999999999999999"]
                + (range.lowerBound > .min ? ["\(range.lowerBound - 1)"] : [])
                + (range.upperBound < .max ? ["\(range.upperBound + 1)"] : [])
        case .enumeration: ["no_such_name", "0"]
        case .list, .map, .message, .any: []
        }
    }
}
