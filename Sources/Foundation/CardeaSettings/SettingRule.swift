/// The rule for the values of a setting, beyond their type.
package struct SettingRule<Value: SettingType>: Sendable {
    /// The rule as in "must be *from 1 to 10*".
    package let expectation: String
    /// The unit of numbers that are lengths of time; `nil` for other values.
    let unit: TimeUnit?
    package let allows: @Sendable (Value) -> Bool
    /// The part of a value that breaks the rule; `nil` if it is the whole value.
    let culprit: @Sendable (Value) -> String?

    /// - Parameters:
    ///   - expectation: The rule as in "must be *from 1 to 10*".
    ///   - unit: The unit of numbers that are lengths of time.
    ///   - culprit: Finds the part of a value that breaks the rule, for the error.
    ///   - allows: Whether a value keeps the rule.
    package init(
        _ expectation: String,
        unit: TimeUnit? = nil,
        culprit: @escaping @Sendable (Value) -> String? = { _ in nil },
        _ allows: @escaping @Sendable (Value) -> Bool
    ) {
        self.expectation = expectation
        self.unit = unit
        self.culprit = culprit
        self.allows = allows
    }

    /// Every value of the type.
    package static var any: Self { Self(Value.expectation) { _ in true } }
}

extension SettingRule<Int> {
    package static func range(_ range: ClosedRange<Int>) -> Self {
        Self("from \(range.lowerBound) to \(range.upperBound)") { range.contains($0) }
    }

    /// A length of time; numbers count in a unit.
    package static func time(in unit: TimeUnit, _ range: ClosedRange<Int>) -> Self {
        Self(unit.expectation(range), unit: unit) { range.contains($0) }
    }
}

extension SettingRule<Int?> {
    package static func range(_ range: ClosedRange<Int>) -> Self {
        Self("from \(range.lowerBound) to \(range.upperBound), or none") { $0.map(range.contains) ?? true }
    }

    /// A length of time, or none; numbers count in a unit.
    package static func time(in unit: TimeUnit, _ range: ClosedRange<Int>) -> Self {
        Self(unit.expectation(range) + ", or none", unit: unit) { $0.map(range.contains) ?? true }
    }
}

extension TimeUnit {
    fileprivate func expectation(_ range: ClosedRange<Int>) -> String {
        "from \(text(of: range.lowerBound)) to \(text(of: range.upperBound))"
    }
}

extension SettingRule<[String]> {
    /// A list; an error names the first element that breaks the rule.
    package static func list(
        _ expectation: String,
        maximumCount: Int = .max,
        of allows: @escaping @Sendable (String) -> Bool
    ) -> Self {
        Self(expectation, culprit: { $0.first { !allows($0) } }) { list in
            list.count <= maximumCount && list.allSatisfy(allows)
        }
    }
}

extension SettingRule<String> {
    /// Text for a name of the system, which ends at a zero byte.
    package static var name: Self {
        Self("text without control characters, and not empty", isName)
    }
}

extension SettingRule<String?> {
    package static var name: Self {
        Self("text without control characters, and not empty") { $0.map(isName) ?? true }
    }
}

@Sendable private func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
}
