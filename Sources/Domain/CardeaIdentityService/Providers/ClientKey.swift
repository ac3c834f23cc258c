package import CardeaCryptography
import CardeaEncodings

/// The private key by which a client proves itself in place of a secret: Sign in with Apple.
package struct ClientKey: Sendable {
    /// The form that `init` accepts, for an error.
    package static let form = "a P-256 private key in PKCS #8, as PEM (the .p8 file)"

    package let key: PrivateKey

    /// Reads the text of a `.p8` file.
    ///
    /// The result is `nil` if the text is not a P-256 private key in PKCS #8.
    package init?(pem: String) {
        guard let der = Self.content(of: pem), let key = try? PrivateKey(pkcs8: der), key.algorithm == .es256
        else { return nil }
        self.key = key
    }

    /// The content of a PEM block (RFC 7468).
    private static func content(of text: String) -> [UInt8]? {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }
        guard let start = lines.firstIndex(where: { $0.hasPrefix("-----BEGIN") }),
            let end = lines.firstIndex(where: { $0.hasPrefix("-----END") }), start < end
        else { return nil }
        return Base64.decode(lines[start..<end].dropFirst().joined().utf8)
    }
}
