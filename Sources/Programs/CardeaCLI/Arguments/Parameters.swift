/// An option with a value: `--data DIR`; its name is that of the property, in kebab case.
@propertyWrapper
package struct Option<Value: ArgumentValue> {
    private let box: ParameterBox<Value>

    package var wrappedValue: Value { box.value }

    /// Creates an option with a default, which its help shows.
    package init(wrappedValue: Value, _ help: String, value: String) {
        box = ParameterBox(wrappedValue, kind: .option(value: value), help: help)
    }

    package init<Wrapped>(_ help: String, value: String) where Value == Wrapped? {
        box = ParameterBox(nil, kind: .option(value: value), help: help)
    }
}

/// An option without a value: `--json`.
@propertyWrapper
package struct Flag {
    private let box: ParameterBox<Bool>

    package var wrappedValue: Bool { box.value }

    package init(_ help: String) {
        box = ParameterBox(false, kind: .flag, help: help)
    }
}

/// A word without a name; if its value is optional, it may be left out.
@propertyWrapper
package struct Argument<Value: ArgumentValue> {
    private let box: ParameterBox<Value>

    package var wrappedValue: Value { box.value }

    package init(wrappedValue: Value, _ help: String) {
        box = ParameterBox(wrappedValue, kind: .argument(isRequired: true), help: help)
    }

    package init<Wrapped>(_ help: String) where Value == Wrapped? {
        box = ParameterBox(nil, kind: .argument(isRequired: false), help: help)
    }
}

/// All words that are left, at least one; the last argument of a command.
@propertyWrapper
package struct Arguments {
    private let box: WordsBox

    package var wrappedValue: [String] { box.words }

    /// - Parameters:
    ///   - usage: The words in the usage, such as `KEY VALUE [KEY VALUE ...]`.
    ///   - help: The meaning of the words.
    ///   - choices: Words that completions suggest.
    package init(_ usage: String, _ help: String, choices: [String] = []) {
        box = WordsBox(usage, help: help, choices: choices)
    }
}

/// Options that several commands share.
@propertyWrapper
package struct OptionGroup<Group> {
    package let wrappedValue: Group

    package init(wrappedValue: Group) { self.wrappedValue = wrappedValue }
}

/// One parameter of a command, as the parser and the help see it.
protocol Parameter: AnyObject {
    var kind: ParameterKind { get }
    var help: String { get }
    var defaultText: String? { get }
    var isGiven: Bool { get }
    /// All values, if they are few; for completions.
    var choices: [String] { get }

    /// - Returns: The expectation of the value if the text is invalid; else `nil`.
    func take(_ text: String) -> String?
}

/// Parameters that a table declares, instead of properties.
protocol ParameterSource {
    var parameters: [(name: String, parameter: any Parameter)] { get }
}

enum ParameterKind {
    case option(value: String)
    case flag
    /// A repeated argument has a form in the usage, such as `KEY VALUE [KEY VALUE ...]`.
    case argument(isRequired: Bool, repeatedAs: String? = nil)
}

/// Holds a parameter's value between parsing and running.
final class ParameterBox<Value: ArgumentValue>: Parameter {
    private(set) var value: Value
    private(set) var isGiven = false
    let kind: ParameterKind
    let help: String
    let defaultText: String?
    let choices: [String]

    init(_ value: Value, kind: ParameterKind, help: String, choices: [String]? = nil) {
        self.value = value
        self.choices = choices ?? Value.choices
        self.kind = kind
        self.help = help
        defaultText =
            if case .option = kind, !(value is any OptionalValue), "\(value)" != "" { "\(value)" } else {
                nil
            }
    }

    func take(_ text: String) -> String? {
        guard let parsed = Value(argument: text) else { return Value.expectation }
        value = parsed
        isGiven = true
        return nil
    }
}

/// Holds the words of a repeated argument between parsing and running.
final class WordsBox: Parameter {
    private(set) var words: [String] = []
    let kind: ParameterKind
    let help: String
    let choices: [String]
    var defaultText: String? { nil }
    var isGiven: Bool { !words.isEmpty }

    init(_ usage: String, help: String, choices: [String]) {
        kind = .argument(isRequired: true, repeatedAs: usage)
        self.help = help
        self.choices = choices
    }

    func take(_ text: String) -> String? {
        words.append(text)
        return nil
    }
}

private protocol OptionalValue {}
extension Optional: OptionalValue {}
