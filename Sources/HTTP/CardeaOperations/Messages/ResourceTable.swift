package import CardeaEncodings

/// A message that requests and responses share: what an API creates, shows and changes.
package protocol ResourceMessage: InputMessage, OutputMessage {
    /// The fields, each declared once.
    static var fields: ResourceTable<Self> { get }
}

extension ResourceMessage {
    package static var inputFields: InputTable<Self> { fields.input }
    package static var outputFields: OutputTable<Self> { fields.output }
    package static var messageForm: MessageForm { MessageForm(name: "\(Self.self)") { fields.forms } }
    package static var outputForm: ValueForm { .message(messageForm) }
}

/// The rules of a field of a resource in requests.
package struct FieldBehavior: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Each request that creates the resource must have the field.
    package static let required = FieldBehavior(rawValue: 1)
    /// The field is set when the resource is created; an update ignores it.
    package static let immutable = FieldBehavior(rawValue: 2)
    /// No response has the field.
    package static let writeOnly = FieldBehavior(rawValue: 4)
}

/// One field of a resource: its form, and how it is read and written.
package struct ResourceField<Root: ResourceMessage>: Sendable {
    let form: FieldForm
    let input: InputField<Root>
    let output: OutputField<Root>?
    let behavior: FieldBehavior

    /// Declares a field that requests set and responses show.
    ///
    /// - Parameters:
    ///   - path: The property.
    ///   - limit: The limit of its value.
    ///   - summary: One sentence for the documentation.
    ///   - behavior: The rules of the field in requests; by default each request may set it.
    ///   - message: The protocol's error for a value outside of the limit: a code, or `CODE : detail`.
    ///   - name: The name of the field; defaults to that of the stored property.
    package init<Value: FieldValue & OutputValue>(
        _ path: any WritableKeyPath<Root, Value?> & Sendable,
        _ limit: Value.Limit,
        _ summary: String,
        _ behavior: FieldBehavior = [],
        else message: String? = nil,
        named name: String? = nil
    ) {
        let rule = behavior.contains(.required) ? FieldRule.required() : .optional
        input = InputField(path, limit, summary, rule, else: message, named: name)
        let isHidden = behavior.contains(.writeOnly)
        output = isHidden ? nil : OutputField(path, summary, named: name)
        var form = input.form
        if isHidden { form.direction = .writeOnly }
        self.form = form
        self.behavior = behavior
    }

    /// Declares a field whose type needs no limit.
    package init<Value: FieldValue & OutputValue>(
        _ path: any WritableKeyPath<Root, Value?> & Sendable,
        _ summary: String,
        _ behavior: FieldBehavior = [],
        named name: String? = nil
    ) where Value.Limit == NoLimit {
        self.init(path, NoLimit(), summary, behavior, named: name)
    }

    /// Declares a field that the server sets.
    ///
    /// Requests may have it, for a client sends back what it got; it is ignored there.
    ///
    /// - Parameters:
    ///   - path: The property.
    ///   - summary: One sentence for the documentation.
    ///   - isAlwaysPresent: Whether every response has it.
    ///   - name: The name of the field; defaults to that of the stored property.
    package init<Value: OutputValue>(
        readOnly path: any KeyPath<Root, Value?> & Sendable,
        _ summary: String,
        always isAlwaysPresent: Bool = false,
        named name: String? = nil
    ) {
        let output = OutputField(path, summary, named: name)
        var form = output.form
        form.rule = .ignored
        form.direction = .readOnly
        form.isAlwaysPresent = isAlwaysPresent
        self.form = form
        self.output = output
        input = InputField(ignored: form.name)
        behavior = []
    }

    /// Declares a field that the protocol knows and the server does not use.
    package init(ignored name: String) {
        self.init(InputField(ignored: name))
    }

    /// Declares a field that requests have and the server does not keep.
    init(_ input: InputField<Root>) {
        self.input = input
        output = nil
        form = input.form
        behavior = []
    }

    /// Whether an update may name the field in its mask.
    var isMutable: Bool { !form.rule.isIgnored && !behavior.contains(.immutable) }

    /// The field in a request for an update, which requires nothing.
    var change: InputField<Changes<Root>> {
        guard isMutable else { return InputField(ignored: form.name) }
        var form = form
        form.rule = .optional
        let read = input.read
        return InputField(form) { (json, changes, rules) throws(FieldError) in
            try read(json, &changes.resource, rules)
        }
    }
}

@resultBuilder package enum ResourceTableBuilder<Root: ResourceMessage> {
    package static func buildExpression(_ field: ResourceField<Root>) -> [ResourceField<Root>] { [field] }
    package static func buildExpression(_ fields: [ResourceField<Root>]) -> [ResourceField<Root>] { fields }
    package static func buildBlock(_ fields: [ResourceField<Root>]...) -> [ResourceField<Root>] {
        fields.flatMap(\.self)
    }
}

/// The fields of a resource: for requests that create and update it, for responses, for masks and for documents.
package struct ResourceTable<Root: ResourceMessage>: Sendable {
    let forms: [FieldForm]
    let input: InputTable<Root>
    let output: OutputTable<Root>
    let changes: InputTable<Changes<Root>>
    /// The paths of the fields that an update may change, such as `client` and `client.permissions`.
    package let paths: Set<ExactText>
    /// Those of the paths whose fields may hold any value.
    private let openPaths: Set<ExactText>

    package init(@ResourceTableBuilder<Root> _ fields: () -> [ResourceField<Root>]) {
        let fields = fields()
        // Own texts.
        let properties = Set(Mirror(reflecting: Root()).children.compactMap(\.label))
        let missing = properties.subtracting(fields.map(\.form.name))
        precondition(missing.isEmpty, "\(Root.self) has properties without a field: \(missing)")
        forms = fields.map(\.form)
        input = InputTable(naming: .camelCase, fields.map(\.input))
        output = OutputTable(naming: .camelCase, fields.compactMap(\.output), of: forms)
        changes = InputTable(naming: .camelCase, fields.map(\.change))
        let mutable = fields.filter(\.isMutable).map(\.form)
        paths = Set(mutable.flatMap(\.paths).map(\.exact))
        openPaths = Set(mutable.flatMap(\.openPaths).map(\.exact))
    }

    /// Whether a path is that of a field that an update may change.
    func contains(_ path: ExactText) -> Bool {
        paths.contains(path) || openPaths.contains { path.wrappedValue.hasPrefix(exact: "\($0).") }
    }
}

extension FieldForm {
    /// The path of the field, and those of the fields in it.
    fileprivate var paths: [String] {
        guard case .message(let message) = value else { return [name] }
        return [name] + message.fields.flatMap(\.paths).map { "\(name).\($0)" }
    }

    /// Those of the paths below which a mask may name anything.
    fileprivate var openPaths: [String] {
        switch value {
        case .any: [name]
        case .message(let message): message.fields.flatMap(\.openPaths).map { "\(name).\($0)" }
        case .text, .boolean, .integer, .enumeration, .list, .map: []
        }
    }
}

/// The message of an update of a resource: no field is required, and those that cannot change are ignored.
package struct Changes<Resource: ResourceMessage>: InputMessage {
    package internal(set) var resource = Resource()

    package init() {}

    package static var inputFields: InputTable<Self> { Resource.fields.changes }
    package static var messageForm: MessageForm {
        MessageForm(name: "\(Resource.self)Changes") { inputFields.forms }
    }
}
