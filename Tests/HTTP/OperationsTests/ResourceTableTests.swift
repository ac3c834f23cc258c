import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import Testing

@testable import CardeaOperations

private struct Inner: ResourceMessage, Equatable {
    var isOpen: Bool?
    static let fields = ResourceTable<Inner> { ResourceField(\.isOpen, "Open.") }
}

private struct Door: ResourceMessage, Equatable {
    var id: String?
    var name: String?
    var code: String?
    var inner: Inner?
    var openedAt: Int64?
    var width: Int64?

    /// A property that is computed, under a name of its own.
    var upperName: String? {
        get { name?.uppercased() }
        set { name = newValue?.lowercased() }
    }

    static let fields = ResourceTable<Door> {
        ResourceField(\.id, .bytes(5), "ID.", .immutable)
        ResourceField(\.name, .bytes(5), "Name.", .required, else: "INVALID_NAME")
        ResourceField(\.upperName, .bytes(5), "Name in capitals.", named: "nameInCapitals")
        ResourceField(\.code, .bytes(5), "Code.", .writeOnly)
        ResourceField(\.inner, "Inner door.")
        ResourceField(readOnly: \.openedAt, "Time.", always: true)
        ResourceField(\.width, 1...9, "Width.", [.required, .immutable])
        ResourceField(ignored: "colour")
    }
}

@Suite("Resource tables")
struct ResourceTableTests {
    private func read<Message: InputMessage>(_ json: String, _: Message.Type) throws -> Message {
        try RequestFields(Request(.post, "/", body: Array(json.utf8)), .json).message(Message.self, by: .app)
    }

    @Test("a creation requires its required fields, and ignores what the server sets")
    func creation() throws {
        let json = #"{"id":"a","name":"b","code":"c","width":2,"openedAt":["x"],"colour":1}"#
        let door = try read(json, Door.self)
        #expect(door == Door(id: "a", name: "b", code: "c", width: 2))
        #expect(throws: FieldError(.missing, field: "width")) { try read(#"{"name":"b"}"#, Door.self) }
        #expect(throws: FieldError(.unknownFields(["x"]))) { try read(#"{"x":1}"#, Door.self) }
    }

    @Test("an update requires nothing, and ignores what cannot change")
    func update() throws {
        #expect(try read("{}", Changes<Door>.self).resource == Door())
        let json = #"{"id":"a","code":"c","width":99,"openedAt":1,"inner":{"isOpen":true}}"#
        let changes = try read(json, Changes<Door>.self).resource
        #expect(changes == Door(code: "c", inner: Inner(isOpen: true)))
        #expect(throws: FieldError(.tooLong(maximumBytes: 5), field: "name", message: "INVALID_NAME")) {
            try read(#"{"name":"abcdef"}"#, Changes<Door>.self)
        }
    }

    @Test("a response has neither what is write-only nor what is absent")
    func output() throws {
        var json = JSONText()
        Door(id: "a", name: "b", code: "secret", openedAt: 7).write(to: &json)
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == #"{"id":"a","name":"b","nameInCapitals":"B","openedAt":7}"#
        )
    }

    @Test("a mask contains what it names and what is in it, and rejects what an update cannot change")
    func mask() throws {
        #expect(
            Door.fields.paths == ["name", "nameInCapitals", "code", "inner", "inner.isOpen"]
        )
        let mask = try FieldMask<Door>("inner, name_in_capitals")
        #expect(mask.contains("inner.isOpen", isPresent: false))
        #expect(mask.contains("nameInCapitals", isPresent: false))
        #expect(!mask.contains("name", isPresent: true))
        #expect(try FieldMask<Door>(nil).contains("name", isPresent: true))
        #expect(try FieldMask<Door>("*").contains("name", isPresent: false))
        #expect(throws: FieldError(.unknownFields(["inner.x", "openedAt"]), field: "updateMask")) {
            try FieldMask<Door>("inner.x,openedAt,name")
        }
    }

    @Test("one schema describes requests and responses, and another the update")
    func schemas() throws {
        let operation = OperationDescription(
            name: "doors.create",
            summary: "",
            method: .post,
            paths: [PathForm("/doors")],
            callers: [.app],
            tenant: .none,
            source: .json,
            bodySize: .ordinary,
            parameters: [],
            input: Door.messageForm,
            output: .list(Door.outputForm, maximumCount: nil),
            errors: [],
            cacheControl: nil
        )
        let update = OperationDescription(
            name: "doors.update",
            summary: "",
            method: .patch,
            paths: [PathForm("/doors")],
            callers: [.app],
            tenant: .none,
            source: .json,
            bodySize: .ordinary,
            parameters: [],
            input: Changes<Door>.messageForm,
            output: nil,
            errors: [],
            cacheControl: nil
        )
        let document = try JSONValue(reading: OpenAPIDocument([operation, update]).json)
        let schemas = try #require(document["components"]?["schemas"])
        #expect(schemas["Door"]?["required"] == .array(["name", "openedAt", "width"].map(JSONValue.string)))
        #expect(schemas["Door"]?["properties"]?["code"]?["writeOnly"] == .boolean(true))
        #expect(schemas["Door"]?["properties"]?["openedAt"]?["readOnly"] == .boolean(true))
        #expect(schemas["Door"]?["properties"]?["colour"] == nil)
        let changed = try #require(schemas["DoorChanges"]?["properties"]?.object)
        #expect(changed.map(\.name) == ["name", "nameInCapitals", "code", "inner"])
    }
}
