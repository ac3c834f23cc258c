import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import Testing

@testable import CardeaOperations

private struct Part: InputMessage, Equatable {
    var code: Int64?
    init() {}
    init(code: Int64) { self.code = code }
    static let inputFields = InputTable<Part> { InputField(\.code, 1...9, "Code.", else: "INVALID_CODE") }
}

private enum Colour: String, WireEnum {
    case unspecified = "COLOUR_UNSPECIFIED"
    case red = "RED"

    static let names = ["COLOUR_UNSPECIFIED", "RED"]
}

private struct Message: InputMessage, Equatable {
    var displayName: String?
    var userId: String?
    var isOld: Bool?
    var age: Int64?
    var names: [String]?
    var colours: [Colour]?
    var part: Part?
    var parts: [Part]?
    init() {}

    static let inputFields = InputTable<Message> {
        InputField(\.displayName, .bytes(5), "Name.", else: "INVALID_NAME")
        InputField(\.userId, .name(5), "User.", .administratorsOnly("User ID"))
        InputField(\.isOld, "Old.")
        InputField(\.age, 0...150, "Age.", .required("MISSING_AGE", of: [.administrator]))
        InputField(\.names, .count(2, each: .bytes(3)), "Names.")
        InputField(\.colours, .count(2, each: NoLimit()), "Colours.")
        InputField(\.part, "Part.")
        InputField(\.parts, .count(2, each: NoLimit()), "Parts.")
        InputField(ignored: "captcha")
    }
}

@Suite("Field tables")
struct FieldTableTests {
    private func read(
        _ json: String,
        _ source: InputSource = .json,
        by caller: CallerKind = .app
    ) throws(FieldError) -> Message {
        try RequestFields(Request(.post, "/", body: Array(json.utf8)), source)
            .message(Message.self, by: caller)
    }

    @Test("protocol buffers' JSON is read in either spelling and with either form of a value")
    func lenient() throws {
        let json = #"""
            {"display_name":7,"isOld":"true","age":"6","names":"a","colours":[1,"RED"],"part":{"code":2.0},
             "parts":{"code":"3"},"captcha":{"x":[]},"userId":null}
            """#
        var expected = Message()
        expected.displayName = "7"
        expected.isOld = true
        expected.age = 6
        expected.names = ["a"]
        expected.colours = [.red, .red]
        expected.part = Part(code: 2)
        expected.parts = [Part(code: 3)]
        #expect(try read(json) == expected)
        #expect(try read("") == Message())
    }

    @Test(
        "a body that does not fit gives the reason and the field",
        arguments: [
            ("[]", .notAnObject, "", nil), ("{", .malformedJSON(.malformed), "", nil),
            (#"{"age":1,"age":2}"#, .malformedJSON(.repeatedName("age")), "", nil),
            (#"{"isOld":true,"is_old":true}"#, .repeated, "isOld", nil),
            (#"{"x":1,"isOld":true,"a":2}"#, .unknownFields(["a", "x"]), "", nil),
            (#"{"display_name":true}"#, .wrongType("TYPE_STRING"), "display_name", nil),
            (#"{"displayName":1.5}"#, .wrongType("TYPE_STRING"), "displayName", nil),
            (#"{"displayName":"abcdef"}"#, .tooLong(maximumBytes: 5), "displayName", "INVALID_NAME"),
            (#"{"isOld":1}"#, .wrongType("TYPE_BOOL"), "isOld", nil),
            (#"{"age":0.5}"#, .wrongType("TYPE_INT64"), "age", nil),
            (#"{"age":151}"#, .outOfRange(0...150), "age", nil),
            (#"{"names":["a","b","c"]}"#, .tooMany(maximumCount: 2), "names", nil),
            (#"{"names":["abcd"]}"#, .tooLong(maximumBytes: 3), "names[0]", nil),
            (#"{"colours":"BLUE"}"#, .unknownName(Colour.names), "colours", nil),
            (#"{"colours":2}"#, .unknownName(Colour.names), "colours", nil),
            (#"{"part":1}"#, .wrongType("TYPE_MESSAGE"), "part", nil),
            (#"{"part":{"code":0}}"#, .outOfRange(1...9), "part.code", "INVALID_CODE"),
            (#"{"part":{"x":0}}"#, .unknownFields(["x"]), "part", nil),
            (#"{"userId":"u"}"#, .notAllowed(label: "User ID"), "userId", nil),
        ] as [(String, FieldError.Reason, String, String?)]
    )
    func rejected(json: String, reason: FieldError.Reason, field: String, code: String?) {
        let error = #expect(throws: FieldError.self) { try read(json) }
        #expect(error?.reason == reason && error?.field == field && error?.message == code)
    }

    @Test("a required field is required only of the callers that the rule names")
    func required() throws {
        #expect(throws: FieldError(.missing, field: "age", message: "MISSING_AGE")) {
            try read("{}", by: .administrator)
        }
        #expect(throws: FieldError(.missing, field: "age", message: "MISSING_AGE")) {
            try read(#"{"age":null}"#, by: .administrator)
        }
        #expect(try read(#"{"age":1,"userId":"u"}"#, by: .administrator).userId == "u")
        #expect(try read(#"{"userId":""}"#) == Message())
    }

    @Test(
        "exact JSON accepts only the declared types and names",
        arguments: [
            #"{"displayName":7}"#, #"{"isOld":"true"}"#, #"{"age":"6"}"#, #"{"names":"a"}"#,
            #"{"colours":[1]}"#,
            #"{"display_name":"a"}"#, "",
        ]
    )
    func exact(json: String) throws {
        #expect(throws: FieldError.self) { try read(json, .exactJSON) }
        #expect(try read(#"{"displayName":"a","age":6}"#, .exactJSON).age == 6)
    }

    @Test("a query ignores unknown names and empty values, and rejects a known name that is given twice")
    func query() throws {
        func read(_ query: String) throws -> Message {
            try RequestFields(Request(.get, "/", query: query), .query).message(Message.self, by: .app)
        }
        let message = try read("x=1&x=2&displayName=a&age=5&isOld=")
        #expect(message.displayName == "a" && message.age == 5 && message.isOld == nil)
        #expect(throws: FieldError(.repeated, field: "age")) { try read("age=5&age=5") }
    }
}
