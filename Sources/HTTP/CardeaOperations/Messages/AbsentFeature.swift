package import CardeaEncodings

/// Fields of features that the server does not have: a request may say that the feature is off, and nothing else.
extension InputField {
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - names: Names of enums that turn nothing on, beside those of every protocol.
    ///   - message: The protocol's error for other values: `CODE : detail`.
    package init(off name: String, allowing names: Set<ExactText> = [], else message: String) {
        let form = FieldForm(
            name: name,
            value: .any,
            summary: "A feature that the server does not have: accepted if the value turns nothing on.",
            messageOutsideLimits: message
        )
        self.init(form) { (json, _, _) throws(FieldError) in
            guard json.isOff(allowing: names) else { throw FieldError(.notSupported, message: message) }
            return false
        }
    }
}

extension ResourceField {
    /// Declares a field of a feature that the server does not have.
    package init(off name: String, allowing names: Set<ExactText> = [], else message: String) {
        self.init(InputField(off: name, allowing: names, else: message))
    }
}

extension JSONValue {
    /// Whether nothing in the value is on: a flag, a number, a text, or a name such as `ENFORCE`.
    fileprivate func isOff(allowing names: Set<ExactText>) -> Bool {
        switch self {
        case .null: true
        case .boolean(let flag): !flag
        case .integer(let number): number == 0
        case .number(let number): number.value == 0
        case .string(let text):
            text.isEmpty || ["OFF", "DISABLED", "DEFAULT"].contains(text)
                || text.hasSuffix("_UNSPECIFIED")
                || names.contains(text.exact)
        case .array(let elements): elements.allSatisfy { $0.isOff(allowing: names) }
        case .object(let members): members.allSatisfy { $0.value.isOff(allowing: names) }
        }
    }
}
