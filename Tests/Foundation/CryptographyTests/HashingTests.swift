import CardeaCryptography
import CardeaEncodings
import Testing

@Suite("Hashes, MACs and derived keys")
struct HashingTests {
    @Test(
        "SHA-256 returns the digests of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func sha256(message: String, digest: String) {
        #expect(Hexadecimal.encode(SHA256.hash(Array(message.utf8))) == digest)
        #expect(Hexadecimal.encode(SHA256.hash(message.utf8.lazy.map { $0 })) == digest)
    }

    /// RFC 4231 §4: key, message, HMAC-SHA256.
    static let macs: [(key: String, message: String, code: String)] = [
        (
            String(repeating: "0b", count: 20), "4869205468657265",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            String(repeating: "aa", count: 20), String(repeating: "dd", count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            "0102030405060708090a0b0c0d0e0f10111213141516171819", String(repeating: "cd", count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            String(repeating: "aa", count: 131),
            "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        ("", "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ]

    @Test("HMAC returns the codes of RFC 4231, repeatedly", arguments: macs)
    func hmac(key: String, message: String, code: String) throws {
        let key = HMACKey(try hex(key))
        for _ in 0..<3 {
            #expect(Hexadecimal.encode(key.authenticate(try hex(message))) == code)
            _ = key.authenticate([1, 2, 3])
        }
    }

    @Test("one HMAC key serves many threads at once")
    func hmacConcurrently() async {
        let key = HMACKey(Array("key".utf8))
        let expected = (0..<64).map { key.authenticate([UInt8($0)]) }
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<640 {
                group.addTask { key.authenticate([UInt8(index % 64)]) == expected[index % 64] }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    /// RFC 5869 appendix A: secret, salt, info, key.
    static let derivations: [(secret: String, salt: String, info: String, key: String)] = [
        (
            String(repeating: "0b", count: 22), "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        ),
        (
            Hexadecimal.encode(0x00...0x4F), Hexadecimal.encode(0x60...0xAF), Hexadecimal.encode(0xB0...0xFF),
            """
            b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09
            da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87
            """
        ),
        (
            String(repeating: "0b", count: 22), "", "",
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        ),
    ]

    @Test("HKDF returns the keys of RFC 5869", arguments: derivations)
    func hkdf(secret: String, salt: String, info: String, key: String) throws {
        let key = try hex(key)
        let derived = HKDF.derive(
            from: try hex(secret),
            salt: try hex(salt),
            info: try hex(info),
            count: key.count
        )
        #expect(derived == key)
    }

    @Test("HKDF derives keys of the smallest and of the largest length")
    func hkdfLengths() {
        #expect(HKDF.derive(from: [1], salt: [], info: [], count: 0).isEmpty)
        #expect(HKDF.derive(from: [1], salt: [], info: [], count: 8160).count == 8160)
    }

    @Test(
        "comparison in constant time returns whether values are equal",
        arguments: [
            ([], [], true), ([1], [1], true), ([1], [2], false), ([1, 2], [1], false), ([0], [], false),
        ]
            as [([UInt8], [UInt8], Bool)]
    )
    func constantTime(a: [UInt8], b: [UInt8], areEqual: Bool) {
        #expect(ConstantTime.equal(a, b) == areEqual)
        #expect(ConstantTime.equal(b, a) == areEqual)
    }
}
