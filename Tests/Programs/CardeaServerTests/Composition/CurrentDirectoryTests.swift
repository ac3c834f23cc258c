import APITestSupport
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@testable import CardeaServer

@Suite("The project directory of a site")
struct CurrentDirectoryTests {
    private struct Fixture {
        let server: APIServer
        let node: ProjectDirectory
        let site: any Responder

        init() async throws {
            server = try await APIServer()
            node = try await server.directoryOfAnotherNode()
            var router = Router()
            let projects = server.projects
            for path in ["/projects", "/health/live"] {
                router.onImmediate(.get, path) { _, _ in .text("\(projects.all().count)") }
            }
            site = router.behind(CurrentDirectory(projects: projects))
        }

        func get(_ path: String) async -> String {
            await APIResponse(site.respond(to: Request(.get, path))).text.filter(\.isNumber)
        }
    }

    @Test("is read again before a request, if another node has changed it")
    func change() async throws {
        let fixture = try await Fixture()
        #expect(await fixture.get("/projects") == "2")
        _ = try await fixture.node.create(ProjectID(rawValue: "later"), by: .server)
        #expect(await fixture.get("/health/live") == "2")
        #expect(await fixture.get("/projects") == "3")
    }

    @Test("if the store cannot be read, the directory keeps its state")
    func failure() async throws {
        let fixture = try await Fixture()
        _ = try await fixture.node.create(ProjectID(rawValue: "later"), by: .server)
        fixture.server.store.fail(with: .unavailable("no disk"))
        #expect(await fixture.get("/projects") == "2")
        fixture.server.store.fail(with: nil)
        #expect(await fixture.get("/projects") == "3")
    }
}
