import CardeaSession
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct AuthorizerTests {
    static let credential = SessionCredential(accessToken: SessionSecret("n w&1\""))

    static func request(
        _ address: String = "https://api.example.com/a",
        _ type: String? = nil,
        body: String? = nil
    ) -> CardeaRequest {
        var request = CardeaRequest(.post, Fixture.url(address), body: body.map { Data($0.utf8) })
        request.fields[.contentType] = type
        return request
    }

    static let queries = [
        ("https://api.example.com/a", "https://api.example.com/a?t=n%20w%261%22"),
        ("https://api.example.com/a?b=%20c#d", "https://api.example.com/a?b=%20c&t=n%20w%261%22#d"),
        ("https://api.example.com/a?t=old&b&%74=old", "https://api.example.com/a?b&t=n%20w%261%22"),
        ("https://api.example.com/a#b?t=1", "https://api.example.com/a?t=n%20w%261%22#b?t=1"),
    ]

    @Test("a query item: the new token, and not both (X9)", arguments: queries)
    func query(before: String, after: String) {
        var request = Self.request(before)
        for _ in 0..<2 { QueryAuthorizer("t").authorize(&request, with: Self.credential) }
        #expect(request.url.absoluteString == after)
    }

    @Test(
        "the query item goes, the rest stays as it was",
        arguments: [("a?x=1&t=s&y", "a?x=1&y"), ("a?t=s", "a"), ("a?T=s", "a?T=s")]
    )
    func strippedQuery(before: String, after: String) {
        var request = Self.request("https://api.example.com/" + before)
        QueryAuthorizer("t").strip(&request)
        #expect(request.url.absoluteString == "https://api.example.com/" + after)
    }

    static let form = "application/x-www-form-urlencoded"
    static let forms: [(String?, String?, String?)] = [
        (form, "a=1&t=old+token&b=+", "a=1&b=+&t=n%20w%261%22"),
        (form + "; charset=utf-8", "", "t=n%20w%261%22"),
        (nil, nil, "t=n%20w%261%22"),
        ("text/plain", "a=1", "a=1"),
        (nil, "a=1", "a=1"),
    ]

    @Test("a form field: the new token, and not both (X9)", arguments: forms)
    func form(type: String?, before: String?, after: String?) {
        var request = Self.request("https://api.example.com/", type, body: before)
        for _ in 0..<2 { FormAuthorizer("t").authorize(&request, with: Self.credential) }
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == after)
    }

    @Test("bytes of a form that are not UTF-8 are unchanged")
    func rawForm() {
        let raw = Data([0x61, 0x3D, 0xE9, 0x26, 0xFF, 0x3D, 0x31])
        var request = Self.request("https://api.example.com/", Self.form)
        request.body = raw
        FormAuthorizer("t").authorize(&request, with: Self.credential)
        #expect(request.body == raw + Data("&t=n%20w%261%22".utf8))
        FormAuthorizer("t").strip(&request)
        #expect(request.body == raw)
    }

    static let objects: [(String?, String?, String?)] = [
        (
            "application/json", #"{"a": [1.50, {"t": 1}], "t": {"x": "}"}, "b":"\"},"}"#,
            #"{"a": [1.50, {"t": 1}],"b":"\"},","t":"n w&1\""}"#
        ),
        ("application/vnd.example+json; v=1", "{}", #"{"t":"n w&1\""}"#),
        ("application/json", #" { "\u0074" : "old" } "#, #"{"t":"n w&1\""}"#),
        (nil, nil, #"{"t":"n w&1\""}"#),
        ("application/json", "[1]", "[1]"),
        ("application/json", #"{"a": 1"#, #"{"a": 1"#),
        ("text/plain", "{}", "{}"),
    ]

    @Test("a JSON member: the new token, and not both; all else as it is written (X9)", arguments: objects)
    func json(type: String?, before: String?, after: String?) {
        var request = Self.request("https://api.example.com/", type, body: before)
        for _ in 0..<2 { JSONFieldAuthorizer("t").authorize(&request, with: Self.credential) }
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == after)
    }

    @Test("requests without content for a field are not changed")
    func get() {
        var request = CardeaRequest(.get, Fixture.url("https://api.example.com/"))
        let before = request
        FormAuthorizer("t").and(.jsonField("t")).authorize(&request, with: Self.credential)
        #expect(request == before)
    }

    static let places: [any RequestAuthorizer] = [
        .bearer, .bareToken, .header("x-token"), .query("t"), .form("t"),
        TokenPlacement.bearer.and(.query("t")).and(.form("t")), DPoP(),
    ]

    @Test("each place of a token can be cleared again (R2, R3)", arguments: places.indices)
    func strip(index: Int) {
        let before = Self.request("https://api.example.com/a?b=c", Self.form, body: "d=e")
        var request = before
        var credential = SessionCredential(accessToken: SessionSecret("secret"))
        credential.proofKey = DPoP.newKey()
        Self.places[index].authorize(&request, with: credential)
        #expect(request != before)
        Self.places[index].strip(&request)
        #expect(request == before)
    }
}
