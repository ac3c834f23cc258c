package import CardeaEncodings

/// Names an identity provider: `google.com`, `oidc.acme`.
///
/// It has 3 to 128 letters, digits, `.`, `-` and `_` of ASCII, and at least one `.`. So it is never another sign-in
/// method, such as `password` or `phone`. It is never `email`, which ID tokens also use.
package struct ProviderID: TextIdentifier {
    package let rawValue: String

    /// - Returns: `nil` if the text is not the name of a provider.
    package init?(rawValue: String) {
        let bytes = rawValue.utf8
        guard (3...128).contains(bytes.count), bytes.contains(UInt8(ascii: ".")),
            bytes.first != UInt8(ascii: "."), bytes.last != UInt8(ascii: "."),
            bytes.allSatisfy(Self.isAllowed)
        else { return nil }
        self.rawValue = rawValue
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "-._".utf8.contains(byte)
    }
}

/// A person at a provider: the provider, and its own ID of the person.
package struct ProviderSubject: Sendable, Hashable {
    package let provider: ProviderID
    /// 1 to 256 bytes without control characters, compared byte by byte.
    @ExactText package private(set) var subject: String

    /// - Returns: `nil` if the ID is empty, too long, or has control characters.
    package init?(_ provider: ProviderID, _ subject: String) {
        guard (1...256).contains(subject.utf8.count), !subject.hasControlCharacters else { return nil }
        self.provider = provider
        self.subject = subject
    }
}
