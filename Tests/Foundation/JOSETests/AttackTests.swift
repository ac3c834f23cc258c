import CardeaCryptography
import CardeaEncodings
import CardeaJOSE
import Testing

/// Row 14 of the security list: what RFC 8725 warns of, tried.
@Suite("Attacks on token verification (security 14)")
struct AttackTests {
    let key: PrivateKey
    let rsaKey: PrivateKey
    let verifier: TokenVerifier

    /// Made once: an RSA key for each case would take longer than all the rest.
    private static let sharedRSAKey = Result { try PrivateKey.generate(.rs256) }

    init() throws {
        key = try PrivateKey.generate(.es256)
        rsaKey = try Self.sharedRSAKey.get()
        verifier = TokenVerifier(keys: ["ec": key.publicKey, "rsa": rsaKey.publicKey])
    }

    @Test(
        "the algorithm \"none\" is rejected in every spelling, with and without a signature",
        arguments: ["none", "None", "NONE", "nOnE", ""]
    )
    func algorithmNone(name: String) throws {
        let forgery = Forgery(header: #"{"alg":"\#(name)","kid":"ec","typ":"JWT"}"#)
        #expect(throws: JOSEError.wrongAlgorithm) { try verifier.verify(forgery.signed(with: [])) }
        #expect(throws: JOSEError.wrongAlgorithm) { try verifier.verify(forgery.signed(by: key)) }
    }

    @Test("HS256 under the public key as a secret is rejected", arguments: ["ec", "rsa"])
    func publicKeyAsSecret(keyID: String) throws {
        let forgery = Forgery(header: #"{"alg":"HS256","kid":"\#(keyID)","typ":"JWT"}"#)
        let secret = Array((keyID == "ec" ? key : rsaKey).publicKey.pem.utf8)
        let token = forgery.signed(with: HMACKey(secret).authenticate(Array(forgery.signingInput.utf8)))
        #expect(throws: JOSEError.wrongAlgorithm) { try verifier.verify(token) }
    }

    @Test(
        "the algorithm of the key counts, not that of the header",
        arguments: [
            ("ES256", "rsa"), ("RS256", "ec"), ("EdDSA", "ec"), ("PS256", "rsa"), ("RS512", "rsa"),
            ("es256", "ec"),
        ]
    )
    func confusedAlgorithm(algorithm: String, keyID: String) throws {
        let forgery = Forgery(header: #"{"alg":"\#(algorithm)","kid":"\#(keyID)","typ":"JWT"}"#)
        for signer in [key, rsaKey] {
            #expect(throws: JOSEError.wrongAlgorithm) { try verifier.verify(forgery.signed(by: signer)) }
        }
    }

    @Test(
        "kid looks up, and nothing else",
        arguments: [
            #"{"alg":"ES256","typ":"JWT"}"#, #"{"alg":"ES256","typ":"JWT","kid":"other"}"#,
            #"{"alg":"ES256","typ":"JWT","kid":""}"#, #"{"alg":"ES256","typ":"JWT","kid":"../ec"}"#,
            #"{"alg":"ES256","typ":"JWT","kid":"EC"}"#, #"{"alg":"ES256","typ":"JWT","kid":"ec\u0000"}"#,
        ]
    )
    func unknownKey(header: String) throws {
        #expect(throws: JOSEError.unknownKey) { try verifier.verify(Forgery(header: header).signed(by: key)) }
    }

    @Test("a key under another key's id proves nothing")
    func otherKeyID() throws {
        let thief = try PrivateKey.generate(.es256)
        let token = try TokenSigner(key: thief, keyID: "ec").sign(TokenTests.claims)
        #expect(throws: JOSEError.invalidSignature) { try verifier.verify(token) }
    }

    @Test(
        "a header that contains a key or changes the rules is rejected",
        arguments: [
            #""jku":"https://evil.example/keys""#, #""x5u":"https://evil.example/cert""#,
            #""jwk":{"kty":"oct","k":""}"#,
            #""crit":["exp"]"#, #""crit":[]"#, #""b64":false"#, #""b64":true"#, #""x5c":[]"#, #""zip":"DEF""#,
            #""jku":null"#,
        ]
    )
    func rejectedParameters(parameter: String) throws {
        let forgery = Forgery(header: #"{"alg":"ES256","kid":"ec","typ":"JWT",\#(parameter)}"#)
        #expect(throws: JOSEError.unsupportedHeader) { try verifier.verify(forgery.signed(by: key)) }
    }

    @Test(
        "an ambiguous or invalid header is rejected",
        arguments: [
            #"{"alg":"none","alg":"ES256","kid":"ec","typ":"JWT"}"#,
            #"{"alg":"ES256","kid":"x","kid":"ec","typ":"JWT"}"#,
            #"{"alg":"ES256","\u006bid":"x","kid":"ec","typ":"JWT"}"#,
            #"{"alg":"ES256","kid":7,"typ":"JWT"}"#,
            #"{"alg":["ES256"],"kid":"ec","typ":"JWT"}"#, #"{"kid":"ec","typ":"JWT"}"#, #"["ES256"]"#, "",
            "null",
            #"{"alg":"ES256","kid":"ec","typ":"JWT"}x"#, #"{"alg":"ES256","kid":"ec","typ":"JWT",}"#,
            #"{"alg":"ES256","kid":"ec","typ":1}"#, #"{"alg":"ES256","kid":"ec","typ":"JWT","a":[[[[[]]]]]}"#,
        ]
    )
    func malformedHeaders(header: String) throws {
        #expect(throws: JOSEError.malformed) { try verifier.verify(Forgery(header: header).signed(by: key)) }
    }

    @Test(
        "a token has one spelling: no padding, no dots or space around it, no other alphabet, no stray bits"
    )
    func oneSpelling() throws {
        let token = try TokenSigner(key: key, keyID: "ec").sign(TokenTests.claims).text
        let parts = token.split(separator: ".").map(String.init)
        let (header, claims, signature) = (parts[0], parts[1], parts[2])
        // A signature of 64 bytes leaves four bits over in its last symbol.
        let stray =
            String(signature.dropLast())
            + (signature.hasSuffix("A") ? "B" : signature.last.map(Self.next) ?? "")
        for variant in [
            token + ".", "." + token, token + "=", token + "==", token + "\n", " " + token, token + "A",
            token + "\0",
            "\(header)..\(signature)", "\(header).\(claims)", "\(header).\(claims).",
            "\(header)=.\(claims).\(signature)",
            "\(header).\(claims)=.\(signature)", "\(header).\(claims).\(signature).\(signature)", "..", ".",
            "",
            "\(header).\(claims).\(stray)", token.replacing("-", with: "+").replacing("_", with: "/") + "/",
        ] {
            let error = #expect(throws: JOSEError.self) { try verifier.verify(variant) }
            #expect(error == .malformed || error == .invalidSignature, "\(variant)")
        }
        #expect(try verifier.verify(token).claims == TokenTests.claims)
    }

    private static func next(_ symbol: Character) -> String {
        String(UnicodeScalar((symbol.asciiValue ?? 0) + 1))
    }

    @Test("any changed character of a token is noticed")
    func changedCharacters() throws {
        let token = try TokenSigner(key: key, keyID: "ec").sign(TokenTests.claims)
        for index in token.indices {
            var changed = token
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: JOSEError.self) { try verifier.verify(changed) }
        }
    }

    @Test("a token of more than 16 KiB is not even looked at")
    func hugeTokens() throws {
        let signer = TokenSigner(key: key, keyID: "ec")
        let claims = Array(#"{"a":"\#(String(repeating: "x", count: 20000))"}"#.utf8)
        #expect(throws: JOSEError.tooLong) { try verifier.verify(signer.sign(claims)) }
        #expect(throws: JOSEError.tooLong) { try verifier.verify(String(repeating: ".", count: 1 << 20)) }
        #expect(throws: JOSEError.malformed) { try verifier.verify(String(repeating: ".", count: 16384)) }
    }

    @Test("an ECDSA signature in DER, of zeros, or of another length is rejected")
    func malformedSignatures() throws {
        let forgery = Forgery(header: #"{"alg":"ES256","kid":"ec","typ":"JWT"}"#)
        let signature = try key.sign(Array(forgery.signingInput.utf8))
        let der: [UInt8] = [0x30, 0x44, 2, 32] + signature[..<32] + [2, 32] + signature[32...]
        for bad in [der, [UInt8](repeating: 0, count: 64), Array(signature.dropLast()), signature + [0], []] {
            #expect(throws: JOSEError.invalidSignature) { try verifier.verify(forgery.signed(with: bad)) }
        }
    }

    @Test("random bytes never crash it and never pass")
    func randomInput() {
        let random = SystemRandom()
        let alphabet = Array("eyJ.hbGciOiJFUzI1NiIsImtpZCI6ImVjIn0_-=\u{0}é".utf8)
        for length in 0..<400 {
            let bytes = random.bytes(length)
            #expect(throws: JOSEError.self) { try verifier.verify(bytes) }
            #expect(throws: JOSEError.self) {
                try verifier.verify(bytes.map { alphabet[Int($0) % alphabet.count] })
            }
        }
    }
}
