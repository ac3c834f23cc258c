/// The two forms of an ECDSA signature on P-256: `r ‖ s` of JOSE (RFC 7518 §3.4), and DER, the form of libcrypto.
enum ECDSASignature {
    static let rawCount = 64

    /// - Returns: `nil` unless `der` is a sequence of two integers of at most 32 bytes, and nothing else.
    static func raw(der: [UInt8]) -> [UInt8]? {
        var rest = der[...]
        guard rest.popFirst() == 0x30, let count = rest.popFirst(), Int(count) == rest.count else {
            return nil
        }
        var raw: [UInt8] = []
        raw.reserveCapacity(rawCount)
        for _ in 0..<2 {
            guard rest.popFirst() == 0x02, let count = rest.popFirst(), Int(count) <= rest.count else {
                return nil
            }
            let magnitude = rest.prefix(Int(count)).drop { $0 == 0 }
            guard magnitude.count <= 32 else { return nil }
            raw.append(contentsOf: repeatElement(0, count: 32 - magnitude.count))
            raw.append(contentsOf: magnitude)
            rest.removeFirst(Int(count))
        }
        return rest.isEmpty ? raw : nil
    }

    /// - Returns: `nil` for any length but 64, and for a zero `r` or `s`.
    static func der(raw: [UInt8]) -> [UInt8]? {
        guard raw.count == rawCount, let r = integer(raw[..<32]), let s = integer(raw[32...]) else {
            return nil
        }
        return [0x30, UInt8(r.count + s.count)] + r + s
    }

    /// A positive DER integer: no leading zeros but the one that keeps the sign bit clear.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let magnitude = bytes.drop { $0 == 0 }
        guard let first = magnitude.first else { return nil }
        return first < 0x80
            ? [0x02, UInt8(magnitude.count)] + magnitude
            : [0x02, UInt8(magnitude.count + 1), 0] + magnitude
    }
}
