import CardeaEncodings

/// A token or other secret text that never prints.
///
/// Descriptions, interpolation, `dump` and reflection all show `<secret>`; there is no `Codable` conformance,
/// so a secret reaches a log or a file only where `reveal()` is written out.
public struct SessionSecret: Sendable, Hashable {
    @ExactText private var text: String

    /// Wraps a secret text.
    public init(_ text: String) {
        self.text = text
    }

    /// The secret itself.
    public func reveal() -> String {
        text
    }

    /// The secret; `nil` when it is empty: what some back ends write for "none".
    var unlessEmpty: SessionSecret? { text.isEmpty ? nil : self }
}

extension SessionSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `<secret>`.
    public var description: String { "<secret>" }
    /// Always `<secret>`.
    public var debugDescription: String { description }
    /// Shows nothing of the text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
