import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLogging
import CardeaOperations
import LoggingTestSupport
import Testing

/// The log of who does what over the control socket.
@Suite("The log of management")
struct AdministrationLogTests {
    /// Sends a request as a user of this machine, and returns the lines about it.
    private func lines(
        of place: Place,
        _ world: ManagedWorld,
        body: String? = nil,
        path: String? = nil
    ) async -> [LogRecorder.Line] {
        let before = world.management.log.lines.count
        let text = body.map { Array($0.utf8) } ?? JSONValue.object(place.required).text
        var request = Request(
            place.operation.method,
            path ?? world.path(place),
            body: place.operation.source.isQuery ? [] : text,
            remoteAddress: "unix"
        )
        request.localUser = 4_000_000_001
        request.id = "r1"
        _ = await world.management.send(request)
        return Array(world.management.log.lines.dropFirst(before))
    }

    @Test(
        "each operation has one line with its actor, its action, its target and its outcome, also if it is rejected",
        arguments: Place.managed
    )
    func everyOperation(_ place: Place) async throws {
        let world = try await ManagedWorld()
        for body in [nil, "{"] {
            let lines = await lines(of: place, world, body: body)
            let line = try #require(lines.first)
            #expect(lines.count == 1 && line.message == "administration")
            #expect(line.level == (place.operation.method == .get ? .info : .notice))
            #expect(line.metadata["action"] == .string(place.operation.name))
            #expect(line.metadata["actor"] == ["kind": "operator", "uid": "4000000001"])
            #expect(line.metadata["request"] == "r1" && line.metadata["outcome"] != nil)
            guard case .dictionary(let target) = line.metadata["target"] else {
                Issue.record("no target: \(line)")
                continue
            }
            #expect(!target.isEmpty)
            let segments = zip(place.form.path.split(separator: "/"), world.path(place).split(separator: "/"))
            for (name, value) in segments where name.hasPrefix("{") {
                let parameter = String(name.dropFirst().prefix { $0 != "}" })
                // A user is resolved by the operation, which does not run here with a malformed body.
                if parameter == "user", body != nil { continue }
                let id = String(value.prefix { $0 != ":" })
                #expect(target[parameter] == .string(id), "\(parameter)")
            }
        }
    }

    @Test(
        "a user who is named by an address is logged by the ID, and the address is not logged (security 23)"
    )
    func address() async throws {
        let world = try await ManagedWorld()
        let place = try #require(Place.managed.first { $0.operation.name == "users.delete" })
        let path = world.path(place, user: "email:ann@example.com")
        for outcome in ["succeeded", "rejected"] {
            let line = try #require(await lines(of: place, world, path: path).first)
            #expect(line.metadata["outcome"] == .string(outcome))
            #expect(!"\(line)".contains("ann"))
            guard outcome == "succeeded" else {
                #expect(line.metadata["code"] == "notFound")
                continue
            }
            #expect(line.metadata["target"] == ["project": "demo", "user": .string(world.user)])
        }
    }

    @Test("a new object is logged by its ID, and its secret is not logged (security 23)")
    func creation() async throws {
        let world = try await ManagedWorld()
        let management = world.management
        let responses = [
            (
                "apps", "app",
                await management.ask(.post, "projects/demo/apps", ["kind": "server", "displayName": "S"])
            ),
            (
                "administrators", "administrator",
                await management.ask(.post, "administrators", ["name": "backup"])
            ),
        ]
        for (group, kind, response) in responses {
            let line = try #require(
                management.log.lines.last { $0.metadata["action"] == .string("\(group).create") }
            )
            guard case .dictionary(let target) = line.metadata["target"] else { continue }
            #expect(
                target[kind] == .string(response.string("id")) && !response.string("id").isEmpty,
                "\(line)"
            )
            for secret in ["token", "secret"].map(response.string) where !secret.isEmpty {
                #expect(!"\(line)".contains(secret))
            }
        }
    }
}
