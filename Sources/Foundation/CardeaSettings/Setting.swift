/// One setting of a `Root`: its key, values, default and documentation, declared once.
///
///     static let settings: [Setting<Limits>] = [
///         Setting("drain", \.drain, .range(0...86_400), "Seconds that open requests may take at the end.")
///     ]
///
/// Decoding, validation, flags, environment variables, help and the pages of the documentation derive from it.
package struct Setting<Root>: Sendable {
    /// The key with the groups that it belongs to: `limits.drain`.
    package let key: String
    /// The name that older documents give it.
    package let formerKey: String?
    /// Whether tenants and apps may have a value of their own.
    package let isOverridable: Bool
    /// One or two sentences.
    package let documentation: String
    /// The values, as in "must be *from 1 to 10*".
    package let expectation: String
    /// The expectation for a value of the wrong type.
    private let typeExpectation: String
    /// The unit of numbers that are lengths of time; `nil` for other values.
    private let unit: TimeUnit?
    private let read: @Sendable (Root) -> SettingValue
    private let assign: @Sendable (inout Root, SettingValue) -> Bool
    private let parse: @Sendable (String) -> SettingValue?
    private let isAllowed: @Sendable (Root) -> Bool
    private let culprit: @Sendable (Root) -> String?

    /// - Parameters:
    ///   - key: The name within its group.
    ///   - path: Where the value is.
    ///   - rule: The values that are allowed.
    ///   - formerKey: The name that older documents give it.
    ///   - isOverridable: Whether tenants and apps may have a value of their own.
    ///   - documentation: One or two sentences.
    package init<Value: SettingType>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ rule: SettingRule<Value>,
        formerKey: String? = nil,
        isOverridable: Bool = true,
        _ documentation: String
    ) {
        self.key = key
        self.formerKey = formerKey
        self.isOverridable = isOverridable
        self.documentation = documentation
        expectation = rule.expectation
        let unit = rule.unit
        self.unit = unit
        typeExpectation = unit?.expectation ?? Value.expectation
        read = { $0[keyPath: path].settingValue }
        assign = { root, value in
            guard let value = Value(value.resolved(in: unit)) else { return false }
            root[keyPath: path] = value
            return true
        }
        parse = { text in
            if let unit {
                unit.count(in: text).map(SettingValue.integer)
            } else {
                Value(text: text)?.settingValue
            }
        }
        isAllowed = { rule.allows($0[keyPath: path]) }
        culprit = { rule.culprit($0[keyPath: path]) }
    }

    /// A setting that can have every value of its type.
    package init<Value: SettingType>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        formerKey: String? = nil,
        isOverridable: Bool = true,
        _ documentation: String
    ) {
        self.init(key, path, .any, formerKey: formerKey, isOverridable: isOverridable, documentation)
    }

    /// The same setting as a part of a group.
    package init<Group>(
        _ setting: Setting<Group>,
        in group: String,
        _ path: any WritableKeyPath<Root, Group> & Sendable
    ) {
        key = group + "." + setting.key
        formerKey = setting.formerKey
        isOverridable = setting.isOverridable
        documentation = setting.documentation
        expectation = setting.expectation
        typeExpectation = setting.typeExpectation
        unit = setting.unit
        read = { setting.read($0[keyPath: path]) }
        assign = { setting.assign(&$0[keyPath: path], $1) }
        parse = setting.parse
        isAllowed = { setting.isAllowed($0[keyPath: path]) }
        culprit = { setting.culprit($0[keyPath: path]) }
    }

    package func value(in root: Root) -> SettingValue { read(root) }

    /// A value as people read it: a length of time has a unit.
    package func text(of value: SettingValue) -> String {
        if let unit, case .integer(let count) = value { unit.text(of: count) } else { value.description }
    }

    /// The value in a document as people read it.
    package func text(in root: Root) -> String { text(of: read(root)) }

    /// Sets a value of the right type; whether it is allowed, `problem(in:)` says.
    ///
    /// - Throws: `SettingError` if the value has another type.
    package func set(_ value: SettingValue, in root: inout Root) throws(SettingError) {
        guard assign(&root, value) else { throw SettingError("\(key) must be \(typeExpectation)") }
    }

    /// Reads a value from a command line or an environment variable.
    ///
    /// - Throws: `SettingError`, which names the origin.
    package func value(of text: String, from origin: String) throws(SettingError) -> SettingValue {
        guard let value = parse(text) else {
            throw SettingError("\(origin): '\(text)' is not \(typeExpectation)")
        }
        return value
    }

    /// The documentation with the values that are allowed, and the default.
    package func explanation(defaults: Root) -> String {
        let values = expectation.prefix(1).uppercased() + expectation.dropFirst()
        return "\(documentation) \(values). Default: \(text(in: defaults))."
    }

    /// The error of the value; `nil` if it is allowed.
    package func problem(in root: Root) -> String? {
        guard !isAllowed(root) else { return nil }
        return "\(key) must be \(expectation)" + (culprit(root).map { ": '\($0)' is invalid" } ?? "")
    }
}

extension SettingValue {
    /// A length of time with its unit as a number of a unit; other values as they are.
    fileprivate func resolved(in unit: TimeUnit?) -> SettingValue {
        guard let unit, case .text(let text) = self, let count = unit.countWithSymbol(in: text) else {
            return self
        }
        return .integer(count)
    }
}

/// The error of a setting: one line that names it.
package struct SettingError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
