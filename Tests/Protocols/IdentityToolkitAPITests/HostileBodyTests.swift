import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import Testing

/// Bodies that are made to cost much.
@Suite struct HostileBodyTests {
    private static let size = 65_536

    private static func list(_ element: (Int) -> String, _ open: String, _ close: String) -> String {
        var text = open
        var index = 0
        while text.utf8.count < size - 200 {
            text += (index == 0 ? "" : ",") + element(index)
            index += 1
        }
        return text + close
    }

    struct Body: CustomTestStringConvertible {
        let testDescription: String
        let text: String

        init(_ name: String, _ text: String) { (testDescription, self.text) = (name, text) }
    }

    /// 64 KiB each.
    private static let bodies: [Body] = [
        Body("many names", list({ #""\#($0)":0"# }, "{", "}")),
        Body("a long name", #"{""# + String(repeating: "x", count: size) + #"":0}"#),
        Body(
            "a known name in a long spelling",
            #"{"id"# + String(repeating: "_", count: size) + #"token":true}"#
        ),
        Body("a long list", list({ "\($0)" }, #"{"localId":["#, "]}")),
        Body("many lists", list({ _ in "[[[[0]]]]" }, #"{"localId":["#, "]}")),
        Body("deep lists", String(repeating: "[", count: size)),
        Body("a long number", #"{"validSince":"# + String(repeating: "9", count: size) + "}"),
        Body("a long fraction", #"{"validSince":0."# + String(repeating: "9", count: size) + "}"),
        Body("escapes", #"{"a":""# + String(repeating: #"\u0000"#, count: size / 6) + #""}"#),
        Body(
            "a text of the wrong type",
            #"{"emailVerified":""# + String(repeating: "x", count: size) + #""}"#
        ),
        Body("spaces", String(repeating: " ", count: size)),
        Body(
            "five long unknown names",
            list({ #""\#($0)\#(String(repeating: "y", count: 100))":0"# }, "{", "}")
        ),
    ]

    @Test(
        "a hostile body is rejected with a small response (security 26)",
        arguments: ["signUp", "signInWithPassword", "lookup", "update", "delete", "createAuthUri"],
        bodies
    )
    func hostileBodyRejected(
        _ operation: String,
        _ body: Body
    ) async throws {
        let server = try await APIServer()
        let request = Request(
            .post,
            "/v1/accounts:\(operation)",
            query: "key=demo-key",
            body: Array(body.text.utf8)
        )
        let response = await server.send(request)
        #expect(response.status == 400)
        #expect(response.text.utf8.count < 4096)
    }

    @Test("of many unknown fields the first five are named and the others counted (security 26)")
    func manyUnknownFields()
        async throws
    {
        let fields = (0..<50).map { (String(UnicodeScalar(UInt8(65 + $0))), JSONValue.integer(0)) }
        let response = try await APIServer().call("signUp", .object(Dictionary(uniqueKeysWithValues: fields)))
        let lines = response.errorMessage?.split(separator: "\n").map(String.init) ?? []
        #expect(lines.count == 6)
        #expect(lines.first == #"Invalid JSON payload received. Unknown name "A": Cannot find field."#)
        #expect(lines.last == "and 45 more")
    }

    @Test("a number beyond the precision of Double is rejected as a text (security L6)")
    func numberDoubleCannot() async throws {
        let server = try await APIServer()
        for number in ["12345678901234567890123", "1.5", "1e9", "-0"] {
            let body = #"{"email":"ada@example.com","password":\#(number)}"#
            let request = Request(.post, "/v1/accounts:signUp", query: "key=demo-key", body: Array(body.utf8))
            #expect(await server.send(request).errorMessage == "Invalid value at 'password' (TYPE_STRING)")
        }
    }

    @Test("a whole number is its own text (security L6)")
    func wholeNumberOwn() async throws {
        let server = try await APIServer()
        let signUp: JSONValue = ["email": "ada@example.com", "password": 9_007_199_254_740_993]
        #expect(await server.call("signUp", signUp).status == 200)
        let near: JSONValue = ["email": "ada@example.com", "password": "9007199254740992"]
        #expect(await server.call("signInWithPassword", near).status == 400)
        let same: JSONValue = ["email": "ada@example.com", "password": "9007199254740993"]
        #expect(await server.call("signInWithPassword", same).status == 200)
    }
}
