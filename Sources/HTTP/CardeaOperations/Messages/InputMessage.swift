package import CardeaEncodings

/// A request, or a part of one.
package protocol InputMessage: FieldValue where Limit == NoLimit {
    init()
    /// The fields, each declared once.
    static var inputFields: InputTable<Self> { get }
    /// The form of the message for documents and tests.
    static var messageForm: MessageForm { get }
}

extension InputMessage {
    package static func form(_ limit: NoLimit) -> ValueForm { .message(messageForm) }

    package static var messageForm: MessageForm { MessageForm(name: "\(Self.self)") { inputFields.forms } }

    package static func read(
        _ json: JSONValue,
        _ limit: NoLimit,
        _ rules: ReadingRules
    ) throws(FieldError) -> Self? {
        guard case .object(let object) = json else { throw FieldError(.wrongType("TYPE_MESSAGE")) }
        return try inputFields.read(Array(object), rules, by: nil)
    }
}

/// The message of an operation that takes no fields.
package struct NoInput: InputMessage {
    package static let inputFields = InputTable<NoInput> {}
    package init() {}
}

/// One field of a request: its form, and how it is read into a message.
package struct InputField<Root>: Sendable {
    /// Reads a value into a message.
    ///
    /// - Returns: Whether the field is present.
    typealias Reader =
        @Sendable (JSONValue, inout Root, ReadingRules) throws(FieldError) -> Bool

    let form: FieldForm
    let read: Reader

    init(_ form: FieldForm, _ read: @escaping Reader) {
        self.form = form
        self.read = read
    }

    /// Declares a field.
    ///
    /// - Parameters:
    ///   - path: The property.
    ///   - limit: The limit of its value.
    ///   - summary: One sentence for the documentation.
    ///   - rule: Which callers must send the field, or may.
    ///   - message: The protocol's error for a value outside of the limit: a code, or `CODE : detail`.
    ///   - name: The name of the field; defaults to that of the stored property.
    package init<Value: FieldValue>(
        _ path: any WritableKeyPath<Root, Value?> & Sendable,
        _ limit: Value.Limit,
        _ summary: String,
        _ rule: FieldRule = .optional,
        else message: String? = nil,
        named name: String? = nil
    ) {
        form = FieldForm(
            name: name ?? propertyName(path),
            value: Value.form(limit),
            summary: summary,
            rule: rule,
            messageOutsideLimits: message
        )
        let property = PropertyWriter(path)
        read = { (json, root, rules) throws(FieldError) in
            let value = try Value.read(json, limit, rules)
            property.set(value, in: &root)
            return value != nil
        }
    }

    /// Declares a field whose type needs no limit.
    package init<Value: FieldValue>(
        _ path: any WritableKeyPath<Root, Value?> & Sendable,
        _ summary: String,
        _ rule: FieldRule = .optional,
        named name: String? = nil
    ) where Value.Limit == NoLimit {
        self.init(path, NoLimit(), summary, rule, named: name)
    }

    /// Declares a field that the protocol knows and the server does not use.
    package init(ignored name: String) {
        form = FieldForm(name: name, value: .any, summary: "Ignored.", rule: .ignored)
        read = { (_, _, _) throws(FieldError) in false }
    }
}

/// The name of a property: `\Message.email` gives `email`.
///
/// The text of a key path is not part of Swift's contract. It is checked here, when a table is made; tests make every
/// table. A computed property has no such text: its field has an explicit name.
func propertyName(_ path: AnyKeyPath) -> String {
    let name = "\(path)".drop { $0 != "." }.dropFirst()
    precondition(
        !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) },
        "\(path) is not a stored property: declare the name of its field"
    )
    return String(name)
}

extension String {
    /// Whether the text is the name of a field as `snakeCase` writes it; each request with a form asks.
    func isSnakeCase(of name: String) -> Bool {
        var bytes = utf8.makeIterator()
        for byte in name.utf8 {
            if ASCII.isUppercase(byte), bytes.next() != UInt8(ascii: "_") { return false }
            guard bytes.next() == (ASCII.isUppercase(byte) ? byte | 0x20 : byte) else { return false }
        }
        return bytes.next() == nil
    }
}

/// `refreshToken` as `refresh_token`.
func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
}
