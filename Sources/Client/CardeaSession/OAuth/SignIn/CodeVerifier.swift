import CardeaCryptography
import CardeaEncodings

/// The secret that ties the exchange of a code to the request that asked for it (RFC 7636); S256 only.
struct CodeVerifier: Sendable {
    /// 256 random bits: 43 characters (§4.1).
    let secret: SessionSecret

    init(using random: inout some RandomNumberGenerator) {
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        secret = SessionSecret(Base64URL.encode(bytes))
    }

    init(_ secret: SessionSecret) {
        self.secret = secret
    }

    /// Its form in the authorization request (§4.2).
    var challenge: String { Base64URL.encode(SHA256.hash(Array(secret.reveal().utf8))) }
}
