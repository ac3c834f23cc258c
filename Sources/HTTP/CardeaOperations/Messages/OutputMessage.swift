package import CardeaEncodings
package import CardeaSecrets

/// A value that a response can hold.
package protocol OutputValue: Sendable {
    static var outputForm: ValueForm { get }
    func write(to json: inout JSONText)
}

extension String: OutputValue {
    package static var outputForm: ValueForm { .text(maximumBytes: nil) }
    package func write(to json: inout JSONText) { json.string(self) }
}

extension Secret: OutputValue {
    package static var outputForm: ValueForm { String.outputForm }
    package func write(to json: inout JSONText) { json.string(reveal()) }
}

extension Bool: OutputValue {
    package static var outputForm: ValueForm { .boolean }
    package func write(to json: inout JSONText) { json.boolean(self) }
}

extension Int64: OutputValue {
    package static var outputForm: ValueForm { .integer(.min ... .max) }
    package func write(to json: inout JSONText) { json.integer(self) }
}

extension Int: OutputValue {
    package static var outputForm: ValueForm { .integer(.min ... .max) }
    package func write(to json: inout JSONText) { json.integer(Int64(self)) }
}

extension Array: OutputValue where Element: OutputValue {
    package static var outputForm: ValueForm { .list(Element.outputForm, maximumCount: nil) }

    package func write(to json: inout JSONText) {
        json.array { json in for element in self { element.write(to: &json) } }
    }
}

extension Dictionary: OutputValue where Key == ExactText, Value: OutputValue {
    package static var outputForm: ValueForm { .map(Value.outputForm) }

    /// Writes the members in the order of their names.
    package func write(to json: inout JSONText) {
        json.object { json in
            for (name, value) in sorted(by: { $0.key < $1.key }) {
                json.name(text: name.wrappedValue)
                value.write(to: &json)
            }
        }
    }
}

/// A token: text that needs no escape.
package struct TokenText: OutputValue {
    private let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package static var outputForm: ValueForm { .text(maximumBytes: nil) }

    package func write(to json: inout JSONText) {
        json.string(unescaped: bytes)
    }
}

/// The body of a response, or a part of one.
package protocol OutputMessage: OutputValue {
    /// The members, each declared once.
    static var outputFields: OutputTable<Self> { get }
}

extension OutputMessage {
    package static var outputForm: ValueForm {
        .message(MessageForm(name: "\(Self.self)") { outputFields.forms })
    }

    package func write(to json: inout JSONText) { Self.outputFields.write(self, to: &json) }
}

/// A response without a body.
package struct NoOutput: OutputMessage {
    package static let outputFields = OutputTable<NoOutput> {}
    package init() {}
}

/// An empty object: the operation succeeded.
package struct EmptyObject: OutputMessage {
    package static let outputFields = OutputTable<EmptyObject> {}
    package init() {}
}

/// One member of a response: its form, and how it is written.
package struct OutputField<Root>: Sendable {
    let form: FieldForm
    let write: @Sendable (Root, JSONName, inout JSONText) -> Void

    /// Declares a member that may be absent.
    ///
    /// Its name is that of the stored property, unless the declaration has one.
    package init<Value: OutputValue>(
        _ path: any KeyPath<Root, Value?> & Sendable,
        _ summary: String,
        named name: String? = nil
    ) {
        form = FieldForm(name: name ?? propertyName(path), value: Value.outputForm, summary: summary)
        let property = PropertyReader(path)
        write = { root, name, json in
            guard let value = property.value(in: root) else { return }
            json.name(name)
            value.write(to: &json)
        }
    }

    /// Declares a member that every response has.
    package init<Value: OutputValue>(
        _ path: any KeyPath<Root, Value> & Sendable,
        _ summary: String,
        named name: String? = nil
    ) {
        form = FieldForm(
            name: name ?? propertyName(path),
            value: Value.outputForm,
            summary: summary,
            isAlwaysPresent: true
        )
        let property = PropertyReader(path)
        write = { root, name, json in
            json.name(name)
            property.value(in: root).write(to: &json)
        }
    }
}

@resultBuilder package enum OutputTableBuilder<Root> {
    package static func buildExpression(_ member: OutputField<Root>) -> [OutputField<Root>] { [member] }
    package static func buildBlock(_ members: [OutputField<Root>]...) -> [OutputField<Root>] {
        members.flatMap(\.self)
    }
}

/// The members of a response's message, ready for writing.
package struct OutputTable<Root>: Sendable {
    package let forms: [FieldForm]
    private let writers: [Writer]

    private struct Writer: Sendable {
        let name: JSONName
        let write: @Sendable (Root, JSONName, inout JSONText) -> Void
    }

    package init(
        naming: FieldNaming = .camelCase,
        @OutputTableBuilder<Root> _ members: () -> [OutputField<Root>]
    ) {
        self.init(naming: naming, members())
    }

    /// - Parameters:
    ///   - naming: How the members are named.
    ///   - members: The members.
    ///   - forms: The forms of a resource, of which the members are a part; `nil` for those of the members.
    init(naming: FieldNaming, _ members: [OutputField<Root>], of forms: [FieldForm]? = nil) {
        let names = members.map { naming == .camelCase ? $0.form.name : snakeCase($0.form.name) }
        // Own texts.
        precondition(Set(names).count == names.count, "\(Root.self) has a member twice")
        self.forms = forms ?? zip(names, members).map { $1.form.named($0) }
        writers = zip(names, members).map { Writer(name: JSONName($0), write: $1.write) }
    }

    func write(_ message: Root, to json: inout JSONText) {
        assert(isComplete(for: message), "\(Root.self) has a property without a member")
        json.object { json in
            for writer in writers { writer.write(message, writer.name, &json) }
        }
    }

    /// Whether every property has a member; one without would be missing in every response.
    private func isComplete(for message: Root) -> Bool {
        // Own texts.
        let properties = Set(Mirror(reflecting: message).children.compactMap(\.label).map(snakeCase))
        return properties.isSubset(of: forms.map { snakeCase($0.name) })
    }
}
