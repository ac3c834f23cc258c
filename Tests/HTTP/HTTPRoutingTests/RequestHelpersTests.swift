import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import Testing
import CardeaSecrets

@Suite("Request helpers")
struct RequestHelpersTests {
    @Test(
        "query items are decoded",
        arguments: [
            ("key=a%20b&key=c&d", "key", "a b"),
            ("a=1&b=%E3%81%82", "b", "あ"),
            ("a=1+2", "a", "1 2"),
            ("d", "d", ""),
            ("a=1", "b", nil),
            ("a=%zz", "a", nil),
            ("", "a", nil),
        ]
    )
    func queryItemsDecoded(query: String, name: String, value: String?) {
        #expect(Request(.get, "/", query: query).queryItems[name] == value)
    }

    @Test("names are compared byte by byte: a canonically equal one is another name")
    func namesAreBytes() {
        let items = Request(.get, "/", query: "api%E2%84%AAey=1&apiKey=2&caf%C3%A9=3&cafe%CC%81=4").queryItems
        #expect(items["apiKey"] == "2" && items["caf\u{E9}"] == "3" && items["cafe\u{301}"] == "4")
        #expect(!items.hasRepeatedName)
        #expect(Request(.get, "/", query: "a=1&b=2&a=1").queryItems.hasRepeatedName)
    }

    @Test("a query or a path that cannot be decoded is an error of the request")
    func undecodable() {
        #expect(Request(.get, "/a%20b", query: "").error == nil)
        #expect(Request(.get, "/", query: "a=%").error == .malformedTarget)
        #expect(Request(.get, "/%C3").error == .malformedTarget)
    }

    @Test(
        "the media type goes without case and parameters",
        arguments: [
            ("application/json", "application/json"),
            ("Application/JSON; charset=utf-8", "application/json"),
            (" text/plain ;a=b", "text/plain"),
            ("", ""),
            (nil, nil),
        ]
    )
    func mediaTypeGoes(field: String?, type: String?) {
        var request = Request(.post, "/")
        request.fields[.contentType] = field
        #expect(request.mediaType == type)
    }

    @Test(
        "a bearer token is read only from its scheme",
        arguments: [
            ("Bearer abc", "abc"),
            ("bearer  abc ", "abc"),
            ("BEARER a b", "a b"),
            ("Bearer", nil),
            ("Bearer ", nil),
            ("Basic abc", nil),
            ("Bearerabc", nil),
            (nil, nil),
        ]
    )
    func bearerTokenRead(field: String?, token: String?) {
        var request = Request(.get, "/")
        request.fields[.authorization] = field
        #expect(request.bearerToken?.reveal() == token)
    }

    @Test(
        "a form is read if its content type says so",
        arguments: [
            ("application/x-www-form-urlencoded", "a=1&b=2+3", ["a=1", "b=2 3"]),
            ("application/x-www-form-urlencoded;charset=utf-8", "", []),
            ("application/x-www-form-urlencoded", "a=%", nil),
            ("application/json", "a=1", nil),
            (nil, "a=1", nil),
        ]
    )
    func formReadWhen(type: String?, body: String, items: [String]?) {
        var request = Request(.post, "/", body: Array(body.utf8))
        request.fields[.contentType] = type
        #expect(request.form?.map { "\($0.name)=\($0.value)" } == items)
    }
}
