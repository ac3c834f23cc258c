/// The rule for the values of a setting, beyond their type.
package struct SettingRule<Value: SettingType>: Sendable {
    /// The rule as in "must be *from 1 to 10*".
    package let expectation: String
    package let allows: @Sendable (Value) -> Bool

    package init(_ expectation: String, _ allows: @escaping @Sendable (Value) -> Bool) {
        self.expectation = expectation
        self.allows = allows
    }

    /// Every value of the type.
    package static var any: Self { Self(Value.expectation) { _ in true } }
}

extension SettingRule<Int> {
    package static func range(_ range: ClosedRange<Int>) -> Self {
        Self("from \(range.lowerBound) to \(range.upperBound)") { range.contains($0) }
    }
}

extension SettingRule<Int?> {
    package static func range(_ range: ClosedRange<Int>) -> Self {
        Self("from \(range.lowerBound) to \(range.upperBound), or none") { $0.map(range.contains) ?? true }
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
