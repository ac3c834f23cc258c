import APITestSupport
import CardeaAdminAPI
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaOperations
import Testing

/// Every operation of the table with wrong fields, foreign objects, and without the control socket.
@Suite("Every operation of management")
struct SweepTests {
    @Test("no credential opens an operation at the public site (security 19)")
    func publicSite() async throws {
        let world = try await ManagedWorld()
        let before = try await world.state()
        for place in Place.managed {
            for bearer in [world.management.server.administratorToken, "", "junk"] {
                let request = Request(
                    place.operation.method,
                    world.path(place),
                    query: "key=demo-key",
                    fields: [.contentType: "application/json", .authorization: "Bearer \(bearer)"],
                    body: JSONValue.object(place.required).text
                )
                #expect(await world.management.server.send(request).status == 404, "\(place)")
            }
        }
        #expect(try await world.state() == before)
    }

    @Test(
        "a malformed body, an unknown field and a repeated field are rejected, and nothing is written"
    )
    func bodies() async throws {
        let world = try await ManagedWorld()
        let before = try await world.state()
        for place in Place.managed where place.operation.source == .exactJSON {
            var bodies = [
                "", "[]", "{", "{}{}", "1", #""x""#, #"{"noSuchField":1}"#, #"{"no":1,"no":2}"#,
                "{\"a\":" + String(repeating: "[", count: 40),
            ]
            bodies += place.fields.map { #"{"\#($0.name)":null,"\#($0.name)":null}"# }
            for body in bodies {
                let response = await world.send(place, body: body)
                #expect(response.status == 400 && response.string("code") == "badRequest", "\(place) \(body)")
            }
        }
        #expect(try await world.state() == before)
    }

    @Test("a field of a wrong type or beyond its limit is rejected, and nothing is written (security 20)")
    func fields() async throws {
        let world = try await ManagedWorld()
        let before = try await world.state()
        for place in Place.managed where place.operation.source == .exactJSON {
            for field in place.fields {
                for fault in field.faults {
                    var object = place.required
                    object[field.name] = fault.value
                    let body = String(decoding: JSONValue.object(object).text, as: UTF8.self)
                    let response = await world.send(place, body: body)
                    #expect(response.status == 400, "\(place) \(field.name): \(fault)")
                }
            }
        }
        #expect(try await world.state() == before)
    }

    @Test("a wrong line is named by its position, and nothing is written (security 20)")
    func lines() async throws {
        let world = try await ManagedWorld()
        let before = try await world.state()
        for place in Place.managed {
            guard let form = place.operation.inputLines?.line else { continue }
            let lines =
                ["{", "[]", "1", #"{"noSuchField":1}"#, #"{"id":"a","id":"b"}"#, "{}"]
                + form.fields.flatMap { field in
                    field.faults.map { fault in
                        var object: JSONObject = ["id": "a"]
                        object[field.name] = fault.value
                        return String(decoding: JSONValue.object(object).text, as: UTF8.self)
                    }
                }
            let response = await world.send(place, body: lines.joined(separator: "\n"))
            let positions = response["errors"]?.array?.compactMap { $0["position"]?.integer }
            #expect(response.status == 200 && positions == (0..<Int64(lines.count)).map(\.self), "\(place)")
            #expect(response["created"] == 0, "\(place)")
        }
        #expect(Place.managed.contains { $0.operation.inputLines != nil })
        #expect(try await world.state() == before)
    }

    @Test(
        "an item of the query that is repeated, of a wrong type or beyond its limit is rejected (security 20)"
    )
    func query() async throws {
        let world = try await ManagedWorld()
        for place in Place.managed where place.operation.source.isQuery {
            for field in place.fields {
                for value in field.value.parameterFaults + ["1&\(field.name)=1"] {
                    let response = await world.send(place, query: "\(field.name)=\(value)")
                    #expect(response.status == 400, "\(place) \(field.name)=\(value.prefix(40))")
                }
            }
        }
    }

    @Test("a request without a required field is rejected, and the field is named")
    func required() async throws {
        let world = try await ManagedWorld()
        let before = try await world.state()
        for place in Place.managed {
            for name in place.required.map(\.name) {
                var object = place.required
                object[name] = nil
                let body = String(decoding: JSONValue.object(object).text, as: UTF8.self)
                let response = await world.send(place, body: body)
                #expect(response.failure == "400 badRequest: '\(name)' is missing", "\(place)")
            }
        }
        #expect(try await world.state() == before)
    }

    @Test("the objects of another project or tenant are not found, and stay as they are (security 19)")
    func foreignObjects() async throws {
        let world = try await ManagedWorld()
        let before = try await world.state()
        let body = { (place: Place) in
            place.operation.source.isQuery
                ? "" : String(decoding: JSONValue.object(place.required).text, as: UTF8.self)
        }
        for place in Place.managed where place.form.has("project") && place.form.parameters.count > 1 {
            let response = await world.send(place, in: "other", body: body(place))
            if place.operation.name == "providers.get", !place.form.has("tenant") {
                // Each project knows the provider; its configuration is of one project.
                #expect(response["configured"] == false && response["clientID"] == nil, "\(place)")
                continue
            }
            #expect(response.status == 404 && response.string("code") == "notFound", "\(place)")
            #expect(place.operation.errors.contains(ErrorCode("notFound", status: 404)), "\(place)")
        }
        for place in Place.managed where place.form.has("user") {
            // The pools of the tenant and of the project are separate.
            let user = place.form.has("tenant") ? world.user : world.tenantUser
            let response = await world.send(place, user: user, body: body(place))
            #expect(response.failure == "404 notFound: there is no user '\(user)'", "\(place)")
        }
        for place in Place.managed where place.form.has("project") {
            let response = await world.send(place, in: "none", body: body(place))
            #expect(response.failure == "404 notFound: there is no project 'none'", "\(place)")
        }
        #expect(try await world.state() == before)
    }

    @Test("a resource that was read can be sent back as an update, and stays as it is")
    func readModifyWrite() async throws {
        let world = try await ManagedWorld()
        for place in Place.managed where place.operation.method == .patch {
            let read = await world.management.ask(.get, world.path(place, below: true))
            let written = await world.send(place, body: read.text)
            #expect(written.status == 200 && written.json == read.json, "\(place)")
        }
    }

    @Test("the document at the socket describes each operation at each form of its path")
    func document() async throws {
        let world = try await ManagedWorld()
        let response = await world.management.send(Request(.get, "/openapi.json"))
        let paths = try #require(response["paths"]?.object)
        for place in Place.managed {
            let described = paths[place.form.path]?[place.operation.method.rawValue.lowercased()]
            #expect(described?["x-callers"] == ["operator"], "\(place)")
        }
        let schemas = try #require(response["components"]?["schemas"]?.object)
        let user = try #require(schemas["UserResource"]?["properties"]?.object)
        #expect(user["password"]?["writeOnly"] == true && user["createdAt"]?["readOnly"] == true)
        #expect(schemas["AppResource"]?["required"]?.array?.contains("kind") == true)
        #expect(schemas["AppResourceChanges"]?["required"] == nil)
        #expect(schemas["AppResourceChanges"]?["properties"]?["kind"] == nil)
        let body = paths["/admin/v1/projects/{project}/users:import"]?["post"]?["requestBody"]
        let line = body?["content"]?["application/jsonl"]?["x-line-schema"]?["$ref"]
        #expect(line == "#/components/schemas/UserLine" && schemas["UserLine"] != nil)
        let grace = schemas["RefreshTokensSettings"]?["properties"]?["grace"]
        #expect(grace?["type"] == "integer")
    }
}
