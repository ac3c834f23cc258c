#if canImport(CryptoKit)
import Foundation
import Security

/// An RSA key by the framework Security: CryptoKit has no RSA.
///
/// It holds the key as DER, and makes a `SecKey` for each use: those are not declared safe in every thread.
struct RSAKey: Sendable {
    private static let minimumBytes = 256
    private static let maximumBytes = 1024

    /// `RSAPublicKey` or `RSAPrivateKey` (RFC 8017 appendix A.1).
    private let der: Data
    private let isPrivate: Bool

    /// A public key.
    ///
    /// - Throws: `invalidKey` if the modulus has fewer than 2048 bits, or the exponent is even, 1, or long.
    init(n: [UInt8], e: [UInt8]) throws(CryptographyError) {
        guard (Self.minimumBytes...Self.maximumBytes).contains(n.count), let top = n.first, top >= 0x80,
            let first = e.first, first != 0, let last = e.last, last & 1 == 1, e != [1], e.count <= 8
        else { throw .invalidKey }
        self.init(Self.element(0x30, Self.integer(n) + Self.integer(e)), isPrivate: false)
        guard key != nil else { throw .invalidKey }
    }

    private init(_ der: [UInt8], isPrivate: Bool) {
        self.der = Data(der)
        self.isPrivate = isPrivate
    }

    /// Reads a private key from DER (RFC 5208), with the numbers of its public half.
    ///
    /// - Throws: `invalidKey` for everything else.
    static func read(pkcs8: [UInt8]) throws(CryptographyError) -> (key: RSAKey, n: [UInt8], e: [UInt8]) {
        var info = DERReader(pkcs8)
        // PrivateKeyInfo: version, algorithm, and the key in an octet string.
        guard var sequence = info.element(0x30), sequence.element(0x02) != nil, sequence.element(0x30) != nil,
            let content = sequence.element(0x04)
        else { throw .invalidKey }
        var outer = content
        // RSAPrivateKey: version, n, e, and the secret numbers.
        guard var numbers = outer.element(0x30), numbers.element(0x02) != nil,
            let n = numbers.element(0x02)?.magnitude, let e = numbers.element(0x02)?.magnitude
        else { throw .invalidKey }
        let key = RSAKey(content.bytes, isPrivate: true)
        guard key.key != nil else { throw .invalidKey }
        return (key, n, e)
    }

    /// RSASSA-PKCS1-v1_5 with SHA-256.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        guard let key else { return false }
        let algorithm = SecKeyAlgorithm.rsaSignatureMessagePKCS1v15SHA256
        return SecKeyVerifySignature(key, algorithm, Data(message) as CFData, Data(signature) as CFData, nil)
    }

    /// RSASSA-PKCS1-v1_5 with SHA-256.
    func sign(_ message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        let algorithm = SecKeyAlgorithm.rsaSignatureMessagePKCS1v15SHA256
        guard let key, let signature = SecKeyCreateSignature(key, algorithm, Data(message) as CFData, nil)
        else {
            throw .unavailable
        }
        return Array(signature as Data)
    }

    private var key: SecKey? {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA,
            kSecAttrKeyClass: isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
        ]
        return SecKeyCreateWithData(der as CFData, attributes as CFDictionary, nil)
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

/// Reads elements of DER one after another (X.690 §8.1).
struct DERReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    private init(_ content: ArraySlice<UInt8>) { rest = content }

    /// The bytes that are not read yet.
    var bytes: [UInt8] { Array(rest) }

    /// The bytes as the magnitude of a positive integer, without leading zeros.
    var magnitude: [UInt8] { Array(rest.drop { $0 == 0 }) }

    /// The content of the next element; `nil` if it has another tag or is incomplete.
    mutating func element(_ tag: UInt8) -> DERReader? {
        guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
        var count = Int(first)
        if first >= 0x80 {
            guard first <= 0x82 else { return nil }
            count = 0
            for _ in 0..<Int(first & 0x7F) {
                guard let byte = rest.popFirst() else { return nil }
                count = count << 8 | Int(byte)
            }
        }
        guard count <= rest.count else { return nil }
        defer { rest.removeFirst(count) }
        return DERReader(rest.prefix(count))
    }
}
#endif
