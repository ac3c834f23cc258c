import CardeaHTTPMessages
import Testing

@Suite("HeaderFields")
struct HTTPFieldsTests {
    private let fields: HeaderFields = ["Accept": "a", "host": "h", "ACCEPT": "b", "accept": "c"]

    private func lines(_ fields: HeaderFields) -> [String] {
        fields.map { "\($0.name): \($0.value)" }
    }

    @Test(arguments: ["Accept", "ACCEPT", "accept"])
    func `Names compare without case`(name: String) {
        #expect(fields[HeaderFields.Name(name)] == "a")
        #expect(fields.values(of: HeaderFields.Name(name)) == ["a", "b", "c"])
    }

    @Test func `A field that is absent has no value`() {
        #expect(fields[.date] == nil)
        #expect(fields.values(of: .date).isEmpty)
    }

    @Test func `Setting a field replaces every line of it, in the place of the first`() {
        var fields = fields
        fields[.accept] = "d"
        #expect(lines(fields) == ["accept: d", "host: h"])
    }

    @Test func `Setting an absent field adds a line`() {
        var fields = fields
        fields[.date] = "now"
        #expect(lines(fields) == ["accept: a", "host: h", "accept: b", "accept: c", "date: now"])
    }

    @Test func `Setting a field to nothing removes every line of it`() {
        var fields = fields
        fields[.accept] = nil
        fields[.date] = nil
        #expect(lines(fields) == ["host: h"])
    }

    @Test func `Appending keeps lines of the same name`() {
        var fields = HeaderFields()
        fields.reserveCapacity(2)
        fields.append(.vary, "origin")
        fields.append("Vary", "accept")
        #expect(fields.values(of: .vary) == ["origin", "accept"])
        #expect(fields.count == 2)
        #expect(fields[1].value == "accept")
    }

    @Test func `Printed fields show their names alone`() {
        let fields: HeaderFields = [.authorization: "Bearer secret", "x-token": "secret"]
        var text = "\(fields) \(String(reflecting: fields))"
        dump(fields, to: &text)
        #expect(text.hasPrefix("[authorization, x-token] [authorization, x-token]"))
        #expect(!text.contains("secret"))
    }

    @Test(arguments: [("X-Request-ID", "x-request-id"), ("x-a", "x-a"), ("", "")])
    func `A name is kept in lower case`(spelling: String, name: String) {
        #expect(HeaderFields.Name(spelling).description == name)
    }

    @Test func `Methods are case-sensitive`() {
        #expect(RequestMethod(rawValue: "GET") == .get)
        #expect(RequestMethod(rawValue: "get") != .get)
        #expect(RequestMethod.patch.description == "PATCH")
    }
}
