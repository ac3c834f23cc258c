import CardeaEncodings
package import CardeaHTTPMessages

/// The cookies of a request (RFC 6265 §4.2.1).
///
/// Only well-formed fields are read. A name that comes twice has no value: another site under the same domain could
/// have set one of the two.
package struct Cookies: Sendable {
    private var values: [String: String?] = [:]

    /// Reads the `cookie` fields of a request.
    init(_ fields: [String]) {
        for field in fields {
            guard let pairs = Self.pairs(in: field) else { continue }
            for (name, value) in pairs { values[name] = .some(values[name] == nil ? value : nil) }
        }
    }

    /// The value of a cookie; `nil` if it is missing or comes twice.
    package subscript(name: String) -> String? { values[name] ?? nil }

    /// The names of the cookies, also of those without a value.
    package var names: some Collection<String> { values.keys }

    /// `nil` if one of the pairs is malformed.
    private static func pairs(in field: String) -> [(name: String, value: String)]? {
        var pairs: [(String, String)] = []
        for part in field.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            // Each pair except the first follows one space.
            let pair = pairs.isEmpty ? part : part.dropFirst()
            if !pairs.isEmpty, part.first != UInt8(ascii: " ") { return nil }
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let (name, value) = (pair[..<equals], unquoted(pair[equals...].dropFirst()))
            guard CookieText.isName(name), CookieText.isValue(value) else { return nil }
            pairs.append((String(Substring(name)), String(Substring(value))))
        }
        return pairs
    }

    private static func unquoted(_ value: Substring.UTF8View) -> Substring.UTF8View {
        let quote = UInt8(ascii: "\"")
        guard value.count >= 2, value.first == quote, value.last == quote else { return value }
        return value.dropFirst().dropLast()
    }
}

/// The characters of cookies (RFC 6265 §4.1.1).
enum CookieText {
    /// Whether the text is a token (RFC 9110 §5.6.2).
    static func isName(_ text: some Collection<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy(ASCII.isToken)
    }

    /// Whether the text has only visible ASCII characters.
    ///
    /// The characters `"`, `,`, `;` and `\` are not allowed.
    static func isValue(_ text: some Collection<UInt8>) -> Bool {
        text.allSatisfy { (0x21...0x7E).contains($0) && !#"",;\"#.utf8.contains($0) }
    }
}

extension Request {
    /// The cookies that the client sent.
    package var cookies: Cookies { Cookies(fields.values(of: .cookie)) }
}

extension HeaderFields.Name {
    /// RFC 6265 §5.4.
    package static let cookie: Self = "cookie"
    /// RFC 6265 §4.1.
    package static let setCookie: Self = "set-cookie"
}
