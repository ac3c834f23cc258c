/// A value that never prints: not by interpolation, not by `dump`, not as a part of another value.
package protocol Redacted: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{}

extension Redacted {
    package var description: String { "<secret>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
