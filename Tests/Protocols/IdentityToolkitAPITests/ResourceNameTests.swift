import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaSecrets
import CardeaIdentityService
import Testing

@Suite("Names of resources in responses")
struct ResourceNameTests {
    @Test("the name of a project's configuration is a path that leads to it")
    func configuration() async throws {
        let server = try await APIServer()
        let config = await server.get("/v2/projects/demo/config", fields: administrator(server))
        let name = config.string("name")
        #expect(name == "projects/\(server.project.number)/config")
        #expect(await server.get("/v2/\(name)", fields: administrator(server)).json == config.json)
    }

    private func administrator(_ server: APIServer) -> HeaderFields {
        [.authorization: "Bearer \(server.administratorToken)"]
    }

    @Test("the number of a project does not replace a credential (security 19)")
    func otherProject() async throws {
        let server = try await APIServer()
        let token = try await server.projects.createAdministratorToken(
            name: "neighbour",
            project: ProjectID(rawValue: "other"),
            by: .server
        )
        for number in ["\(server.project.number)", "123456789012", "-1", "99999999999999999999"] {
            #expect(
                await server.get(
                    "/v2/projects/\(number)/config",
                    fields: [.authorization: "Bearer \(token.reveal())"]
                )
                .status == 403
            )
        }
    }

    @Test("the authorized domains are those that links may continue to")
    func domains() async throws {
        let server = try await APIServer()
        var project = server.project
        project.policy.codes.continueOrigins = [
            "https://app.example", "https://app.example:8443", "http://[::1]:80", "http://localhost:5000",
        ]
        try await server.projects.change(project, by: .server) { $0 = project }
        let own = try #require(ContinueURL(server.projects.publicURL)).host
        let info = await server.get("/v1/projects", query: "key=demo-key")
        #expect(
            info["authorizedDomains"]?.array?.compactMap(\.string) == [
                "app.example", "[::1]", "localhost", own,
            ]
        )
    }
}
