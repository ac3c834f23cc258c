import CardeaEncodings
import Testing

@Suite("Reading JSON5 strictly")
struct JSON5Tests {
    private func read(_ text: String) throws(JSONError) -> JSONValue {
        try JSONValue(reading: Array(text.utf8), grammar: .json5)
    }

    private static func number(_ text: String) -> JSONValue {
        JSONNumber(text).map(JSONValue.number) ?? .null
    }

    @Test(
        "the additions of JSON5 are read",
        arguments: [
            ("// a\n1 /* b\n * c **/", .integer(1)), ("\u{FEFF}\u{A0}\u{2028}\u{B}1\u{C}", .integer(1)),
            ("+1", .integer(1)), ("-0x1F", .integer(-31)), ("0X10", .integer(16)), (".5", .number(0.5)),
            ("-5.", .number(-5.0)), ("5.e1", number("5.0e1")), ("1E2", number("1E2")),
            ("'a\"b\\'c'", .string("a\"b'c")), ("\"a\\\nb\\\r\nc\\u0041\"", .string("abcA")),
            ("'\t'", .string("\t")), ("[1,]", .array([.integer(1)])), ("[/**/]", .array([])),
            (
                "{a: 1, $b_2: 'x', 'c d': 3, \"e\": null,}",
                .object(["a": .integer(1), "$b_2": .string("x"), "c d": .integer(3), "e": .null])
            ),
        ] as [(String, JSONValue)]
    )
    func additions(text: String, value: JSONValue) throws {
        #expect(try read(text) == value)
    }

    @Test("valid JSON is valid JSON5", arguments: JSONValueTests.valid)
    func superset(text: String, value: JSONValue) throws {
        #expect(try read(text) == value)
    }

    @Test(
        "invalid JSON5 is rejected",
        arguments: [
            "", "/", "/*", "/* *", "1 /*/", "[,]", "[1,,]", "{,}", "{a:1,,}", "{1:2}", "{a b: 1}", "{a}",
            "'a\"",
            "'a", "'\n'", "'\\x'", "01", "-", "+", ".", "0x", "0xG", "0x8000000000000000", "+-1", "1e", "5.e",
            "Infinity", "NaN", "-Infinity", "a", "1 2", "{}}",
        ]
    )
    func faults(text: String) {
        #expect(throws: JSONError.malformed) { try read(text) }
    }

    @Test(
        "the place of a string without an end is where it begins",
        arguments: [("{\n  a: 'b,\n  c: 1\n}", 2, 6), ("{\n  a: \"b\\\n c", 2, 6)]
    )
    func unterminated(text: String, line: Int, column: Int) throws {
        let place = try #require(JSONValue.faultPlace(in: Array(text.utf8), grammar: .json5))
        #expect(place == (line, column))
    }

    @Test(
        "a repeated name in an object is rejected in every form (security L7)",
        arguments: [
            ("{ a: 1, b: { c: 1, 'c': 2 } }", "c"), ("{a:1,\"\\u0061\":2}", "a"), ("{a:'x: a', a:.5}", "a"),
        ]
    )
    func repeated(text: String, name: String) {
        #expect(throws: JSONError.repeatedName(name)) { try read(text) }
    }

    @Test("names that look alike in other objects, strings and comments are not repeated")
    func notRepeated() throws {
        _ = try read("{ a: 'a', b: { a: 'b:a' }, c: [{ a: 1 }, { a: 2 }] }")
        _ = try read("{ a: 1, // a: 2\n b: 2, /* b: 3 * / */ c: \"a\", d: 'it\\'s a: 1' }")
    }
}
