import CardeaEncodings
import Testing

@Suite("Hexadecimal, percent and form coding")
struct TextCodingTests {
    @Test(
        "Hexadecimal: RFC 4648 §10",
        arguments: [("", ""), ("f", "66"), ("foobar", "666f6f626172"), ("\0\u{7F}", "007f")]
    )
    func hexadecimal(plain: String, encoded: String) {
        #expect(Hexadecimal.encode(plain.utf8) == encoded)
        #expect(Hexadecimal.decode(encoded) == Array(plain.utf8))
        #expect(Hexadecimal.decode(encoded.uppercased()) == Array(plain.utf8))
    }

    @Test(
        "Hexadecimal refuses odd lengths and other characters",
        arguments: ["6", "666", "0x66", "6g", "6 ", "６６", "+6"]
    )
    func malformedHexadecimal(text: String) {
        #expect(Hexadecimal.decode(text) == nil)
    }

    @Test(
        "Percent-encoding keeps unreserved characters (RFC 3986 §2.3)",
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
        "Percent-decoding refuses broken escapes and what is no UTF-8",
        arguments: ["%", "%4", "%zz", "a%4g", "%C3", "%FF", "%C0%80", "%ED%A0%80"]
    )
    func malformedPercent(text: String) {
        #expect(PercentEncoding.decode(text.utf8) == nil)
    }

    @Test("A plus is a space in forms only")
    func plus() {
        #expect(PercentEncoding.decode("a+b".utf8) == "a+b")
        #expect(PercentEncoding.decode("a+b%2B".utf8, plusIsSpace: true) == "a b+")
    }

    @Test(
        "Forms are read in order, duplicates and all",
        arguments: [
            ("", []), ("a=1&b=2", ["a:1", "b:2"]), ("a=1&a=2", ["a:1", "a:2"]), ("a", ["a:"]), ("a=", ["a:"]),
            ("=b", [":b"]),
            ("a=b=c", ["a:b=c"]), ("&&a=1&", ["a:1"]), ("a+b=%26%3D", ["a b:&="]), ("%61=%C3%A9", ["a:é"]),
        ] as [(String, [String])]
    )
    func forms(text: String, pairs: [String]) {
        #expect(FormCoding.decode(text.utf8)?.map { "\($0.name):\($0.value)" } == pairs)
    }

    @Test("Forms that cannot be read are refused whole", arguments: ["a=%", "%zz=1", "a=1&b=%FF"])
    func malformedForms(text: String) {
        #expect(FormCoding.decode(text.utf8) == nil)
    }

    @Test("Forms are read back as they were written")
    func formRoundTrip() {
        let pairs = [("grant_type", "refresh_token"), ("a b", "c&d=e+f"), ("é", "")].map {
            (name: $0.0, value: $0.1)
        }
        let text = FormCoding.encode(pairs)
        #expect(text == "grant_type=refresh_token&a%20b=c%26d%3De%2Bf&%C3%A9=")
        #expect(FormCoding.decode(text.utf8)?.map(\.value) == pairs.map(\.value))
    }
}
