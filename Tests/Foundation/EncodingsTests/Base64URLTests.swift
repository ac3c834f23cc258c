import CardeaEncodings
import Testing

@Suite("Base64 with the URL-safe alphabet")
struct Base64URLTests {
    @Test(
        "the vectors of RFC 4648 §10 are encoded and decoded, without padding",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(plain: String, encoded: String) {
        #expect(Base64URL.encode(plain.utf8) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test("the alphabet has - and _ (RFC 7515 appendix C)")
    func alphabet() {
        #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
        #expect(Base64URL.decode("A-z_4ME") == [3, 236, 255, 224, 193])
        #expect(Base64URL.encode([0xFB, 0xFF, 0xFE]) == "-__-")
    }

    @Test(
        "padding, space, other symbols, unused bits and impossible lengths are rejected",
        arguments: [
            "Z", "Zg=", "Zg==", "Zm9vZ", "Zm9v====", "=", " Zg", "Zg ", "Zg\n", "Z g", "+/+/", "Zh", "Zm9",
            "Zm9vYh", "Zm9vYmF",
            "Zm9vYmFy\u{0}", "éé", "Zm9vYm\u{7F}y", "Zm-.", "____\u{FF}",
        ]
    )
    func rejections(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("bytes of every length are read back as they were written", arguments: 0...66)
    func roundTrip(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 83) }
        let encoded = Base64URL.encode(bytes)
        #expect(encoded == Base64URL.encode(bytes.lazy.map { $0 }))
        #expect(encoded.utf8.count == (count * 4 + 2) / 3)
        #expect(Base64URL.decode(encoded) == bytes)
        #expect(Base64URL.decode(Array("x\(encoded)".utf8).dropFirst()) == bytes)
    }

    @Test("exactly 64 bytes are symbols")
    func everyByte() {
        let decoded = (UInt8.min...UInt8.max).compactMap { Base64URL.decode([65, 65, 65, $0])?.last }
        #expect(decoded.sorted() == Array(0..<64))
    }

    @Test("appending keeps the existing bytes")
    func appends() {
        var output = Array("a.".utf8)
        Base64URL.append(Array("foob".utf8), to: &output)
        Base64URL.append("".utf8, to: &output)
        Base64URL.append(Array("foob".utf8)[1...], to: &output)
        #expect(String(decoding: output, as: UTF8.self) == "a.Zm9vYgb29i")
    }
}
