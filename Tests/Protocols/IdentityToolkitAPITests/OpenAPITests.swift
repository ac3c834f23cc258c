import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityToolkitAPI
import CardeaOperations
import Testing

@Suite("The OpenAPI document")
struct OpenAPITests {
    private func document() throws -> JSONValue {
        try JSONValue(reading: OpenAPIDocument(IdentityToolkitAPI.operations + EmulatorAPI.operations).json)
    }

    @Test("each operation is described at each form of its path, with a unique ID")
    func operations() throws {
        let paths = try #require(try document()["paths"]?.object)
        var ids: Set<String> = []
        for operation in IdentityToolkitAPI.operations + EmulatorAPI.operations {
            for form in operation.paths {
                let described = try #require(paths[form.path]?[operation.method.rawValue.lowercased()])
                let id = try #require(described["operationId"]?.string)
                #expect(ids.insert(id).inserted, "\(id)")
                #expect(described["x-served-paths"]?.array?.count == form.served.count)
                let parameters = described["parameters"]?.array?.filter { $0["in"] == "path" }
                #expect(parameters?.compactMap { $0["name"]?.string } == form.parameters)
            }
        }
    }

    @Test("each reference leads to a schema")
    func references() throws {
        let document = try document()
        let schemas = try #require(document["components"]?["schemas"]?.object)
        let references = Self.references(in: document)
        #expect(references.count > 20)
        for reference in references {
            let name = reference.replacing("#/components/schemas/", with: "")
            #expect(schemas[name]?["type"] == "object", "\(reference)")
        }
    }

    private static func references(in value: JSONValue) -> Set<String> {
        switch value {
        case .object(let members):
            members.reduce(into: []) { found, member in
                if member.name == "$ref", let text = member.value.string { found.insert(text) }
                found.formUnion(references(in: member.value))
            }
        case .array(let values): values.reduce(into: []) { $0.formUnion(references(in: $1)) }
        case .null, .boolean, .integer, .number, .string: []
        }
    }
}
