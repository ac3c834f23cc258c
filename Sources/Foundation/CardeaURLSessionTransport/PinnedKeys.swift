import CardeaCryptography
import Foundation
import CardeaHTTPTransport

/// The public keys that a server may have, by their hashes (RFC 7469 §2.4).
struct PinnedKeys: Sendable {
    private let hashes: Set<String>

    init(_ hashes: [String]) {
        self.hashes = Set(hashes)
    }

    var isEmpty: Bool { hashes.isEmpty }

    /// Whether the key of a certificate is one of them; the certificate is the server's own, as DER.
    func contain(keyOf certificate: [UInt8]) -> Bool {
        guard let info = CertificateReader.publicKeyInfo(of: certificate) else { return false }
        return hashes.contains(Data(SHA256.hash(info)).base64EncodedString())
    }
}

/// Finds one part of an X.509 certificate (RFC 5280 §4.1); checks nothing else.
enum CertificateReader {
    private static let (sequence, integer, version): (UInt8, UInt8, UInt8) = (0x30, 0x02, 0xA0)

    /// The SubjectPublicKeyInfo, byte by byte as in the certificate; `nil` if this is not a certificate.
    static func publicKeyInfo(of certificate: [UInt8]) -> ArraySlice<UInt8>? {
        var outer = certificate[...]
        guard var certificate = element(sequence, of: &outer)?.content,
            var fields = element(sequence, of: &certificate)?.content
        else { return nil }
        _ = element(version, of: &fields)
        // Serial number, signature algorithm, issuer, validity, subject.
        for tag in [integer, sequence, sequence, sequence, sequence] {
            guard element(tag, of: &fields) != nil else { return nil }
        }
        return element(sequence, of: &fields)?.whole
    }

    /// Takes an element of DER off the front, if it has a tag (X.690 §8.1).
    private static func element(
        _ tag: UInt8,
        of bytes: inout ArraySlice<UInt8>
    ) -> (whole: ArraySlice<UInt8>, content: ArraySlice<UInt8>)? {
        var rest = bytes
        guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            // No certificate needs more than three bytes for a length.
            guard (0x81...0x83).contains(first), rest.count >= Int(first & 0x7F) else { return nil }
            let digits = rest.prefix(Int(first & 0x7F))
            rest = rest.dropFirst(digits.count)
            length = digits.reduce(0) { $0 << 8 | Int($1) }
        }
        guard length <= rest.count else { return nil }
        let content = rest.prefix(length)
        defer { bytes = rest.dropFirst(length) }
        return (bytes[..<content.endIndex], content)
    }
}

extension TransportError {
    static let keyNotPinned = TransportError(
        .secureConnectionFailed,
        mayHaveBeenReceived: false,
        description: "The server's public key is not one of the pinned keys"
    )
}
