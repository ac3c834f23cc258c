public import Foundation

/// Where a URL points: scheme, host and port (RFC 6454 §4), the unit of trust for a credential.
///
/// Read strictly and byte for byte: an address with user information, an escaped host, or any character that
/// two parsers could understand differently has no origin, and so never gets a token.
public struct Origin: Sendable, Hashable {
    /// Whether the scheme is `https`; otherwise it is `http`.
    public let isSecure: Bool
    /// The host in lower case; an IPv6 address stands in brackets.
    public let host: String
    /// The port, the scheme's own where none is written.
    public let port: UInt16

    /// Reads the origin of an absolute URL; `nil` when it has none that is beyond doubt.
    public init?(_ url: URL) {
        self.init(url.absoluteString)
    }

    /// Reads the origin of an absolute URL's text; `nil` when it has none that is beyond doubt.
    public init?(_ text: String) {
        var rest = text.utf8[...]
        guard Self.skip("http", in: &rest) else { return nil }
        isSecure = Self.skip("s", in: &rest)
        guard Self.skip("://", in: &rest) else { return nil }

        var host: [UInt8] = []
        let isBracketed = rest.first == UInt8(ascii: "[")
        while let byte = rest.first, let accepted = Self.hostByte(byte, isBracketed: isBracketed) {
            host.append(accepted)
            rest.removeFirst()
            if byte == UInt8(ascii: "]") { break }
        }
        guard !host.isEmpty, !isBracketed || host.last == UInt8(ascii: "]") else { return nil }
        self.host = String(decoding: host, as: UTF8.self)

        var port: UInt16 = isSecure ? 443 : 80
        if rest.first == UInt8(ascii: ":") {
            let digits = rest.dropFirst().prefix { (48...57).contains($0) }
            rest = rest.dropFirst(digits.count + 1)
            if !digits.isEmpty {
                guard let written = UInt16(Substring(digits)), written > 0 else { return nil }
                port = written
            }
        }
        self.port = port
        guard rest.isEmpty || "/?#".utf8.contains(rest[rest.startIndex]) else { return nil }
    }

    private static func skip(_ word: StaticString, in text: inout Substring.UTF8View) -> Bool {
        let word = word.description.utf8
        guard text.count >= word.count, zip(text, word).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else {
            return false
        }
        text = text.dropFirst(word.count)
        return true
    }

    /// The byte in lower case, or `nil` when it does not belong to a host.
    private static func hostByte(_ byte: UInt8, isBracketed: Bool) -> UInt8? {
        switch byte {
        case 48...57, 97...122, UInt8(ascii: "."), UInt8(ascii: "-"): byte
        case 65...90: byte | 0x20
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"): isBracketed ? byte : nil
        default: nil
        }
    }
}

extension Origin: CustomStringConvertible {
    /// The origin as text, always with its port.
    public var description: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }
}
