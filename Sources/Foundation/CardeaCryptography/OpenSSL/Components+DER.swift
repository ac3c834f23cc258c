#if canImport(CCardeaOpenSSL)
extension PublicKey.Components {
    /// The key as DER (RFC 5280 §4.1.2.7; RFC 5480 §2, RFC 3279 §2.3.1, RFC 8410 §4).
    ///
    /// `nil` if the numbers are obviously invalid: wrong lengths, leading zeros, or an exponent that is even, 1, or
    /// longer than 64 bits.
    var subjectPublicKeyInfo: [UInt8]? {
        switch self {
        case .ec(let x, let y):
            guard x.count == 32, y.count == 32 else { return nil }
            return Self.info(Self.p256, [4] + x + y)
        case .rsa(let n, let e):
            guard let first = e.first, first != 0, let last = e.last, last & 1 == 1, e != [1], e.count <= 8,
                let top = n.first, top != 0, n.count <= 1024
            else { return nil }
            return Self.info(Self.rsaEncryption, Self.element(0x30, Self.integer(n) + Self.integer(e)))
        case .ed25519(let x):
            guard x.count == 32 else { return nil }
            return Self.info(Self.ed25519, x)
        }
    }

    // The contents of `AlgorithmIdentifier`.
    private static let p256: [UInt8] = [
        0x06, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1, 0x06, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7,
    ]
    private static let rsaEncryption: [UInt8] = [
        0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1, 0x05, 0,
    ]
    private static let ed25519: [UInt8] = [0x06, 3, 0x2B, 0x65, 0x70]

    private static func info(_ algorithm: [UInt8], _ key: [UInt8]) -> [UInt8] {
        element(0x30, element(0x30, algorithm) + element(0x03, [0] + key))
    }

    private static func integer(_ magnitude: [UInt8]) -> [UInt8] {
        element(0x02, magnitude[0] < 0x80 ? magnitude : [0] + magnitude)
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        switch content.count {
        case ..<0x80: [tag, UInt8(content.count)] + content
        case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
        default: [tag, 0x82, UInt8(content.count >> 8 & 0xFF), UInt8(content.count & 0xFF)] + content
        }
    }
}
#endif
