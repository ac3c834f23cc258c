import CardeaEncodings
import Testing

@Suite("JSON objects")
struct JSONObjectTests {
    private static func text(_ names: [String]) -> String {
        "{" + names.map { "\"\($0)\":\($0.utf8.count)" }.joined(separator: ",") + "}"
    }

    @Test("an object keeps the order of its members", arguments: [0, 1, 3, 15, 16, 17, 40])
    func order(count: Int) throws {
        let names = (0..<count).map { "n\(($0 * 7) % 41)" }
        let object = try #require(JSONValue(parsing: Self.text(names).utf8)?.object)
        #expect(object.map(\.name) == names)
        #expect(names.allSatisfy { object[$0] == .integer(Int64($0.utf8.count)) })
        #expect(object["absent"] == nil)
    }

    @Test(
        "a repeated name at any place makes the text invalid",
        arguments: [2, 15, 16, 17, 40]
    )
    func duplicates(count: Int) {
        let names = (0..<count).map { "n\($0)" }
        #expect(JSONValue(parsing: Self.text(names).utf8) != nil)
        for name in names { #expect(JSONValue(parsing: Self.text(names + [name]).utf8) == nil) }
    }

    @Test("objects with the same members in another order are equal")
    func equality() {
        let one: JSONObject = ["a": .integer(1), "b": .null]
        #expect(one == ["b": .null, "a": .integer(1)])
        #expect(one != ["a": .integer(1)] && one != ["a": .integer(1), "c": .null])
        #expect(one != ["a": .integer(2), "b": .null])
    }

    @Test("setting a member replaces, appends or removes it", arguments: [2, 20])
    func setting(count: Int) {
        var object = JSONObject()
        for index in 0..<count { object["n\(index)"] = .null }
        object["n0"] = .boolean(true)
        object["new"] = .string("x")
        object["n1"] = nil
        object["absent"] = nil
        #expect(object.count == count && object.first?.value == .boolean(true) && object.last?.name == "new")
        #expect(object["n1"] == nil)
    }

    @Test("an insertion reports whether the name was new", arguments: [0, 2, 20])
    func insertion(count: Int) {
        var object = JSONObject()
        for index in 0..<count { object["n\(index)"] = .null }
        let isNew = object.insert("a", .integer(1))
        let isNewAgain = object.insert("a", .integer(2))
        object["a"] = nil
        let isNewAfterRemoval = object.insert("a", .integer(3))
        #expect(isNew && !isNewAgain && isNewAfterRemoval && object["a"] == .integer(3))
    }
}
