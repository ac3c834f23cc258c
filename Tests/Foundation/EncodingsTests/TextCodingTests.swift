import CardeaEncodings
import Testing

@Suite("Hexadecimal, percent and form coding")
struct TextCodingTests {
    @Test(
        "bytes are encoded in base 16 (RFC 4648 §10)",
        arguments: [("", ""), ("f", "66"), ("foobar", "666f6f626172"), ("\0\u{7F}", "007f")]
    )
    func hexadecimal(plain: String, encoded: String) {
        #expect(Hexadecimal.encode(plain.utf8) == encoded)
    }

    @Test("a digit of base 16 has a value; other characters have none")
    func hexadecimalDigits() {
        let values = "0123456789abcdefABCDEF".utf8.map(Hexadecimal.value)
        #expect(values == Array(0...15) + Array(10...15))
        #expect((UInt8.min...UInt8.max).compactMap(Hexadecimal.value).count == 22)
    }

    @Test(
        "percent-encoding keeps unreserved characters (RFC 3986 §2.3)",
        arguments: [
            ("azAZ09-._~", "azAZ09-._~"), (" +&=?/:", "%20%2B%26%3D%3F%2F%3A"), ("é%", "%C3%A9%25"),
            ("\0\n", "%00%0A"), ("", ""),
        ]
    )
    func percent(plain: String, encoded: String) {
        #expect(PercentEncoding.encode(plain) == encoded)
        #expect(PercentEncoding.decode(encoded.utf8) == plain)
        #expect(PercentEncoding.decode(encoded.lowercased().utf8) == plain.lowercased())
    }

    @Test(
        "broken escapes and invalid UTF-8 are rejected",
        arguments: ["%", "%4", "%zz", "a%4g", "%C3", "%FF", "%C0%80", "%ED%A0%80"]
    )
    func malformedPercent(text: String) {
        #expect(PercentEncoding.decode(text.utf8) == nil)
    }

    @Test("a plus is a space in forms only")
    func plus() {
        #expect(PercentEncoding.decode("a+b".utf8) == "a+b")
        #expect(PercentEncoding.decode("a+b%2B".utf8, plusIsSpace: true) == "a b+")
    }

    @Test(
        "forms are read in order, with duplicates",
        arguments: [
            ("", []), ("a=1&b=2", ["a:1", "b:2"]), ("a=1&a=2", ["a:1", "a:2"]), ("a", ["a:"]), ("a=", ["a:"]),
            ("=b", [":b"]),
            ("a=b=c", ["a:b=c"]), ("&&a=1&", ["a:1"]), ("a+b=%26%3D", ["a b:&="]), ("%61=%C3%A9", ["a:é"]),
        ] as [(String, [String])]
    )
    func forms(text: String, pairs: [String]) {
        #expect(FormCoding.decode(text.utf8)?.map { "\($0.name):\($0.value)" } == pairs)
    }

    @Test("a form with one broken pair is rejected", arguments: ["a=%", "%zz=1", "a=1&b=%FF"])
    func malformedForms(text: String) {
        #expect(FormCoding.decode(text.utf8) == nil)
    }

    @Test("a form is read back as it was written")
    func formRoundTrip() {
        let pairs = [("grant_type", "refresh_token"), ("a b", "c&d=e+f"), ("é", "")].map {
            (name: $0.0, value: $0.1)
        }
        let text = FormCoding.encode(pairs)
        #expect(text == "grant_type=refresh_token&a%20b=c%26d%3De%2Bf&%C3%A9=")
        #expect(FormCoding.decode(text.utf8)?.map(\.value) == pairs.map(\.value))
    }
}
