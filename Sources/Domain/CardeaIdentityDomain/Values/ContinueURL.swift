import CardeaEncodings

/// An absolute `http` or `https` URL of an app, read strictly.
///
/// Texts that browsers and servers read differently are rejected: user information, backslashes, escapes or letters
/// beyond ASCII in the host, white space, control characters.
package struct ContinueURL: Sendable, Equatable {
    package let text: String
    /// Scheme, host and port in lower case, without a default port.
    package let origin: String
    /// The text up to the query, without it.
    private let end: String.Index

    /// The longest URL, in bytes.
    package static let maximumLength = 2048

    package init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count <= Self.maximumLength,
            bytes.allSatisfy({ (33...126).contains($0) && !#"\"<>`"#.utf8.contains($0) }),
            let separator = text.firstRange(of: "://")
        else { return nil }
        let scheme = text[..<separator.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let authority = text[separator.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
        guard let place = Self.normalized(authority, scheme) else { return nil }
        self.text = text
        origin = "\(scheme)://\(place)"
        end = text.firstIndex { $0 == "#" } ?? text.endIndex
    }

    /// Reads an origin: a URL without path, query and fragment.
    package init?(origin text: String) {
        self.init(text)
        guard let start = text.firstRange(of: "://")?.upperBound else { return nil }
        guard !text[start...].contains(where: { "/?#".contains($0) }) else { return nil }
    }

    /// The name or the address of the host, in lower case and without a port.
    package var host: String {
        let place = origin[(origin.firstRange(of: "://")?.upperBound ?? origin.startIndex)...]
        guard place.first == "[" else { return String(place.prefix { $0 != ":" }) }
        return place.prefix { $0 != "]" } + "]"
    }

    /// The URL with further items in its query.
    package func appending(query: String) -> String {
        let head = text[..<end]
        return "\(head)\(head.contains("?") ? "&" : "?")\(query)\(text[end...])"
    }

    /// Host and port without a default port; `nil` if they are malformed.
    private static func normalized(_ authority: String, _ scheme: String) -> String? {
        guard !authority.hasPrefix("[") else { return literal(authority, scheme) }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), isName(parts[0]) else { return nil }
        return joined(String(parts[0]), parts.count == 2 ? parts[1] : nil, scheme)
    }

    /// An IPv6 address in brackets, maybe with a port.
    private static func literal(_ authority: String, _ scheme: String) -> String? {
        guard let close = authority.firstIndex(of: "]") else { return nil }
        let host = authority[...close]
        guard host.count > 4, host.dropFirst().dropLast().utf8.allSatisfy(isHexadecimalOrColon) else {
            return nil
        }
        let rest = authority[authority.index(after: close)...]
        guard rest.isEmpty || rest.first == ":" else { return nil }
        return joined(String(host), rest.isEmpty ? nil : rest.dropFirst(), scheme)
    }

    private static func joined(_ host: String, _ port: Substring?, _ scheme: String) -> String? {
        guard let port else { return host }
        guard port.count <= 5, port.utf8.allSatisfy(ASCII.isDigit),
            let number = Int(port), (1...65_535).contains(number)
        else { return nil }
        return number == (scheme == "https" ? 443 : 80) ? host : "\(host):\(number)"
    }

    private static func isName(_ host: Substring) -> Bool {
        !host.isEmpty && host.utf8.count <= 253 && host.first != "." && host.first != "-"
            && host.utf8.allSatisfy {
                ASCII.isLowercase($0) || ASCII.isDigit($0) || "-.".utf8.contains($0)
            }
    }

    private static func isHexadecimalOrColon(_ byte: UInt8) -> Bool {
        (97...102).contains(byte) || (48...57).contains(byte) || byte == 58 || byte == 46
    }
}
