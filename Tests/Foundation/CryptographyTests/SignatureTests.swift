import CardeaCryptography
import Testing

@Suite("Signatures")
struct SignatureTests {
    static let message = Array("message".utf8)

    @Test(
        "a key accepts signatures of its other half only",
        arguments: SignatureAlgorithm.allCases
    )
    func roundTrip(algorithm: SignatureAlgorithm) throws {
        let key = try PrivateKey.generate(algorithm)
        let signature = try key.sign(Self.message)
        #expect(key.algorithm == algorithm)
        #expect(signature.count == (algorithm == .rs256 ? 256 : 64))
        #expect(key.publicKey.isValid(signature, for: Self.message))
        #expect(!key.publicKey.isValid(signature, for: Self.message + [0]))
        #expect(!(try PrivateKey.generate(algorithm)).publicKey.isValid(signature, for: Self.message))
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 0x10
            #expect(!key.publicKey.isValid(changed, for: Self.message))
        }
        for length in [0, 1, 63, 65, 255, 257] {
            let other = Array((signature + signature + [0]).prefix(length))
            #expect(other.count == signature.count || !key.publicKey.isValid(other, for: Self.message))
        }
    }

    @Test("a key is read back as it was written", arguments: SignatureAlgorithm.allCases)
    func serialization(algorithm: SignatureAlgorithm) throws {
        let key = try PrivateKey.generate(algorithm)
        let copy = try PrivateKey(pkcs8: key.pkcs8)
        #expect(copy.pkcs8 == key.pkcs8)
        #expect(copy.publicKey.components == key.publicKey.components)
        let signature = try copy.sign(Self.message)
        #expect(try PublicKey(key.publicKey.components).isValid(signature, for: Self.message))
        #expect(try PublicKey(pem: key.publicKey.pem).isValid(signature, for: Self.message))
        #expect(try PublicKey(pem: key.publicKey.pem).components == key.publicKey.components)
    }

    @Test("a private key that is cut, longer or invalid is rejected", arguments: SignatureAlgorithm.allCases)
    func damagedKeys(algorithm: SignatureAlgorithm) throws {
        let pkcs8 = try PrivateKey.generate(algorithm).pkcs8
        for damaged in [[], [0x30], Array(pkcs8.dropLast()), pkcs8 + [0], Array(pkcs8.reversed())] {
            #expect(throws: CryptographyError.invalidKey) { try PrivateKey(pkcs8: damaged) }
        }
    }

    @Test("one key signs and verifies on many threads at once", arguments: SignatureAlgorithm.allCases)
    func concurrently(algorithm: SignatureAlgorithm) async throws {
        let key = try PrivateKey.generate(algorithm)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask {
                    let message = Array("message \(index)".utf8)
                    return key.publicKey.isValid(try key.sign(message), for: message)
                }
            }
            for try await isValid in group { #expect(isValid) }
        }
    }

    @Test("Ed25519 returns the signature of RFC 8037 A.4")
    func ed25519() throws {
        // The only parts of PKCS #8 (RFC 8410 §7) that change are the 32 bytes at the end.
        let prefix = try hex("302e020100300506032b657004220420")
        let key = try PrivateKey(pkcs8: prefix + base64URL("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"))
        let x = try base64URL("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")
        #expect(key.publicKey.components == .ed25519(x: x))
        let signature = try key.sign(Array("eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc".utf8))
        let expected =
            "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
        #expect(try signature == base64URL(expected))
    }

    @Test(
        "Ed25519 rejects a key of small order, under which a signature of zeros is valid",
        arguments: [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000080",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ]
    )
    func ed25519SmallOrder(_ x: String) throws {
        #expect(throws: CryptographyError.invalidKey) { try PublicKey(.ed25519(x: hex(x))) }
    }

    @Test("Ed25519 rejects s + L, the same signature in other bytes (RFC 8032 §5.1.7)")
    func ed25519Malleability() throws {
        let key = try PrivateKey.generate(.edDSA)
        var signature = try key.sign(Self.message)
        let order = try hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
        var carry = 0
        for (index, digit) in order.enumerated() {
            let sum = Int(signature[32 + index]) + Int(digit) + carry
            signature[32 + index] = UInt8(sum & 0xFF)
            carry = sum >> 8
        }
        #expect(carry == 0)
        #expect(!key.publicKey.isValid(signature, for: Self.message))
    }
}
