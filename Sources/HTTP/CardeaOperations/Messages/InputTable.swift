import CardeaEncodings

@resultBuilder package enum InputTableBuilder<Root> {
    package static func buildExpression(_ field: InputField<Root>) -> [InputField<Root>] { [field] }
    package static func buildExpression(_ fields: [InputField<Root>]) -> [InputField<Root>] { fields }
    package static func buildBlock(_ fields: [InputField<Root>]...) -> [InputField<Root>] {
        fields.flatMap(\.self)
    }
}

/// The way in which the names of a message's fields are written.
package enum FieldNaming: Sendable {
    case camelCase, snakeCase
}

/// The fields of a request's message, ready for reading.
package struct InputTable<Root: InputMessage>: Sendable {
    package let forms: [FieldForm]
    /// The positions of the fields, by the names that a client may use.
    private let exactNames: [ExactText: Int]
    private let allNames: [ExactText: Int]
    private let readers: [InputField<Root>.Reader]
    private let required: [Int]

    /// - Parameters:
    ///   - naming: How the fields are named; protocol buffers accept both forms.
    ///   - fields: The fields, 64 at most.
    package init(
        naming: FieldNaming = .camelCase,
        @InputTableBuilder<Root> _ fields: () -> [InputField<Root>]
    ) {
        let fields = fields()
        // A property without a field would stay empty, whatever a client sends.
        // Own texts.
        let properties = Set(Mirror(reflecting: Root()).children.compactMap(\.label))
        let missing = properties.subtracting(fields.map(\.form.name))
        precondition(missing.isEmpty, "\(Root.self) has properties without a field: \(missing)")
        self.init(naming: naming, fields)
    }

    init(naming: FieldNaming, _ fields: [InputField<Root>]) {
        precondition(fields.count <= 64, "\(Root.self) has more than 64 fields")
        var exactNames: [ExactText: Int] = [:]
        var otherNames: [ExactText: Int] = [:]
        for (place, field) in fields.enumerated() {
            let names = [field.form.name, snakeCase(field.form.name)]
            let exact = naming == .camelCase ? names[0] : names[1]
            precondition(
                exactNames.updateValue(place, forKey: exact.exact) == nil,
                "\(exact) is declared twice"
            )
            for name in names { otherNames[name.exact] = place }
        }
        forms = fields.map { naming == .camelCase ? $0.form : $0.form.named(snakeCase($0.form.name)) }
        self.exactNames = exactNames
        allNames = otherNames
        readers = fields.map(\.read)
        required = fields.indices.filter { fields[$0].form.rule.requires }
    }

    /// Reads a message.
    ///
    /// - Parameters:
    ///   - members: The members as they were sent.
    ///   - rules: How exactly they must follow the declaration.
    ///   - caller: The caller whose rules hold; `nil` within another message, where only types and limits hold.
    /// - Returns: The message.
    /// - Throws: The first fault of the request.
    func read(
        _ members: [JSONObject.Element],
        _ rules: ReadingRules,
        by caller: CallerKind?
    ) throws(FieldError) -> Root {
        var message = Root()
        var seen: UInt64 = 0
        var present: UInt64 = 0
        var unknown: [String] = []
        let names = rules == .exact ? exactNames : allNames
        for member in members {
            guard let place = names[member.name.exact] ?? place(spelled: member.name, rules) else {
                unknown.append(member.name)
                continue
            }
            let bit: UInt64 = 1 << UInt64(place)
            guard seen & bit == 0 else { throw FieldError(.repeated, field: forms[place].name) }
            seen |= bit
            guard !member.value.isAbsent(rules) else { continue }
            if try read(member, at: place, &message, rules, caller) { present |= bit }
        }
        guard unknown.isEmpty || rules == .parameters else {
            throw FieldError(.unknownFields(unknown.sorted()))
        }
        if let caller { try requireFields(present, by: caller) }
        return message
    }

    /// The only field of which a name is a spelling, as `photoURL` is of `photoUrl`.
    private func place(spelled name: String, _ rules: ReadingRules) -> Int? {
        guard rules == .protocolBuffers else { return nil }
        let places = forms.indices.filter { name.isSpelling(of: forms[$0].name) }
        return places.count == 1 ? places[0] : nil
    }

    /// - Returns: Whether the field is present.
    private func read(
        _ member: JSONObject.Element,
        at place: Int,
        _ message: inout Root,
        _ rules: ReadingRules,
        _ caller: CallerKind?
    ) throws(FieldError) -> Bool {
        let isPresent: Bool
        do throws(FieldError) {
            isPresent = try readers[place](member.value, &message, rules)
        } catch {
            throw error.at(member.name, outsideLimits: forms[place].messageOutsideLimits)
        }
        let rule = forms[place].rule
        if isPresent, let caller, let senders = rule.senders, !senders.contains(caller) {
            throw FieldError(.notAllowed(label: rule.label), field: member.name, message: rule.rejection)
        }
        return isPresent
    }

    private func requireFields(_ present: UInt64, by caller: CallerKind) throws(FieldError) {
        for place in required where present & 1 << UInt64(place) == 0 {
            let form = forms[place]
            guard case .required(let callers, let code) = form.rule.presence, callers.contains(caller) else {
                continue
            }
            throw FieldError(.missing, field: form.name, message: code)
        }
    }
}

extension FieldRule {
    fileprivate var requires: Bool {
        if case .required = presence { true } else { false }
    }
}

extension FieldForm {
    func named(_ name: String) -> FieldForm {
        var form = self
        form.name = name
        return form
    }
}

extension JSONValue {
    fileprivate func isAbsent(_ rules: ReadingRules) -> Bool {
        switch self {
        // `null` does not have the type of a field.
        case .null: rules != .exact
        case .string(let text): rules == .parameters && text.isEmpty
        case .boolean, .integer, .number, .array, .object: false
        }
    }
}
