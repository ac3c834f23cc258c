import CardeaEncodings
import Testing

@Suite("Base64 with the standard alphabet")
struct Base64Tests {
    @Test(
        "the vectors of RFC 4648 §10 are encoded without padding, and decoded with and without it",
        arguments: [
            ("", "", ""), ("f", "Zg", "=="), ("fo", "Zm8", "="), ("foo", "Zm9v", ""),
            ("foob", "Zm9vYg", "=="),
            ("fooba", "Zm9vYmE", "="), ("foobar", "Zm9vYmFy", ""),
        ]
    )
    func vectors(plain: String, encoded: String, padding: String) {
        #expect(Base64.encodeUnpadded(Array(plain.utf8)) == encoded)
        #expect(Base64.decodeUnpadded(encoded.utf8) == Array(plain.utf8))
        #expect(Base64.decode(encoded.utf8) == Array(plain.utf8))
        #expect(Base64.decode((encoded + padding).utf8) == Array(plain.utf8))
    }

    @Test("the alphabet has + and /")
    func alphabet() {
        #expect(Base64.encodeUnpadded([0xFB, 0xFF, 0xFE]) == "+//+")
        #expect(Base64.decode("+//+".utf8) == [0xFB, 0xFF, 0xFE])
    }

    @Test(
        "wrong padding, other symbols, unused bits and impossible lengths are rejected",
        arguments: [
            "Z", "Zg=", "Zg===", "=", "====", "Zm9v====", "Z=g=", "Zg==\n", " Zg==", "-__-", "Zh==", "Zm9=",
            "Zm9v=",
        ]
    )
    func rejections(text: String) {
        #expect(Base64.decode(text.utf8) == nil)
    }

    @Test("padding is rejected where it is not allowed", arguments: ["Zg==", "Zm8="])
    func unpadded(text: String) {
        #expect(Base64.decodeUnpadded(text.utf8) == nil)
    }
}
