import CardeaEncodings

/// The schemas of all messages of a table of operations, each once.
struct OpenAPISchemas {
    private var messages: [String: MessageForm] = [:]

    init(_ operations: [OperationDescription]) {
        for operation in operations {
            if !operation.source.isQuery { add(.message(operation.input)) }
            if let lines = operation.inputLines { add(.message(lines.line)) }
            if let output = operation.output { add(output) }
            if let body = operation.errorBody { add(body) }
        }
    }

    private mutating func add(_ value: ValueForm) {
        switch value {
        case .text, .boolean, .integer, .enumeration, .any: break
        case .list(let element, _), .map(let element): add(element)
        case .message(let message):
            // Own texts.
            if let known = messages[message.name] {
                // A request may ignore fields that a response of the same name does not have.
                let names = [known, message].map { $0.fields.filter(\.isDocumented).map(\.name) }
                precondition(names[0] == names[1], "two messages have the name \(message.name)")
                return
            }
            // Own texts.
            messages[message.name] = message
            for field in message.fields { add(field.value) }
        }
    }

    func write(to text: inout JSONText) {
        // Own texts.
        for (name, message) in messages.sorted(by: { $0.key < $1.key }) {
            text.name(text: name)
            text.object { text in message.writeSchema(to: &text) }
        }
    }
}

extension MessageForm {
    fileprivate func writeSchema(to text: inout JSONText) {
        let fields = fields.filter(\.isDocumented)
        text.member("type", "object")
        text.name("properties")
        text.object { text in
            for field in fields {
                text.name(text: field.name)
                field.value.writeSchema(to: &text, description: field.description, field.direction)
            }
        }
        let required = fields.filter(\.isRequired).map(\.name)
        guard !required.isEmpty else { return }
        text.name("required")
        text.array { text in for name in required { text.string(name) } }
    }
}

extension ValueForm {
    func writeSchema(
        to text: inout JSONText,
        description: String? = nil,
        _ direction: FieldForm.Direction = .both
    ) {
        text.object { text in
            if let description { text.member("description", description) }
            switch direction {
            case .both: break
            case .readOnly: text.member("readOnly", true)
            case .writeOnly: text.member("writeOnly", true)
            }
            switch self {
            case .text(let maximum):
                text.member("type", "string")
                if let maximum { text.member("maxLength", maximum) }
            case .boolean: text.member("type", "boolean")
            case .integer(let range):
                text.member("type", "integer")
                text.member("format", "int64")
                if range.lowerBound > .min { text.member("minimum", range.lowerBound) }
                if range.upperBound < .max { text.member("maximum", range.upperBound) }
            case .enumeration(let names):
                text.member("type", "string")
                text.name("enum")
                text.array { text in for name in names { text.string(name) } }
            case .list(let element, let maximum):
                text.member("type", "array")
                if let maximum { text.member("maxItems", maximum) }
                text.name("items")
                element.writeSchema(to: &text)
            case .map(let element):
                text.member("type", "object")
                text.name("additionalProperties")
                element.writeSchema(to: &text)
            case .message(let message): text.member("$ref", "#/components/schemas/\(message.name)")
            case .any: break
            }
        }
    }
}

extension FieldForm {
    /// The summary, and whether administrators alone may send the field.
    var description: String { rule.senders == nil ? summary : "\(summary) For administrators only." }

    fileprivate var isDocumented: Bool { direction == .readOnly || !rule.isIgnored }

    /// Whether each message has the field, of those that hold it.
    fileprivate var isRequired: Bool {
        direction == .both && rule.isRequiredOfAll || direction != .writeOnly && isAlwaysPresent
    }
}

extension FieldRule {
    package var isIgnored: Bool { presence == .ignored }

    fileprivate var isRequiredOfAll: Bool {
        guard case .required(let callers, _) = presence else { return false }
        return callers == Set(CallerKind.allCases)
    }
}
