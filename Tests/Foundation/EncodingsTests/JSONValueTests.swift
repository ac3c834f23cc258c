import CardeaEncodings
import Testing

@Suite("Reading JSON strictly")
struct JSONValueTests {
    private static func number(_ text: String) -> JSONValue {
        JSONNumber(text).map(JSONValue.number) ?? .null
    }

    static let valid: [(text: String, value: JSONValue)] = [
        ("null", .null), ("true", .boolean(true)), ("false", .boolean(false)), (" \t\r\n1 \n", .integer(1)),
        ("0", .integer(0)), ("-0", number("-0")), ("-12", .integer(-12)), ("1.5", .number(1.5)),
        ("1e3", number("1e3")),
        ("-1.25E-2", number("-1.25E-2")), ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", number("9223372036854775808")), ("1.0", .number(1.0)),
        (#""""#, .string("")), (#""é\u00e9""#, .string("éé")),
        (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
        (#""\uD83D\uDE00""#, .string("😀")), (#""\u0000""#, .string("\0")), ("\"\u{7F}\"", .string("\u{7F}")),
        ("[]", .array([])), ("[ ]", .array([])), ("[1 , [2]]", .array([.integer(1), .array([.integer(2)])])),
        ("{}", .object([:])), ("\u{FEFF} {}", .object([:])),
        (#"{ "a" : { "b":null} }"#, .object(["a": .object(["b": .null])])),
        (#"{"a":1,"A":2,"":3}"#, .object(["a": .integer(1), "A": .integer(2), "": .integer(3)])),
    ]

    @Test("valid JSON is read", arguments: valid)
    func accepts(text: String, value: JSONValue) {
        #expect(JSONValue(parsing: text.utf8) == value)
    }

    @Test(
        "a number is written again as it was read, whatever its size",
        arguments: [
            "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551615",
            "123456789012345678901234567890", "0.10", "1E2", "-0", "1.0000000000000000001", "2.50",
        ]
    )
    func numbers(text: String) throws {
        var json = JSONText()
        json.value(try JSONValue(reading: Array(text.utf8)))
        #expect(String(decoding: json.bytes, as: UTF8.self) == text)
    }

    @Test(
        "invalid and ambiguous JSON is rejected",
        arguments: [
            "", " ", "nul", "nulll", "True", "01", "-", "-01", "+1", "1.", ".5", "1e", "1e+", "0x1", "1e999",
            "NaN", "Infinity", "1 2",
            "'a'", "\"", "\"a", "\"\n\"", "\"\u{1F}\"", #""\x""#, #""\u12""#, #""\u12G4""#, #""\uD800""#,
            #""\uD800\u0041""#,
            #""\uDC00""#, #""\""#, "[", "[1", "[1,]", "[,1]", "[1 2]", "]", "{", "{}}", "{a:1}", #"{"a"}"#,
            #"{"a":}"#, #"{"a":1,}"#,
            #"{"a":1 "b":2}"#, #"{1:2}"#, #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, "\u{FEFF}\u{FEFF}{}",
            "{}\0",
            "/**/1", "[1]//",
        ]
    )
    func rejects(text: String) {
        #expect(JSONValue(parsing: text.utf8) == nil)
    }

    @Test(
        "text that is not UTF-8 is rejected",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xC3]] as [[UInt8]]
    )
    func invalidUTF8(bytes: [UInt8]) {
        #expect(JSONValue(parsing: [34] + bytes + [34]) == nil)
    }

    @Test("deeply nested text is rejected (security 20)")
    func nesting() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(JSONValue(parsing: nested(32).utf8) != nil)
        #expect(JSONValue(parsing: nested(33).utf8) == nil)
        #expect(JSONValue(parsing: nested(1_000_000).utf8) == nil)
        #expect(JSONValue(parsing: "[[],[[]],[]]".utf8, nesting: 3) != nil)
        #expect(JSONValue(parsing: "{\"a\":[]}".utf8, nesting: 1) == nil)
    }

    @Test(
        "a text within the limits is read, one beyond a limit is not (security 26)",
        arguments: [
            (#"{"a":1,"b":2}"#, true), (#"{"a":1,"b":2,"c":3}"#, false), (#"[1,2,3]"#, true),
            (#"[1,2,3,4]"#, false),
            (#"{"abcd":1}"#, true), (#"{"abcde":1}"#, false), (#"{"éé":1}"#, true), (#"{"ééé":1}"#, false),
            (#"[[1,2,3],[1,2,3]]"#, true), (#"[[[1]]]"#, false), (#"{"a":[1,2,3,4]}"#, false),
        ]
    )
    func limits(text: String, isRead: Bool) {
        let limits = JSONLimits(nesting: 2, members: 2, elements: 3, nameLength: 4)
        #expect((JSONValue(parsing: text.utf8, within: limits) != nil) == isRead)
    }

    @Test(
        "a rejected text gives the reason",
        arguments: [
            (#"{"a":1,"a":2}"#, .repeatedName("a")), (#"{"a":1,"b":{"c":1,"\u0063":2}}"#, .repeatedName("c")),
            (#"{"a":1,"b":2,"c":3}"#, .tooManyMembers(limit: 2)), ("[1,2,3,4]", .tooManyElements(limit: 3)),
            (#"{"abcde":1}"#, .nameTooLong(limit: 4)), ("[[[1]]]", .nestedTooDeep(limit: 2)),
            ("[1,2", .malformed), ("{}}", .malformed), ("", .malformed),
        ] as [(String, JSONError)]
    )
    func reasons(text: String, reason: JSONError) {
        #expect(throws: reason) {
            try JSONValue(
                reading: Array(text.utf8),
                within: JSONLimits(nesting: 2, members: 2, elements: 3, nameLength: 4)
            )
        }
    }

    @Test("a value has one type")
    func access() {
        let value = JSONValue.object([
            "s": .string("a"), "i": .integer(1), "b": .boolean(true), "a": .array([.null]),
        ])
        #expect(value["s"]?.string == "a" && value["i"]?.integer == 1 && value["b"]?.boolean == true)
        #expect(
            value["a"]?.array == [.null] && value["i"]?.string == nil && value["x"] == nil
                && value["s"]?["t"] == nil
        )
    }
}

@Suite("Writing JSON")
struct JSONTextTests {
    @Test("members and elements are separated by commas")
    func structure() {
        var json = JSONText()
        json.object { json in
            json.member("a", "x")
            json.name("b")
            json.array { json in
                json.integer(1)
                json.object { _ in }
                json.array { $0.string("y") }
            }
            json.member("c", -7)
            json.member("d", true)
            json.name(text: "\"e\"")
            json.raw("null".utf8)
        }
        let text = #"{"a":"x","b":[1,{},["y"]],"c":-7,"d":true,"\"e\"":null}"#
        #expect(String(decoding: json.bytes, as: UTF8.self) == text)
    }

    @Test(
        "every string is read back as it was written",
        arguments: ["", "plain", "\"\\/", "\0\u{1F}\u{7F}", "\r\n\t", "é😀\u{2028}", "</script>", "\u{FEFF}"]
    )
    func strings(text: String) {
        var json = JSONText()
        json.string(text)
        #expect(JSONValue(parsing: json.bytes) == .string(text))
        #expect(json.bytes.allSatisfy { $0 >= 32 })
    }
}
