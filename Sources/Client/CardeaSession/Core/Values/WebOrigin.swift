import CardeaEncodings
public import Foundation

/// Where a URL points: scheme, host and port (RFC 6454 §4), the unit of trust for a credential.
///
/// Read strictly and byte for byte: a URL with user information, an escaped host, or characters that parsers read
/// differently has no origin, and never gets a token.
public struct WebOrigin: Sendable, Hashable {
    /// Whether the scheme is `https`; otherwise it is `http`.
    public let isSecure: Bool
    /// The host in lower case; an IPv6 address is in brackets.
    public let host: String
    /// The port, the scheme's own where none is written.
    public let port: UInt16

    /// Reads the origin of an absolute URL; `nil` when it has none that is beyond doubt.
    public init?(_ url: URL) {
        self.init(url.absoluteString)
    }

    /// Reads the origin of an absolute URL's text; `nil` when it has none that is beyond doubt.
    public init?(_ text: String) {
        var reader = OriginReader(text)
        guard let isSecure = reader.scheme(), let host = reader.host(), let port = reader.port() else {
            return nil
        }
        self.isSecure = isSecure
        self.host = host
        self.port = port == 0 ? (isSecure ? 443 : 80) : port
    }
}

/// Reads an origin byte by byte; every call begins before the byte that it reads first.
private struct OriginReader {
    private var bytes: String.UTF8View.Iterator
    private var next: UInt8?

    init(_ text: String) {
        bytes = text.utf8.makeIterator()
        next = bytes.next()
    }

    /// Reads `http://` or `https://`, in any case; returns whether it is the latter.
    mutating func scheme() -> Bool? {
        guard skip("h"), skip("t"), skip("t"), skip("p") else { return nil }
        let isSecure = skip("s")
        return skip(":") && skip("/") && skip("/") ? isSecure : nil
    }

    /// Reads a name, an IPv4 address, or an IPv6 address in brackets, and returns it in lower case.
    mutating func host() -> String? {
        let isBracketed = next == UInt8(ascii: "[")
        var host: [UInt8] = []
        host.reserveCapacity(48)
        while let byte = next, let accepted = Self.hostByte(byte, isBracketed: isBracketed) {
            host.append(accepted)
            next = bytes.next()
            if byte == UInt8(ascii: "]") { break }
        }
        let isComplete = isBracketed ? host.count > 2 && host.last == UInt8(ascii: "]") : !host.isEmpty
        return isComplete ? String(decoding: host, as: UTF8.self) : nil
    }

    /// Reads a port, zero when none is written, and makes sure that the authority ends there.
    mutating func port() -> UInt16? {
        var port: UInt16 = 0
        if skip(":") {
            var isWritten = false
            while let digit = next, ASCII.isDigit(digit) {
                let (tens, overflowed) = port.multipliedReportingOverflow(by: 10)
                let (sum, overflowedAgain) = tens.addingReportingOverflow(UInt16(digit - 48))
                if overflowed || overflowedAgain { return nil }
                port = sum
                isWritten = true
                next = bytes.next()
            }
            if isWritten && port == 0 { return nil }
        }
        switch next {
        case nil, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return port
        default: return nil
        }
    }

    private mutating func skip(_ expected: Unicode.Scalar) -> Bool {
        guard let byte = next else { return false }
        let isLetter = ASCII.isUppercase(byte)
        guard (isLetter ? byte | 0x20 : byte) == UInt8(ascii: expected) else { return false }
        next = bytes.next()
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

extension WebOrigin: CustomStringConvertible {
    /// The origin as text, always with its port.
    public var description: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }
}
