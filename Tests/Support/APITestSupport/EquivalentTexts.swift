/// Pairs of texts of which the bytes differ: NFC and NFD, characters that are canonically equal to one of ASCII or Greek, and one
/// that joins what follows.
package let equivalentTexts = [
    ("caf\u{E9}", "cafe\u{301}"), ("aK", "a\u{212A}"), ("\u{3A9}", "\u{2126}"), ("a;", "a\u{37E}"),
    ("default", "default\u{600}"),
]

extension String {
    /// Texts with other bytes that a comparison by characters, or without case, could take for this one.
    ///
    /// U+212A is canonically equal to `K`, and `k` in lower case. U+0600 joins the character behind it, U+0301 the one before it.
    package var equivalents: [String] {
        let characters = [("K", "\u{212A}"), ("k", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}")]
        return characters.filter { contains($0.0) }.map { replacing($0.0, with: $0.1, maxReplacements: 1) }
            + [self + "\u{600}", "\u{600}" + self, self + "\u{301}"]
    }
}
