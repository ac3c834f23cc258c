import CardeaEncodings

/// Where a sign-in by redirect may lead in the end: an entry of the list of a project.
///
/// A URL is allowed if it is the text of an entry, character by character (RFC 9700 §2.1). As an exception, an entry of
/// `http` with a loopback address allows every port (RFC 8252 §7.3): a native app cannot choose its port.
package struct RedirectURL: Sendable, Equatable {
    package let text: String

    /// Reads a URL strictly: no fragment, no user information, no characters that browsers read differently.
    ///
    /// - Returns: `nil` for anything else, and for schemes that run or show content, such as `javascript`.
    package init?(_ text: String) {
        guard text.utf8.count <= ContinueURL.maximumLength,
            text.utf8.allSatisfy({ (33...126).contains($0) && !#"\"<>`#{}|^"#.utf8.contains($0) }),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        let scheme = text[..<colon]
        guard Self.isScheme(scheme) else { return nil }
        if scheme == "http" || scheme == "https" {
            guard ContinueURL(text) != nil else { return nil }
        } else {
            // The scheme of an app: a reversed domain name (RFC 8252 §7.1).
            guard scheme.contains("."), !text[colon...].contains("@") else { return nil }
        }
        self.text = text
    }

    /// Whether an entry allows a URL.
    package static func allows(_ url: String, entries: [String]) -> Bool {
        guard let url = RedirectURL(url) else { return false }
        return entries.contains { entry in
            entry.exact == url.text.exact || entry == "*"
                || entry.exact == url.withoutPort?.exact
        }
    }

    /// A URL of `http` with a loopback address and a port, without that port (RFC 8252 §7.3); `nil` for any other URL.
    private var withoutPort: String? {
        for host in ["http://127.0.0.1:", "http://[::1]:"] where text.hasPrefix(exact: host) {
            let rest = text.dropFirst(host.count)
            let path = rest.drop { ("0"..."9").contains($0) }
            return path.startIndex == rest.startIndex ? nil : String(host.dropLast() + path)
        }
        return nil
    }

    private static func isScheme(_ text: Substring) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, ASCII.isLowercase(first) else { return false }
        return bytes.allSatisfy {
            ASCII.isLowercase($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0)
        }
    }
}
