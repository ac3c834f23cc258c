/// A value that can be typed on a command line.
package protocol ArgumentValue {
    /// - Returns: `nil` when the text is not such a value.
    init?(argument: String)

    /// The kind of value, as in "`x` is not *a whole number*".
    static var expectation: String { get }

    /// All values, if they are few; for completions.
    static var choices: [String] { get }
}

extension ArgumentValue {
    package static var choices: [String] { [] }
}

extension String: ArgumentValue {
    package init?(argument: String) { self = argument }
    package static var expectation: String { "text" }
}

extension Int: ArgumentValue {
    package init?(argument: String) { self.init(argument) }
    package static var expectation: String { "a whole number" }
}

extension Bool: ArgumentValue {
    package init?(argument: String) {
        switch argument {
        case "true": self = true
        case "false": self = false
        default: return nil
        }
    }

    package static var expectation: String { "true or false" }
    package static var choices: [String] { ["true", "false"] }
}

extension Optional: ArgumentValue where Wrapped: ArgumentValue {
    package init?(argument: String) {
        guard let value = Wrapped(argument: argument) else { return nil }
        self = value
    }

    package static var expectation: String { Wrapped.expectation }
    package static var choices: [String] { Wrapped.choices }
}

extension ArgumentValue where Self: RawRepresentable<String> & CaseIterable {
    package init?(argument: String) { self.init(rawValue: argument) }
    package static var expectation: String {
        "one of " + choices.joined(separator: ", ")
    }
    package static var choices: [String] { allCases.map(\.rawValue) }
}
