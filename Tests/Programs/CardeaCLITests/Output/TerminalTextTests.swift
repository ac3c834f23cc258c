import Testing

@testable import CardeaCLI

@Suite("Text for a terminal")
struct TerminalTextTests {
    @Test(
        "a control in a value is written as its number (security 31)",
        arguments: [
            ("\u{1b}]0;pwned\u{7}", #"\x1b]0;pwned\x07"#),
            ("Ada\r\nfake row", #"Ada\x0d\x0afake row"#),
            ("\u{7f}\u{9b}31m", #"\x7f\x9b31m"#),
            ("\u{202e}txt.exe\u{2066}", #"\u202etxt.exe\u2066"#),
            ("one\u{2028}two\u{2029}", #"one\u2028two\u2029"#),
            ("\u{200f}\u{61c}", #"\u200f\u061c"#),
            ("Zoë 李 👩‍🚀 שלום", "Zoë 李 👩‍🚀 שלום"),
        ]
    )
    func escapes(value: String, shown: String) {
        #expect(TerminalText("name: \(value)").text == "name: " + shown)
    }

    @Test("a value with line breaks stays in its row of a table, whose columns line up (security 31)")
    func valueLineBreaks() {
        let table = Table.text([["ID", "NAME", "X"], ["1", "\u{1b}[2J\r\nfake", "y"], ["2", "Ada", "z"]])
        #expect(
            table.text == #"""
                ID  NAME                 X
                1   \x1b[2J\x0d\x0afake  y
                2   Ada                  z
                """#
        )
    }

    @Test("the columns of a table line up behind characters of two columns (security 31)")
    func wideCharacters() {
        let table = Table.text([
            ["NAME", "X"], ["李小龍", "a"], ["한글", "b"], ["Zoe\u{308}", "c"], ["👩‍🚀", "d"], ["ﾊﾝ", "e"],
        ])
        #expect(
            table.text == """
                NAME    X
                李小龍  a
                한글    b
                Zoe\u{308}     c
                👩‍🚀      d
                ﾊﾝ      e
                """
        )
    }

    @Test("a program's own text keeps its line breaks, and other control characters are removed")
    func programsOwnText() {
        #expect(TerminalText(lines: "one\n\u{1b}two").text == "one\n\\x1btwo")
    }

    @Test("JSON has its own escapes, and stays the same document (security 31)")
    func jsonOwnEscapes() {
        let json = "{\"name\":\"\u{9b}\u{202e}\\u001b\"}\n"
        #expect(TerminalText.escapeJSON(json) == #"{"name":"\u009b\u202e\u001b"}"# + "\n")
    }
}
