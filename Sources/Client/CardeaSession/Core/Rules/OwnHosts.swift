import CardeaEncodings
import Foundation

/// The app's own hosts, and a quick way to know their addresses.
struct OwnHosts: Sendable {
    private let origins: Set<WebOrigin>
    /// The origins as they are usually written, so that most addresses need no reading.
    private let spellings: [String]

    init(_ origins: Set<WebOrigin>) {
        self.origins = origins
        spellings = origins.map(\.usualSpelling)
    }

    /// Whether a URL leads to one of them.
    func contains(_ url: URL) -> Bool {
        let text = url.absoluteString
        for spelling in spellings where Self.begins(text, with: spelling) { return true }
        return WebOrigin(text).map(origins.contains) ?? false
    }

    /// Whether a text begins with a whole origin: what follows it must end the authority (RFC 3986 §3.2).
    private static func begins(_ text: String, with spelling: String) -> Bool {
        guard text.hasPrefix(exact: spelling) else { return false }
        switch text.utf8.dropFirst(spelling.utf8.count).first {
        case nil, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
        default: return false
        }
    }
}

extension WebOrigin {
    /// The origin as a text, without its scheme's own port.
    package var usualSpelling: String {
        let isUsual = port == (isSecure ? 443 : 80)
        return "\(isSecure ? "https" : "http")://\(host)" + (isUsual ? "" : ":\(port)")
    }
}
