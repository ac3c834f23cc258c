/// A value that never prints: not by interpolation, not by `dump`, not as a part of another value.
package protocol Redacted: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{}

extension Redacted {
    package var description: String { "<secret>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Interpolation of a secret is a warning: the text would contain `<secret>`, where its author expects the secret.
extension DefaultStringInterpolation {
    @available(
        *,
        deprecated,
        message: "A secret in a text is written as <secret>. Write reveal() where the text has to contain it."
    )
    package mutating func appendInterpolation(_ value: some Redacted) { appendLiteral(value.description) }

    @available(
        *,
        deprecated,
        message: "A secret in a text is written as <secret>. Write reveal() where the text has to contain it."
    )
    package mutating func appendInterpolation(_ value: (some Redacted)?) {
        appendLiteral(value.map(\.description) ?? "nil")
    }
}
