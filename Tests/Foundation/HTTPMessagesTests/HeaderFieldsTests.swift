import CardeaHTTPMessages
import Testing

@Suite("HeaderFields")
struct HTTPFieldsTests {
    private let fields: HeaderFields = ["Accept": "a", "host": "h", "ACCEPT": "b", "accept": "c"]

    private func lines(_ fields: HeaderFields) -> [String] {
        fields.map { "\($0.name): \($0.value)" }
    }

    @Test("names compare without case", arguments: ["Accept", "ACCEPT", "accept"])
    func namesCompareWithout(name: String) {
        #expect(fields[HeaderFields.Name(name)] == "a")
        #expect(fields.values(of: HeaderFields.Name(name)) == ["a", "b", "c"])
    }

    @Test("a field that is absent has no value")
    func fieldAbsentValue() {
        #expect(fields[.date] == nil)
        #expect(fields.values(of: .date).isEmpty)
    }

    @Test("setting a field replaces every line of it, in the place of the first")
    func settingFieldReplaces() {
        var fields = fields
        fields[.accept] = "d"
        #expect(lines(fields) == ["accept: d", "host: h"])
    }

    @Test("setting an absent field adds a line")
    func settingAbsentField() {
        var fields = fields
        fields[.date] = "now"
        #expect(lines(fields) == ["accept: a", "host: h", "accept: b", "accept: c", "date: now"])
    }

    @Test("setting a field to nothing removes every line of it")
    func settingFieldNothing() {
        var fields = fields
        fields[.accept] = nil
        fields[.date] = nil
        #expect(lines(fields) == ["host: h"])
    }

    @Test("appending keeps lines of the same name")
    func appendingKeepsLines() {
        var fields = HeaderFields()
        fields.reserveCapacity(2)
        fields.append(.vary, "origin")
        fields.append("Vary", "accept")
        #expect(fields.values(of: .vary) == ["origin", "accept"])
        #expect(fields.count == 2)
        #expect(fields[1].value == "accept")
    }

    @Test("printed fields show only their names")
    func printedFieldsShow() {
        let fields: HeaderFields = [.authorization: "Bearer secret", "x-token": "secret"]
        var text = "\(fields) \(String(reflecting: fields))"
        dump(fields, to: &text)
        #expect(text.hasPrefix("[authorization, x-token] [authorization, x-token]"))
        #expect(!text.contains("secret"))
    }

    @Test(
        "a name is kept in lower case",
        arguments: [("X-Request-ID", "x-request-id"), ("x-a", "x-a"), ("", "")]
    )
    func nameKeptLower(spelling: String, name: String) {
        #expect(HeaderFields.Name(spelling).description == name)
    }

    @Test("methods are case-sensitive")
    func methodsCaseSensitive() {
        #expect(RequestMethod(rawValue: "GET") == .get)
        #expect(RequestMethod(rawValue: "get") != .get)
        #expect(RequestMethod.patch.description == "PATCH")
    }
}
