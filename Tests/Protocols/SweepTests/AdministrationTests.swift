import APITestSupport
import CardeaHTTPRouting
import CardeaOperations
import Testing

/// The log about every request.
@Suite("Every operation for the log")
struct AdministrationTests {
    @Test(
        "each operation of an administrator names actor, action and target; those of others name none",
        arguments: Surface.places.filter { $0.surface != .emulator }
    )
    func everyOperation(_ swept: SweptPlace) async throws {
        let world = try await World(swept.surface)
        for pool in world.pools(of: swept) {
            for (kind, request) in swept.requests(in: pool, world) {
                let record = await world.send(request).record
                if kind != .anyone { #expect(record.project == pool.project, "\(kind)") }
                guard kind == .administrator else {
                    if !swept.operation.callers.contains(.administrator) {
                        #expect(record.administration == nil, "\(kind)")
                    }
                    continue
                }
                let administration = try #require(record.administration)
                #expect(administration.action == swept.operation.name)
                #expect(administration.actor["kind"] == "administrator")
                #expect(administration.actor["id"]?.isEmpty == false)
                #expect(administration.target["project"] == pool.project)
                for parameter in swept.form.parameters {
                    #expect(administration.target[parameter]?.isEmpty == false, "\(parameter)")
                }
            }
        }
    }

    @Test(
        "each rejected request has the code of its error, and an accepted request has no code",
        arguments: Surface.places.filter { $0.surface != .emulator }
    )
    func codes(_ swept: SweptPlace) async throws {
        let world = try await World(swept.surface)
        let pool = world.pools(of: swept)[0]
        for (_, request) in swept.requests(in: pool, world) {
            var broken = request
            broken.text = request.encoding == .json ? "{" : "%"
            for request in [request, broken] {
                let response = await world.send(request)
                let code = response.record.code
                #expect((response.status < 400) == (code == nil), "\(response.status): \(code ?? "-")")
                #expect(code?.utf8.allSatisfy { $0 > 32 && $0 != 34 && $0 != 40 } != false, "\(code ?? "-")")
            }
        }
    }
}
