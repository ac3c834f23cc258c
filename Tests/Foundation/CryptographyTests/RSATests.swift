import CardeaCryptography
import Testing

@Suite("RSASSA-PKCS1-v1_5")
struct RSATests {
    static let message = Array("cardea".utf8)

    func key() throws -> PublicKey {
        try PublicKey(.rsa(n: base64URL(RSAVectors.modulus), e: [1, 0, 1]))
    }

    @Test("a signature of another library is valid")
    func rightPadding() throws {
        #expect(try key().isValid(base64URL(RSAVectors.right), for: Self.message))
    }

    @Test("other padding than that of RFC 8017 §9.2 is rejected", arguments: RSAVectors.wrong)
    func wrongPadding(flaw: String, signature: String) throws {
        #expect(!(try key().isValid(base64URL(signature), for: Self.message)), "\(flaw)")
    }

    @Test("a signature plus the modulus is rejected")
    func malleability() throws {
        var sum = try base64URL(RSAVectors.right)
        let modulus = try base64URL(RSAVectors.modulus)
        var carry = 0
        for index in sum.indices.reversed() {
            let digit = Int(sum[index]) + Int(modulus[index]) + carry
            sum[index] = UInt8(digit & 0xFF)
            carry = digit >> 8
        }
        #expect(carry == 0)
        #expect(!(try key().isValid(sum, for: Self.message)))
    }

    @Test("verifies the signature of RFC 7515 A.2")
    func rfc7515() throws {
        let modulus =
            "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT"
            + "-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXB"
            + "dQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9"
            + "iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"
        let signature =
            "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJ"
            + "dbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB"
            + "_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98"
            + "rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
        let input =
            "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQog"
            + "Imh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let key = try PublicKey(.rsa(n: base64URL(modulus), e: [1, 0, 1]))
        #expect(key.isValid(try base64URL(signature), for: Array(input.utf8)))
    }

    @Test(
        "a short key, an even key and a key with leading zeros are rejected",
        arguments: [
            (RSAVectors.smallModulus, "AQAB"), (RSAVectors.modulus, "AQ"), (RSAVectors.modulus, "AAEAAQ"),
            (RSAVectors.modulus, "Ag"), (RSAVectors.modulus, ""), ("AA" + RSAVectors.modulus, "AQAB"),
            ("", "AQAB"),
        ]
    )
    func weakKeys(n: String, e: String) throws {
        let components = PublicKey.Components.rsa(n: try base64URL(n), e: try base64URL(e))
        #expect(throws: CryptographyError.invalidKey) { try PublicKey(components) }
    }

    @Test(
        "a PEM block is accepted only for a public key",
        arguments: ["", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"]
    )
    func malformedPEM(pem: String) {
        #expect(throws: CryptographyError.invalidKey) { try PublicKey(pem: pem) }
    }
}
