import CardeaCryptography
import CardeaEncodings
import CardeaJOSE
import Testing

@Suite("Signing and verifying tokens")
struct TokenTests {
    static let claims = Array(#"{"sub":"ada","exp":4102444800}"#.utf8)

    @Test(
        "a verifier that knows the key returns the claims as they were",
        arguments: SignatureAlgorithm.allCases
    )
    func roundTrip(algorithm: SignatureAlgorithm) throws {
        let key = try PrivateKey.generate(algorithm)
        let token = try TokenSigner(key: key, keyID: "k1").sign(Self.claims)
        let other = try PrivateKey.generate(algorithm).publicKey
        let verified = try TokenVerifier(keys: ["k1": key.publicKey, "k2": other]).verify(token)
        #expect(verified.claims == Self.claims)
        #expect(verified.keyID == "k1")
        #expect(verified.algorithm == algorithm)
        #expect(verified.type == "jwt")
        #expect(try TokenVerifier(keys: ["k1": key.publicKey]).verify(token.text).claims == Self.claims)
    }

    @Test("the header names the algorithm, the key and the type, and nothing else")
    func header() throws {
        let key = try PrivateKey.generate(.es256)
        let token = try TokenSigner(key: key, keyID: "k1").sign(Self.claims, type: "at+jwt")
        let header = try #require(Base64URL.decode(token.split(separator: UInt8(ascii: "."))[0]))
        #expect(
            JSONValue(parsing: header)
                == .object(["alg": .string("ES256"), "kid": .string("k1"), "typ": .string("at+jwt")])
        )
    }

    @Test(
        "typ is compared without case and prefix (RFC 7515 §4.1.9)",
        arguments: [
            ("JWT", ["JWT"], true), ("jwt", ["JWT"], true), ("application/jwt", ["JWT"], true),
            ("at+jwt", ["JWT"], false), ("at+JWT", ["JWT", "at+jwt"], true),
            ("application/x/jwt", ["JWT"], false),
            ("JWT ", ["JWT"], false), ("", ["JWT"], false),
        ] as [(String, Set<String>, Bool)]
    )
    func types(type: String, expected: Set<String>, isAccepted: Bool) throws {
        let key = try PrivateKey.generate(.edDSA)
        let token = try TokenSigner(key: key, keyID: "k").sign(Self.claims, type: type)
        let verifier = TokenVerifier(keys: ["k": key.publicKey])
        if isAccepted {
            #expect(try verifier.verify(token, types: expected).claims == Self.claims)
        } else {
            #expect(throws: JOSEError.wrongType) { try verifier.verify(token, types: expected) }
        }
    }

    @Test("a token that another library would make is accepted (RFC 8037 A.4, with kid and typ)")
    func foreignOrder() throws {
        let key = try PrivateKey.generate(.edDSA)
        let token = try Forgery(header: #" { "typ":"JWT" ,"kid":"k\u0031","alg":"EdDSA","extra":[1,{}] } "#)
            .signed(by: key)
        #expect(try TokenVerifier(keys: ["k1": key.publicKey]).verify(token).keyID == "k1")
    }

    @Test("claims give typed access")
    func claims() throws {
        let json =
            #"{"s":"a","aud":["x","y"],"mixed":["x",1],"i":7,"f":7.9,"big":1e300,"b":true,"o":{"s":"b"},"n":null}"#
        let claims = try TokenClaims(Array(json.utf8))
        #expect(claims.string("s") == "a" && claims.string("i") == nil && claims.string("missing") == nil)
        #expect(
            claims.strings("s") == ["a"] && claims.strings("aud") == ["x", "y"]
                && claims.strings("mixed").isEmpty
        )
        #expect(claims.integer("i") == 7 && claims.integer("f") == nil)
        #expect(claims.seconds("i") == 7 && claims.seconds("f") == 7 && claims.seconds("big") == nil)
        #expect(claims.object("o")?.string("s") == "b" && claims.object("n") == nil)
    }

    @Test(
        "ambiguous claims are rejected",
        arguments: ["[]", "", #"{"a":1,"a":2}"#, "{} {}"]
    )
    func malformedClaims(json: String) {
        #expect(throws: JOSEError.malformed) { try TokenClaims(Array(json.utf8)) }
    }
}

extension [UInt8] {
    var text: String { String(decoding: self, as: UTF8.self) }
}
