import CardeaEncodings
import Testing

@Suite("Structured dictionaries (RFC 9651)")
struct StructuredDictionaryTests {
    @Test("items are read with their types")
    func items() throws {
        let text =
            #"class=phone, name="Ada's \"phone\"", home=%"caf%c3%a9", n=-42, yes, no=?0, x=1;a=b;c="d""#
        let fields = try #require(StructuredDictionary(text))
        #expect(fields["class"] == .token("phone"))
        #expect(fields["name"] == .string("Ada's \"phone\""))
        #expect(fields["home"] == .string("café"))
        #expect(fields["n"] == .integer(-42) && fields["x"] == .integer(1))
        #expect(fields["yes"] == .boolean(true) && fields["no"] == .boolean(false))
        #expect(fields["missing"] == nil)
    }

    @Test("of a name that comes twice the last value counts, and an empty field has no members")
    func repeated() throws {
        #expect(try #require(StructuredDictionary("a=1 , a=2"))["a"] == .integer(2))
        #expect(try #require(StructuredDictionary("  "))["a"] == nil)
    }

    @Test(
        "a malformed field is not a dictionary",
        arguments: [
            "a=1,", "=1", "A=1", "a=\"x", "a=\"\\n\"", "a=\"é\"", "a=%\"%zz\"", "a=(1 2)", "a=1 b=2", "a=?2",
            "a=",
            "a=--1", ",a=1", "a=:aGk=:", "a=1;=2",
        ]
    )
    func malformed(text: String) {
        #expect(StructuredDictionary(text) == nil)
    }
}
