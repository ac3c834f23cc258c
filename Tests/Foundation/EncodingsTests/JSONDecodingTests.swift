import CardeaEncodings
import Testing

@Suite("Decoding values that were read strictly")
struct JSONDecodingTests {
    private struct Message: Decodable, Equatable {
        enum Kind: String, Decodable { case small, large }
        struct Part: Decodable, Equatable { let id: UInt8 }

        let name: String
        let count: Int64
        let isOpen: Bool?
        let kind: Kind?
        let parts: [Part?]
        let labels: [String: String]
    }

    private func decode(_ text: String) throws -> Message {
        try JSONValue(reading: Array(text.utf8)).decode(Message.self)
    }

    @Test("a message is decoded with its parts, and unknown members are ignored")
    func message() throws {
        let text = #"""
            {"name":"a","count":-3,"isOpen":null,"kind":"large","parts":[{"id":255},null],"labels":{"x":"y"},"new":1.5}
            """#
        let expected = Message(
            name: "a",
            count: -3,
            isOpen: nil,
            kind: .large,
            parts: [Message.Part(id: 255), nil],
            labels: ["x": "y"]
        )
        #expect(try decode(text) == expected)
    }

    @Test(
        "a message with a wrong type, a missing member or a number out of range is rejected",
        arguments: [
            #"[]"#, #"{"count":1,"parts":[],"labels":{}}"#, #"{"name":1,"count":1,"parts":[],"labels":{}}"#,
            #"{"name":"a","count":"1","parts":[],"labels":{}}"#,
            #"{"name":"a","count":1.5,"parts":[],"labels":{}}"#,
            #"{"name":"a","count":1,"parts":[{"id":256}],"labels":{}}"#,
            #"{"name":"a","count":1,"parts":{},"labels":{}}"#,
            #"{"name":"a","count":1,"isOpen":1,"parts":[],"labels":{}}"#,
            #"{"name":"a","count":1,"kind":"huge","parts":[],"labels":{}}"#,
        ]
    )
    func faults(text: String) {
        #expect(throws: DecodingError.self) { try decode(text) }
    }

    private struct Tokens: Decodable, Equatable {
        let lifetime: String?
        let count: Int64?
    }

    @Test(
        "a whole number and its digits are the same in messages that have both forms",
        arguments: [
            (#"{"lifetime":"3600","count":5}"#, "3600", 5), (#"{"lifetime":3600,"count":"5"}"#, "3600", 5),
            (#"{"lifetime":0}"#, "0", nil),
            (#"{"lifetime":9223372036854775807,"count":"9223372036854775807"}"#, "9223372036854775807", .max),
        ] as [(String, String, Int64?)]
    )
    func wholeNumbers(text: String, lifetime: String, count: Int64?) throws {
        let value = try JSONValue(reading: Array(text.utf8))
        let tokens = try value.decode(Tokens.self, numbers: .numberOrDigits)
        #expect(tokens == Tokens(lifetime: lifetime, count: count))
    }

    @Test(
        "a number that is negative, broken or too large is not taken for a text, nor a text for such a number",
        arguments: [
            #"{"lifetime":-1}"#, #"{"lifetime":1.5}"#, #"{"lifetime":3600.0}"#, #"{"lifetime":1e3}"#,
            #"{"lifetime":9223372036854775808}"#, #"{"lifetime":true}"#, #"{"count":"-1"}"#,
            #"{"count":"+1"}"#,
            #"{"count":" 1"}"#, #"{"count":""}"#, #"{"count":"9223372036854775808"}"#, #"{"count":"1.0"}"#,
        ]
    )
    func otherNumbers(text: String) throws {
        let value = try JSONValue(reading: Array(text.utf8))
        #expect(throws: DecodingError.self) { try value.decode(Tokens.self, numbers: .numberOrDigits) }
    }
}
