package import CardeaCryptography
package import CardeaEncodings

/// A public key in JSON (RFC 7517; EC and RSA, RFC 7518 §6; Ed25519, RFC 8037 §2).
package struct JSONWebKey: Sendable {
    package let keyID: String
    package let key: PublicKey

    package init(_ key: PublicKey, keyID: String) {
        self.key = key
        self.keyID = keyID
    }

    /// Reads a public key that verifies signatures.
    ///
    /// - Throws: `malformed` if a member is missing or has another type; `invalidKey` if the key is not secure, has an
    ///   algorithm that is not used, or has another purpose.
    package init(_ json: JSONValue) throws(JOSEError) {
        guard let keyID = json["kid"]?.string else { throw .malformed }
        self.init(try Self.key(json), keyID: keyID)
    }

    /// Reads the key alone, also if it has no ID (§4.5).
    ///
    /// - Throws: As `init(_:)`.
    package static func key(_ json: JSONValue) throws(JOSEError) -> PublicKey {
        guard let kind = json["kty"]?.string else { throw .malformed }
        guard json["use"].map({ $0.string == "sig" }) ?? true,
            json["key_ops"].map({ $0.array?.contains(.string("verify")) == true }) ?? true
        else { throw .invalidKey }
        let components: PublicKey.Components
        switch (kind.exact, json["crv"]?.string?.exact) {
        case ("EC", "P-256"):
            components = try .ec(x: bytes("x", in: json), y: bytes("y", in: json))
        case ("RSA", nil):
            components = try .rsa(n: bytes("n", in: json), e: bytes("e", in: json))
        case ("OKP", "Ed25519"):
            components = try .ed25519(x: bytes("x", in: json))
        default:
            throw .invalidKey
        }
        guard let key = try? PublicKey(components),
            json["alg"].map({ $0 == .string(key.algorithm.rawValue) }) ?? true
        else { throw .invalidKey }
        return key
    }

    /// Writes the key as an object.
    package func write(to json: inout JSONText) {
        json.object { json in
            switch key.components {
            case .ec(let x, let y):
                json.member("kty", "EC")
                json.member("crv", "P-256")
                json.member("x", Base64URL.encode(x))
                json.member("y", Base64URL.encode(y))
            case .rsa(let n, let e):
                json.member("kty", "RSA")
                json.member("n", Base64URL.encode(n))
                json.member("e", Base64URL.encode(e))
            case .ed25519(let x):
                json.member("kty", "OKP")
                json.member("crv", "Ed25519")
                json.member("x", Base64URL.encode(x))
            }
            json.member("use", "sig")
            json.member("alg", key.algorithm.rawValue)
            json.member("kid", keyID)
        }
    }

    private static func bytes(_ name: String, in json: JSONValue) throws(JOSEError) -> [UInt8] {
        guard let text = json[name]?.string, let bytes = Base64URL.decode(text) else { throw .malformed }
        return bytes
    }
}
