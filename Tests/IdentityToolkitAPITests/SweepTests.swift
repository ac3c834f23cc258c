import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityToolkitAPI
import CardeaOperations
import Testing
import CardeaSecrets

/// Every operation of the table with every wrong credential and every wrong field.
@Suite("Every operation")
struct SweepTests {
    /// One operation at one form of its path.
    struct Place: Sendable, CustomTestStringConvertible {
        let operation: OperationDescription
        let form: PathForm

        var testDescription: String { "\(operation.name) at \(form.path)" }
        /// The path of project `demo`; there is no tenant of this name.
        var path: String {
            form.path.replacing("{project}", with: "demo").replacing("{tenant}", with: "none")
        }
    }

    struct Credential: Sendable {
        let key: String?
        let bearer: String?
        let body: String
    }

    static let places = IdentityToolkitAPI.operations.flatMap { operation in
        operation.paths.map { Place(operation: operation, form: $0) }
    }

    static let protected = places.filter { !$0.operation.callers.contains(.anyone) }
    static let withBody = protected.filter { $0.operation.source == .json && !$0.form.has("tenant") }

    @Test(
        "each operation rejects every wrong credential, and writes nothing (security 19)",
        arguments: protected
    )
    func credentials(_ place: Place) async throws {
        let world = try await World()
        let neighbour = try await world.server.projects.createAdministratorToken(
            name: "neighbour",
            project: ProjectID(rawValue: "other")
        ).reveal()
        // A missing or invalid credential is found before the body is read.
        var credentials: [Credential] = [
            Credential(key: nil, bearer: nil, body: "{"), Credential(key: "", bearer: nil, body: "{"),
            Credential(key: nil, bearer: "", body: "{"), Credential(key: nil, bearer: "junk", body: "{"),
            Credential(key: "demo-key", bearer: "junk", body: "{"),
        ]
        if place.operation.needsAdministrator(at: place.form) {
            credentials.append(Credential(key: "demo-key", bearer: nil, body: "{"))
            if place.form.has("project") {
                credentials.append(Credential(key: nil, bearer: neighbour, body: "{}"))
                credentials.append(Credential(key: "demo-key", bearer: neighbour, body: "{}"))
            }
        } else {
            credentials.append(Credential(key: "unknown", bearer: nil, body: "{}"))
        }
        let before = try await world.state()
        for credential in credentials {
            for served in [place.path] + (place.form.host.map { ["/\($0)\(place.path)"] } ?? []) {
                let answer = await world.send(place, to: served, credential)
                #expect([400, 401, 403].contains(answer.status), "\(credential)")
                answer.expectProtocolError()
                #expect(answer.errorMessage?.contains("JSON") == false, "\(credential)")
            }
        }
        #expect(try await world.state() == before)
    }

    @Test("each operation rejects a body that is malformed or has unknown fields", arguments: withBody)
    func bodies(_ place: Place) async throws {
        let world = try await World()
        let before = try await world.state()
        let bodies = [
            "[]", "{", "{}{}", "1", "\"x\"", #"{"noSuchField":1}"#, #"{"noSuchField":1,"noSuchField":2}"#,
            #"{"tenantId":"none"}"#, #"{"tenantId":["none"]}"#, #"{"tenantId":"a","tenant_id":"a"}"#,
            #"{"targetProjectId":{}}"#, "{\"a\":" + String(repeating: "[", count: 40),
        ]
        for (kind, _) in world.callers(of: place) {
            for body in bodies {
                let answer = await world.send(place, to: place.path, body, as: kind)
                #expect(answer.status == 400, "\(kind) \(body)")
                answer.expectProtocolError()
            }
        }
        #expect(try await world.state() == before)
    }

    @Test(
        "each operation rejects every field of a wrong type, beyond its limit, given twice, or not allowed (security 20)",
        arguments: withBody
    )
    func fields(_ place: Place) async throws {
        let world = try await World()
        let before = try await world.state()
        for (kind, fields) in world.callers(of: place) {
            for field in place.operation.input.fields where !field.rule.isIgnored && fields[field.name] == nil
            {
                var faults = field.faults
                if let senders = field.rule.senders, !senders.contains(kind) {
                    faults = [
                        FieldFault(
                            description: "not allowed",
                            value: field.value.sample,
                            message: field.rule.rejection ?? "UNEXPECTED_PARAMETER"
                        )
                    ]
                }
                for fault in faults {
                    var object = fields
                    object[field.name] = fault.value
                    let body = String(decoding: JSONValue.object(object).text, as: UTF8.self)
                    let answer = await world.send(place, to: place.path, body, as: kind)
                    #expect(answer.status == 400, "\(kind) \(field.name): \(fault)")
                    answer.expectProtocolError()
                    guard let message = fault.message else { continue }
                    #expect(answer.errorMessage?.hasPrefix(message) == true, "\(field.name): \(fault)")
                }
                let twice = #"{"\#(field.name)":null,"\#(field.name)":null}"#
                let answer = await world.send(place, to: place.path, twice, as: kind)
                #expect(answer.errorMessage?.hasSuffix("is given twice.") == true, "\(field.name)")
            }
        }
        #expect(try await world.state() == before)
    }

    @Test("each operation demands its required fields", arguments: withBody)
    func required(_ place: Place) async throws {
        let world = try await World()
        let before = try await world.state()
        for (kind, fields) in world.callers(of: place) {
            for field in place.operation.input.fields {
                guard case .required(let callers, let code) = field.rule.presence, callers.contains(kind)
                else {
                    continue
                }
                let others = place.operation.input.fields.filter { other in
                    guard case .required(let callers, _) = other.rule.presence else { return false }
                    return callers.contains(kind) && other.name != field.name
                }
                var object = fields
                for other in others { object[other.name] = other.value.sample }
                let body = String(decoding: JSONValue.object(object).text, as: UTF8.self)
                let answer = await world.send(place, to: place.path, body, as: kind)
                #expect(
                    answer.status == 400 && answer.errorMessage?.hasPrefix(code ?? "") == true,
                    "\(field.name)"
                )
            }
        }
        #expect(try await world.state() == before)
    }

    @Test("each operation leaves the objects of another project alone (security 19)", arguments: withBody)
    func foreignObjects(_ place: Place) async throws {
        let world = try await World()
        let before = try await world.state()
        let names = Set(place.operation.input.fields.map(\.name))
        var bodies: [(CallerKind, JSONObject)] = []
        if place.operation.callers.contains(.user) {
            bodies.append((.app, ["idToken": world.foreigner["idToken"] ?? .null]))
        }
        if names.contains("localId"), place.operation.callers.contains(.administrator) {
            bodies.append((.administrator, ["localId": world.foreigner["localId"] ?? .null]))
        }
        for (kind, object) in bodies where place.operation.name != "accounts.signUp" || kind == .app {
            let body = String(decoding: JSONValue.object(object).text, as: UTF8.self)
            let answer = await world.send(place, to: place.path, body, as: kind)
            #expect(answer.status == 400 || answer["users"] == nil, "\(kind)")
        }
        #expect(try await world.state() == before)
    }
}

extension Answer {
    /// Checks the form of an error.
    fileprivate func expectProtocolError(_ location: SourceLocation = #_sourceLocation) {
        #expect(json?["error"]?["code"] == .integer(Int64(status)), sourceLocation: location)
        #expect(json?["error"]?["errors"]?.array?.count == 1, sourceLocation: location)
        #expect(errorMessage?.isEmpty == false, sourceLocation: location)
    }
}
