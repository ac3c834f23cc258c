import Testing

@testable import CardeaCryptography

@Suite("ECDSA on P-256 in JOSE form")
struct ECDSATests {
    static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    static let zero = String(repeating: "00", count: 32)
    static let one = String(repeating: "00", count: 31) + "01"
    static let high = String(repeating: "ff", count: 32)

    @Test(
        "r or s of zero or beyond the order is rejected, as in Wycheproof",
        arguments: [
            (zero, zero), (zero, one), (one, zero), (zero, order), (order, zero), (one, order), (order, one),
            (order, order), (high, high), (one, high), (one, one),
        ]
    )
    func ranges(r: String, s: String) throws {
        let key = try PrivateKey.generate(.es256).publicKey
        #expect(!key.isValid(try hex(r) + hex(s), for: [1, 2, 3]))
    }

    @Test("r or s plus the order is rejected")
    func malleability() throws {
        let key = try PrivateKey.generate(.es256)
        let signature = try key.sign([1])
        let order = try hex(Self.order)
        for half in [0, 32] {
            var shifted = signature
            var carry = 0
            for index in (0..<32).reversed() {
                let sum = Int(shifted[half + index]) + Int(order[index]) + carry
                shifted[half + index] = UInt8(sum & 0xFF)
                carry = sum >> 8
            }
            #expect(!key.publicKey.isValid(shifted, for: [1]))
        }
    }

    @Test("a signature in DER instead of r ‖ s is rejected")
    func derIsRejected() throws {
        let key = try PrivateKey.generate(.es256)
        for _ in 0..<16 {
            let der = try #require(ECDSASignature.der(raw: key.sign([1])))
            #expect(!key.publicKey.isValid(der, for: [1]))
        }
    }

    static let encodings: [(r: String, s: String, der: String)] = [
        (one, high, "3026020101022100" + high),
        (String(repeating: "00", count: 31) + "80", one, "300702020080020101"),
        (high, high, "3046022100" + high + "022100" + high),
    ]

    @Test("r and s are written as the shortest positive integers", arguments: encodings)
    func der(r: String, s: String, der: String) throws {
        let raw = try hex(r + s)
        #expect(ECDSASignature.der(raw: raw) == (try hex(der)))
        #expect(ECDSASignature.raw(der: try hex(der)) == raw)
    }

    @Test(
        "other DER than a sequence of two integers is rejected",
        arguments: [
            "", "30", "3000", "3003020101", "31060201010201 01", "3006020101020101 00", "30060201010301 01",
            "3007020101020101", "30060201010205 01",
            "30080201010222010000",
        ]
    )
    func malformedDER(text: String) throws {
        #expect(ECDSASignature.raw(der: try hex(text)) == nil)
    }

    @Test("the signature of RFC 7515 A.3 is valid")
    func rfc7515() throws {
        let key = try PublicKey(
            .ec(
                x: base64URL("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
                y: base64URL("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")
            )
        )
        let input =
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQog"
            + "Imh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let signature =
            "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        #expect(key.isValid(try base64URL(signature), for: Array(input.utf8)))
    }

    @Test(
        "a key that is not a point of the curve is rejected",
        arguments: [(zero, zero), (one, one), (high, high), (order, one), ("00", "00"), (one, one + "00")]
    )
    func points(x: String, y: String) throws {
        let components = PublicKey.Components.ec(x: try hex(x), y: try hex(y))
        #expect(throws: CryptographyError.invalidKey) { try PublicKey(components) }
    }
}
