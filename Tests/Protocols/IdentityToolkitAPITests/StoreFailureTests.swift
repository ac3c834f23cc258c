import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLogging
import LoggingTestSupport
import Testing
import CardeaSecrets

/// A store that fails says nothing of who asks.
@Suite struct StoreFailureTests {
    private static let path = "/v1/projects/demo/accounts:lookup"

    @Test(
        "an administrator's credential is as good after a failure as before",
        arguments: [.unavailable("closed"), .unwritable("the disk is full")] as [StoreError]
    )
    func administratorCredentialGood(
        _ error: StoreError
    )
        async throws
    {
        let server = try await APIServer()
        let once = try await server.projects.createAdministratorToken(
            name: "first",
            oneTime: true,
            by: .server
        ).reveal()
        let fields: HeaderFields = [.authorization: "Bearer \(once)", "x-request-id": "r1"]
        server.store.fail(with: error)
        let rejected = await server.post(Self.path, ["localId": "ada"], fields: fields)
        #expect(rejected.status == 503)
        #expect(rejected["error"]?["status"] == "UNAVAILABLE")
        #expect(rejected.fields[.retryAfter] == "1")

        server.store.fail(with: nil)
        #expect(await server.post(Self.path, ["localId": "ada"], fields: fields).status == 200)
        #expect(await server.post(Self.path, ["localId": "ada"], fields: fields).status == 401)
        #expect(server.log.lines.map(\.message) == ["store failed"])
        #expect(server.log.lines.first?.metadata == ["request": "r1", "cause": .string("\(error)")])
    }

    @Test(
        "every operation returns 503, and the log has the reason and the request",
        arguments: ["signUp", "signInWithPassword", "lookup", "update", "delete"]
    )
    func everyOperationResponses(
        _ operation: String
    )
        async throws
    {
        let server = try await APIServer()
        let user = await server.signUp()
        let bodies: [String: JSONValue] = [
            "signUp": ["email": "bob@example.com", "password": "correct horse"],
            "signInWithPassword": SignInTests.ada,
        ]
        server.store.fail(with: .unavailable("closed"))
        let body = bodies[operation] ?? ["idToken": user["idToken"] ?? .null]
        let response = await server.call(operation, body, fields: ["x-request-id": "r2"])
        #expect(response.status == 503)
        #expect(!response.text.contains("closed"))
        #expect(server.log.lines.map { $0.metadata["request"] } == ["r2"])
    }

    @Test("a refresh returns 503, and its token is valid when the store works again")
    func refreshResponses503() async throws {
        let server = try await APIServer()
        let token = await server.signUp().string("refreshToken")
        server.store.fail(with: .unavailable("closed"))
        #expect(await server.refresh(token).status == 503)
        server.store.fail(with: nil)
        #expect(await server.refresh(token).status == 200)
    }
}
