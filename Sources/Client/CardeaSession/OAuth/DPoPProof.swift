import CardeaCryptography
import CardeaEncodings
import Foundation

/// The claims of a proof (RFC 9449 §4.2).
struct DPoPProof: Sendable {
    let method: RequestMethod
    let url: URL
    /// The access token that goes along; `nil` on the way to a token endpoint.
    let token: String?
    let nonce: String?
    let id: String
    let issuedAt: Date

    fileprivate var claims: [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("jti", id)
            json.member("htm", method.rawValue)
            json.member("htu", url.absoluteString.prefix { $0 != "?" && $0 != "#" })
            json.member("iat", Int64(issuedAt.timeIntervalSince1970))
            if let token { json.member("ath", Base64URL.encode(SHA256.hash(Array(token.utf8)))) }
            if let nonce { json.member("nonce", nonce) }
        }
        return json.bytes
    }
}

/// Signs proofs with one key.
struct DPoPSigner: Sendable {
    private let key: ES256Key
    /// The first segment of every proof, with the dot that follows it.
    private let header: [UInt8]

    /// Creates a new key.
    init?() {
        guard let key = try? ES256Key() else { return nil }
        self.init(key)
    }

    /// Reads a key as it is kept with a credential.
    init?(_ secret: SessionSecret) {
        guard let bytes = Base64URL.decode(secret.reveal()), let key = try? ES256Key(pkcs8: bytes) else {
            return nil
        }
        self.init(key)
    }

    private init(_ key: ES256Key) {
        self.key = key
        var json = JSONText()
        json.object { json in
            json.member("typ", "dpop+jwt")
            json.member("alg", "ES256")
            json.name("jwk")
            json.raw(Self.publicKey(key))
        }
        header = Array((Base64URL.encode(json.bytes) + ".").utf8)
    }

    var secret: SessionSecret { SessionSecret(Base64URL.encode(key.pkcs8)) }

    var thumbprint: String { Base64URL.encode(SHA256.hash(Self.publicKey(key))) }

    /// The proof in compact form (RFC 7515 §3.1).
    func sign(_ proof: DPoPProof) -> String? {
        var text = header
        Base64URL.append(proof.claims, to: &text)
        guard let signature = try? key.sign(text) else { return nil }
        text.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The public key as a JWK, with the members and the order of a thumbprint (RFC 7638 §3.2).
    private static func publicKey(_ key: ES256Key) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("crv", "P-256")
            json.member("kty", "EC")
            json.member("x", Base64URL.encode(key.x))
            json.member("y", Base64URL.encode(key.y))
        }
        return json.bytes
    }
}
