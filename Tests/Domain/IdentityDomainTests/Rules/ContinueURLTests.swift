import CardeaIdentityDomain
import Testing

@Suite("URLs that links continue to")
struct ContinueURLTests {
    @Test(
        "an absolute URL has an origin in one form",
        arguments: [
            ("https://App.Example/a?b#c", "https://app.example"),
            ("https://app.example:443", "https://app.example"),
            ("http://localhost:3000/", "http://localhost:3000"), ("http://[::1]:80/x", "http://[::1]"),
            ("HTTP://127.0.0.1:080/", "http://127.0.0.1"),
        ]
    )
    func origins(_ text: String, _ origin: String) {
        #expect(ContinueURL(text)?.origin == origin)
    }

    @Test(
        "texts that browsers read in another way are rejected (security 5)",
        arguments: [
            "", "app.example", "//app.example", "/\\app.example", "javascript:alert(1)",
            "javascript://app.example/%0a",
            "data:text/html,x", "https:app.example", "https:///app.example", "https://",
            "https://user@app.example",
            "https://app.example@evil.example", "https://app.example\\@evil.example",
            "https://app.example\\.evil.example",
            "https://app%2eexample", "https://ａpp.example", "https://app.example:99999",
            "https://app.example:",
            "https://app.example:0", "https://.app.example", "https://app.example\n", " https://app.example",
            "https://app.example/\u{0}", "https://app.example/\"onclick", "https://[::1", "https://[::1]x",
            "https://[]",
            "https://app.example/" + String(repeating: "a", count: 2048),
        ]
    )
    func rejections(_ text: String) {
        #expect(ContinueURL(text) == nil)
    }

    @Test("items are added to the query, before the fragment")
    func appending() throws {
        #expect(ContinueURL("https://a.example/x")?.appending(query: "c=1") == "https://a.example/x?c=1")
        #expect(
            ContinueURL("https://a.example/?b=2#f")?.appending(query: "c=1") == "https://a.example/?b=2&c=1#f"
        )
    }
}
