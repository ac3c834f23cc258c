import CardeaHTTPRouting
import Testing

@testable import CardeaHTTPServing

@Suite("RequestTarget")
struct RequestTargetTests {
    @Test(
        "path and query are kept as sent",
        arguments: [
            ("/", "/", nil), ("/a/b", "/a/b", nil), ("/a?b", "/a", "b"), ("/a?", "/a", ""),
            ("/a?b?c", "/a", "b?c"),
            ("/?a=%00", "/", "a=%00"), ("//a", "//a", nil), ("*", "*", nil), ("http://a", "/", nil),
            ("http://a/b?c", "/b", "c"), ("https://a:80?c", "/", "c"), ("http://u@a/b", "/b", nil),
        ]
    )
    func pathQueryKept(text: String, path: String, query: String?) throws {
        let target = try RequestTarget(text.utf8)
        #expect(target.path == path)
        #expect(target.query == query)
    }

    @Test(
        "everything else is malformed",
        arguments: [
            "", "a", "a/b", "?a", "ftp://a/", "http:/a", "*a", "/a b", "/a#b", "/é", "/\u{1}", "/\u{7F}",
            "a:80",
        ]
    )
    func everythingElseMalformed(text: String) {
        #expect { _ = try RequestTarget(text.utf8) } throws: { ($0 as? RequestError)?.status == 400 }
    }
}
