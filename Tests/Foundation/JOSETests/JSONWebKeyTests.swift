import CardeaCryptography
import CardeaEncodings
import CardeaJOSE
import Testing

@Suite("JSON Web Keys")
struct JSONWebKeyTests {
    static let point =
        #""x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#

    @Test("a set is read back as it was written")
    func roundTrip() throws {
        let keys = try SignatureAlgorithm.allCases.map { algorithm in
            JSONWebKey(try PrivateKey.generate(algorithm).publicKey, keyID: algorithm.rawValue)
        }
        let read = try JSONWebKeySet(parsing: JSONWebKeySet(keys).json)
        #expect(read.keys.map(\.keyID) == ["ES256", "RS256", "EdDSA"])
        #expect(read.keys.map(\.key.components) == keys.map(\.key.components))
        #expect(read.byID["RS256"]?.algorithm == .rs256)
    }

    @Test("the key of RFC 7515 A.3 is written as it stands there, with its use")
    func written() throws {
        let json =
            "{\"kty\":\"EC\",\"crv\":\"P-256\",\(Self.point),\"use\":\"sig\",\"alg\":\"ES256\",\"kid\":\"1\"}"
        let value = try #require(JSONValue(parsing: json.utf8))
        #expect(try JSONWebKeySet([JSONWebKey(value)]).json.text == "{\"keys\":[\(json)]}")
    }

    @Test("a set skips unknown keys (RFC 7517 §5)")
    func skips() throws {
        let good = "{\"kty\":\"EC\",\"crv\":\"P-256\",\(Self.point),\"kid\":\"good\"}"
        let json =
            #"{"keys":[{"kty":"oct","k":"AA","kid":"a"},7,{},\#(good),{"kty":"EC","crv":"P-521","kid":"b"}],"x":1}"#
        #expect(try JSONWebKeySet(parsing: json.utf8).keys.map(\.keyID) == ["good"])
    }

    @Test(
        "text that is not a set is rejected",
        arguments: ["", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[],"keys":[]}"#]
    )
    func malformedSets(json: String) {
        #expect(throws: JOSEError.malformed) { try JSONWebKeySet(parsing: json.utf8) }
    }

    @Test(
        "a key that is private, weak, meant for something else or off its curve is rejected",
        arguments: [
            #"{"kty":"EC","crv":"P-256",\#(point)}"#,
            #"{"kty":"EC","crv":"P-256",\#(point),"kid":"1","use":"enc"}"#,
            #"{"kty":"EC","crv":"P-256",\#(point),"kid":"1","key_ops":["deriveKey"]}"#,
            #"{"kty":"EC","crv":"P-256",\#(point),"kid":"1","alg":"ES384"}"#,
            #"{"kty":"EC","crv":"P-256",\#(point),"kid":"1","alg":"none"}"#,
            #"{"kty":"EC","crv":"secp256k1",\#(point),"kid":"1"}"#, #"{"kty":"EC",\#(point),"kid":"1"}"#,
            #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA","kid":"1"}"#,
            #"{"kty":"RSA","n":"AQAB","e":"AQAB","kid":"1"}"#,
            #"{"kty":"OKP","crv":"Ed25519","x":"AA==","kid":"1"}"#,
            #"{"kty":"OKP","crv":"X25519","x":"AA","kid":"1"}"#,
            #"{"kty":"oct","k":"c2VjcmV0","alg":"HS256","kid":"1"}"#, #"{"kty":"RSA","e":"AQAB","kid":"1"}"#,
            "{}", "[]",
        ]
    )
    func rejectedKeys(json: String) throws {
        let value = try #require(JSONValue(parsing: json.utf8))
        #expect(throws: JOSEError.self) { try JSONWebKey(value) }
    }
}
