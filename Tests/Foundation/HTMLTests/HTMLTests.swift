import Testing

@testable import CardeaHTML

@Suite("Markup")
struct HTMLTests {
    @Test(
        "a text is escaped as content and as a value of an attribute (security 7, 31)",
        arguments: [
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\" onfocus=\"x", "&quot; onfocus=&quot;x"), ("' onfocus='x", "&#39; onfocus=&#39;x"),
            ("\"\u{301}><b>", "&quot;\u{301}&gt;&lt;b&gt;"), ("<\u{338}b>", "&lt;\u{338}b&gt;"),
            ("&lt;b&gt;", "&amp;lt;b&amp;gt;"), ("</textarea><!--", "&lt;/textarea&gt;&lt;!--"),
            ("日本語 é 🦉", "日本語 é 🦉"), ("`=", "`="), ("", ""),
        ]
    )
    func escaping(_ text: String, _ escaped: String) {
        #expect(p { text }.text.unicodeScalars.elementsEqual("<p>\(escaped)</p>".unicodeScalars))
        let tag = input(.value(text))
        #expect(tag.text.unicodeScalars.elementsEqual("<input value=\"\(escaped)\">".unicodeScalars))
    }

    @Test(
        "an address that may run a script or hides its scheme is omitted (security 7)",
        arguments: [
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "\u{1}javascript:alert(1)",
            "java\tscript:alert(1)", "java\nscript:alert(1)", "\u{A0}javascript:alert(1)",
            "javascript://a/%0Aalert(1)", "vbscript:x", "data:text/html,<script>alert(1)</script>",
            "data:image/svg+xml,<svg onload=alert(1)>", "blob:https://a/b", "file:///etc/passwd",
            "//evil.example", "/\\evil.example", "\\\\evil.example", "https:evil.example", "https:/\\a",
            "/path\u{7F}", "/a\r\nb", "evil", "", "ſ://a", "http\u{307}s://a",
        ]
    )
    func unsafeAddress(_ url: String) {
        #expect(a(.href(url)) { "x" }.text == "<a>x</a>")
        #expect(form(.action(url)) {}.text == "<form></form>")
        // A picture runs no script.
        let isPicture = url.hasPrefix("data:image/")
        #expect(
            img(.src(url)).text.contains("src") == isPicture
                && script(.src(url)).text.contains("src") == isPicture
        )
    }

    @Test(
        "a path of the server, an address of HTTP and the data of a picture are kept",
        arguments: [
            ("/auth/action", "/auth/action"), ("/", "/"),
            ("https://app.example/a?b=1&c='", "https://app.example/a?b=1&amp;c=&#39;"),
            ("HTTP://app.example", "HTTP://app.example"), ("https://app.example/é", "https://app.example/é"),
        ]
    )
    func safeAddress(_ url: String, _ escaped: String) {
        #expect(a(.href(url)) { "x" }.text == "<a href=\"\(escaped)\">x</a>")
        #expect(img(.src(url)).text == "<img src=\"\(escaped)\">")
        #expect(img(.src("data:image/png;base64,AA==")).text == "<img src=\"data:image/png;base64,AA==\">")
    }

    @Test("a void element has no end tag, and an attribute without a value is written if its condition holds")
    func voidElement() {
        let tag = input(.type("text"), .required, .readonly.when(false), .ariaInvalid.when(true))
        #expect(tag.text == "<input type=\"text\" required aria-invalid=\"true\">")
        #expect(script(.src("/a.js")).text == "<script src=\"/a.js\"></script>")
    }

    @Test("conditions and loops add their elements in order, and nested content is not escaped twice")
    func builder() {
        func list(_ items: [String], _ note: String?) -> HTML {
            ul(.class("x")) {
                for item in items { li { item } }
                if let note { li { b { note } } }
                if items.isEmpty { "none" } else { "all & more" }
            }
        }
        #expect(
            list(["1", "<2>"], "n").text
                == "<ul class=\"x\"><li>1</li><li>&lt;2&gt;</li><li><b>n</b></li>all &amp; more</ul>"
        )
        #expect(list([], nil).text == "<ul class=\"x\">none</ul>")
        #expect(ul {}.text == "<ul></ul>")
    }

    @Test("the frame of a page escapes all that an app configures (security 7)")
    func shell() {
        let hostile = "\"><script onload='x'>alert(1)</script>"
        var shell = PageShell(language: hostile, name: hostile)
        shell.style = hostile
        shell.logo = "data:image/png" + hostile
        shell.tape = hostile
        shell.foot = hostile
        let page = shell.document(hostile) {
            heading(hostile, hostile, icon: Icon.done.html())
            field(hostile, for: hostile) { fieldError(hostile, id: hostile) }
            hidden([(hostile, hostile)])
            avatar(hostile)
            primaryLink(hostile, to: hostile)
            primaryButton(hostile)
        }
        #expect(page.text.hasPrefix("<!DOCTYPE html>\n<html lang=\"&quot;&gt;"), "\(page.text)")
        #expect(!page.text.contains("<script") && !page.text.contains("\"><sc"), "\(page.text)")
    }

    @Test("each file of the pages is in the program, under its own name")
    func files() {
        let files = EmbeddedFile.all
        #expect(files.count == 16 && Set(files.map(\.name)).count == 16)
        #expect(files.allSatisfy { $0.bytes.count > 100 && $0.bytes.last == 10 })
        #expect(EmbeddedFile.bytes(of: "style.css").starts(with: "/* ".utf8))
        #expect(EmbeddedFile.bytes(of: "texts/ja.json").starts(with: "{".utf8))
        #expect(EmbeddedFile.bytes(of: "../style.css").isEmpty)
    }
}
