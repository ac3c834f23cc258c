import CardeaEncodings

/// An e-mail address that has the form of one, in lower case: the form in which addresses are compared.
///
/// The check is that of a browser's e-mail field (WHATWG HTML, "valid e-mail address"). In addition, the domain has at
/// least two labels, and the length limits of RFC 5321 §4.5.3.1 apply. Only a code shows whether mail arrives.
///
/// Local parts that mail software could read as another address are rejected. Some servers decode `=?` of encoded words
/// (RFC 2047). Some forward `%` and `!` to another domain (RFC 5321 appendix F.2, RFC 976). Comments, quotes and routes
/// need characters that are rejected too. Dots at the beginning, at the end or side by side are allowed, although a
/// dot-atom forbids them (RFC 5321 §4.1.2). Mobile carriers issued such addresses, and their owners receive mail.
package struct EmailAddress: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// - Returns: `nil` when the text has not the form of an address.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 254, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        guard Self.isLocalPart(bytes[..<at]), Self.isDomain(bytes[(at + 1)...]) else { return nil }
        description = text.lowercased()
    }

    /// Takes an address that was checked when it was stored.
    package init(stored text: String) { description = text }

    /// The part behind the `@`.
    package var domain: Substring {
        description[description.index(after: description.lastIndex(of: "@") ?? description.startIndex)...]
    }

    private static func isLocalPart(_ part: ArraySlice<UInt8>) -> Bool {
        (1...64).contains(part.count)
            && part.allSatisfy { ASCII.isAlphanumeric($0) || ".#$&'*+/=?^_`{|}~-".utf8.contains($0) }
            && !zip(part, part.dropFirst()).contains { $0 == UInt8(ascii: "=") && $1 == UInt8(ascii: "?") }
    }

    private static func isDomain(_ domain: ArraySlice<UInt8>) -> Bool {
        let labels = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy(isLabel)
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        guard (1...63).contains(label.count), label.first != 45, label.last != 45 else { return false }
        return label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 45 }
    }
}
