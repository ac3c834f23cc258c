/// A text that is compared, hashed and sorted by its bytes of UTF-8.
///
/// `String` compares by canonical equivalence (Unicode, section 3.7): `K` equals U+212A, and `é` in one scalar equals `é` in
/// two. Databases, browsers and back ends compare bytes. An identifier, or another text of a client, is compared as it is:
///
///     name.exact == other.exact
///     let accounts: [ExactText: Account]
///     @ExactText var subject: String
@propertyWrapper
package struct ExactText: Sendable, Hashable {
    package var wrappedValue: String

    package init(wrappedValue: String) { self.wrappedValue = wrappedValue }

    package static func == (one: ExactText, other: ExactText) -> Bool {
        one.wrappedValue.hasSameBytes(as: other.wrappedValue)
    }

    package func hash(into hasher: inout Hasher) {
        var text = wrappedValue
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8.max)
    }
}

extension ExactText: Comparable {
    package static func < (one: ExactText, other: ExactText) -> Bool {
        one.wrappedValue.utf8.lexicographicallyPrecedes(other.wrappedValue.utf8)
    }
}

extension ExactText: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(wrappedValue: value) }
}

extension ExactText: CustomStringConvertible {
    package var description: String { wrappedValue }
}

extension String {
    /// The text, compared by its bytes.
    package var exact: ExactText { ExactText(wrappedValue: self) }
}

extension Substring {
    /// The text, compared by its bytes.
    package var exact: ExactText { ExactText(wrappedValue: String(self)) }
}

extension String {
    /// Whether two texts have the same bytes.
    ///
    /// Look-ups of each request need it: the views of strings would read the bytes one by one through iterators.
    fileprivate func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && hasPrefix(exact: other)
    }

    /// Whether a byte is in the text; each request asks.
    package func contains(byte: UInt8) -> Bool {
        var text = self
        return text.withUTF8 { bytes in
            for place in bytes.indices where unsafe bytes[place] == byte { return true }
            return false
        }
    }

    /// Whether the bytes of the text begin with those of another; each request asks.
    package func hasPrefix(exact prefix: String) -> Bool {
        guard utf8.count >= prefix.utf8.count else { return false }
        var (text, prefix) = (self, prefix)
        return text.withUTF8 { text in
            prefix.withUTF8 { prefix in
                for place in prefix.indices where unsafe text[place] != prefix[place] { return false }
                return true
            }
        }
    }
}

extension StringProtocol {
    /// Whether the bytes of the text begin with those of another.
    package func hasPrefix(exact prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }

    /// Whether the bytes of the text end with those of another.
    package func hasSuffix(exact suffix: some StringProtocol) -> Bool {
        utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}

extension Sequence where Element: StringProtocol {
    /// Whether one of the texts has the bytes of another.
    package func contains(exact text: some StringProtocol) -> Bool {
        contains { $0.utf8.elementsEqual(text.utf8) }
    }
}
