import CardeaEncodings
import Testing

@Suite struct HTMLEscapingTests {
    @Test(
        "characters of markup are escaped, also with a combining mark (security 7, 31)",
        arguments: [
            ("<a href='x'>\"&", "&lt;a href=&#39;x&#39;&gt;&quot;&amp;"), ("日本語 é", "日本語 é"),
            ("\"\u{301}<\u{301}", "&quot;\u{301}&lt;\u{301}"), ("", ""),
        ]
    )
    func escape(text: String, html: String) {
        #expect(Array(HTMLEscaping.escape(text).unicodeScalars) == Array(html.unicodeScalars))
    }
}
