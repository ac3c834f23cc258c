import CardeaEncodings
import Testing

/// Pairs of texts that `String` holds to be equal: NFC and NFD, and characters with a canonical equivalent in ASCII or Greek.
let equivalentTexts = [
    ("caf\u{E9}", "cafe\u{301}"), ("K", "\u{212A}"), ("\u{3A9}", "\u{2126}"), (";", "\u{37E}"),
    ("`", "\u{1FEF}"),
]

@Suite("Texts that are compared by bytes")
struct ExactTextTests {
    @Test("texts that differ in their bytes are not equal", arguments: equivalentTexts)
    func equivalents(one: String, other: String) {
        #expect(one == other)
        #expect(one.exact != other.exact)
        #expect(one.exact == String(decoding: Array(one.utf8), as: UTF8.self).exact)
        #expect((one.exact < other.exact) != (other.exact < one.exact))
        #expect(Set([one.exact, other.exact]).count == 2)
        #expect(Dictionary(grouping: [one, other], by: \.exact).count == 2)
    }

    @Test("a prefix sorts before a longer text, and bytes decide")
    func order() {
        let sorted = ["b", "ab", "a", "", "\u{E9}", "e\u{301}"].map(\.exact).sorted()
        #expect(sorted.map(\.description) == ["", "a", "ab", "b", "e\u{301}", "\u{E9}"])
    }

    @Test(
        "two members of an object may have names that are canonically equal",
        arguments: equivalentTexts,
        [0, 20]
    )
    func members(pair: (one: String, other: String), others: Int) throws {
        let more = (0..<others).map { ",\"n\($0)\":0" }.joined()
        let text = "{\"\(pair.one)\":1,\"\(pair.other)\":2\(more)}"
        let object = try #require(JSONValue(parsing: text.utf8)?.object)
        #expect(object.count == 2 + others)
        #expect(object[pair.one] == .integer(1) && object[pair.other] == .integer(2))
        #expect(JSONValue.string(pair.one) != .string(pair.other))
        #expect(JSONValue.object([pair.one: .null]) != .object([pair.other: .null]))
    }
}
