import CardeaEncodings
package import CardeaHTTPMessages

/// The cookies of a request (RFC 6265 §4.2.1).
///
/// A malformed pair is skipped, and the others are read (RFC 6265 §5.2): other sites of the domain set cookies, too. A
/// name that comes twice has no value: another site could have set one of the two.
package struct Cookies: Sendable {
    private var values: [ExactText: String?] = [:]

    /// Reads the `cookie` fields of a request.
    init(_ fields: [String]) {
        for field in fields {
            for part in field.utf8.split(separator: UInt8(ascii: ";")) {
                guard let (name, value) = Self.pair(in: part) else { continue }
                values[name.exact] = .some(values[name.exact] == nil ? value : nil)
            }
        }
    }

    /// The value of a cookie; `nil` if it is missing or comes twice.
    package subscript(name: String) -> String? { values[name.exact] ?? nil }

    /// The names of the cookies, also of those without a value.
    package var names: [String] { values.keys.map(\.description) }

    /// - Returns: `nil` if the pair is malformed.
    private static func pair(in part: Substring.UTF8View) -> (name: String, value: String)? {
        let pair = trimmed(part)
        guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let (name, value) = (trimmed(pair[..<equals]), unquoted(trimmed(pair[equals...].dropFirst())))
        guard CookieText.isName(name), CookieText.isValue(value) else { return nil }
        return (String(Substring(name)), String(Substring(value)))
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let rest = text.drop(while: isSpace)
        guard let end = rest.lastIndex(where: { !isSpace($0) }) else { return rest }
        return rest[...end]
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
