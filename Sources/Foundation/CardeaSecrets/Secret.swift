/// A password, a code, a token or another secret text that never prints.
///
/// Descriptions, interpolation, `dump` and reflection show `<secret>`, also of the messages and records that hold one. The text is
/// read only where `reveal()` or `utf8` is written: by a hash, by a MAC, and in a response that has to contain it.
///
/// It cannot be compared: secrets are compared by their hashes.
package struct Secret: Redacted {
    private let text: String

    package init(_ text: String) { self.text = text }

    package var isEmpty: Bool { text.isEmpty }
    /// The bytes of the text; no copy.
    package var utf8: String.UTF8View { text.utf8 }

    package func reveal() -> String { text }
}

/// For messages of a protocol: the client writes the secret, and the server reads it.
extension Secret: Codable {
    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Secret: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(value) }
}
