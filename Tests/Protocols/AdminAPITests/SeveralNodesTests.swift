import APITestSupport
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Administration on several nodes")
struct SeveralNodesTests {
    @Test("a list shows what another node created")
    func list() async throws {
        let management = try await Management()
        let node = try await management.server.directoryOfAnotherNode()
        _ = try await node.create(ProjectID(rawValue: "later"), by: .server)
        let listed = await management.ask(.get, "projects")
        #expect(listed.all("id", in: "projects") == ["demo", "later", "other"])
    }

    @Test("if the store cannot be read after a change on another node, a request fails")
    func failure() async throws {
        let management = try await Management()
        let node = try await management.server.directoryOfAnotherNode()
        _ = try await node.create(ProjectID(rawValue: "later"), by: .server)
        management.server.store.fail(with: .unavailable("no disk"))
        let failed = await management.ask(.get, "projects")
        #expect(failed.failure == "503 unavailable: the database cannot be used: no disk")
        management.server.store.fail(with: nil)
        #expect(await management.ask(.get, "projects/later").status == 200)
    }
}
