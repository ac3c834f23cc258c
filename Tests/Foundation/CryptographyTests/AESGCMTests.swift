import CardeaCryptography
import Testing

@Suite("AES-256-GCM")
struct AESGCMTests {
    static let key = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
    static let plaintext = """
        d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525
        b16aedf5aa0de657ba637b39
        """
    static let sealed = """
        cafebabefacedbaddecaf888
        522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838
        c5f61e6393ba7a0abcc9f662
        76fc6ece0f4e1768cddf8853bb2d551b
        """
    static let context = "feedfacedeadbeeffeedfacedeadbeefabaddad2"
    static let zeros = String(repeating: "00", count: 32)

    @Test(
        "the vectors of McGrew and Viega are opened (cases 13, 14, 16)",
        arguments: [
            (zeros, "000000000000000000000000530f8afbc74536b9a963b4f1c4cb738b", "", ""),
            (
                zeros,
                "000000000000000000000000cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919",
                "",
                "00000000000000000000000000000000"
            ),
            (key, sealed, context, plaintext),
        ]
    )
    func vectors(key: String, sealed: String, context: String, plaintext: String) throws {
        #expect(try AESGCM.open(hex(sealed), key: hex(key), authenticating: hex(context)) == hex(plaintext))
    }

    @Test("sealed bytes are opened, and every nonce differs", arguments: [0, 1, 15, 16, 17, 4096])
    func roundTrip(count: Int) throws {
        let random = SystemRandom()
        let (key, plaintext) = (random.bytes(32), random.bytes(count))
        let sealed = try AESGCM.seal(plaintext, key: key, authenticating: [1, 2, 3])
        #expect(sealed.count == count + 28)
        #expect(try AESGCM.open(sealed, key: key, authenticating: [1, 2, 3]) == plaintext)
        #expect(
            try AESGCM.seal(plaintext, key: key, authenticating: [1, 2, 3]).prefix(12) != sealed.prefix(12)
        )
    }

    @Test("a changed bit of nonce, ciphertext or tag is rejected")
    func changedBits() throws {
        let (key, sealed, context) = (try hex(Self.key), try hex(Self.sealed), try hex(Self.context))
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1 << UInt8(index % 8)
            #expect(throws: CryptographyError.authenticationFailed) {
                try AESGCM.open(changed, key: key, authenticating: context)
            }
        }
    }

    @Test("another key, another context and a short text are rejected")
    func mismatches() throws {
        let (key, sealed, context) = (try hex(Self.key), try hex(Self.sealed), try hex(Self.context))
        for (sealed, key, context) in [
            (sealed, try hex(Self.zeros), context), (sealed, key, []), (sealed, key, context + [0]),
            (Array(sealed.dropLast()), key, context), (Array(sealed.prefix(27)), key, context),
            ([], key, context),
        ] {
            #expect(throws: CryptographyError.authenticationFailed) {
                try AESGCM.open(sealed, key: key, authenticating: context)
            }
        }
    }

    @Test("keys of other lengths than 32 bytes are rejected", arguments: [0, 16, 24, 31, 33])
    func keyLengths(count: Int) {
        let key = [UInt8](repeating: 1, count: count)
        #expect(throws: CryptographyError.invalidKey) { try AESGCM.seal([1], key: key, authenticating: []) }
    }
}
