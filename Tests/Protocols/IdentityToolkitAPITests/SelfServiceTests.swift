import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSettings
import Testing

/// Sign-up and deletion by users themselves, turned off for a project or for a tenant.
@Suite("Self-service")
struct SelfServiceTests {
    enum Level: String, CaseIterable, Sendable { case project, tenant }

    /// A server whose users existed before self-service was turned off.
    private struct Fixture {
        let server: APIServer
        let level: Level
        let user: APIResponse
        let guest: APIResponse
        let linkToNewAddress: JSONValue
        let linkForGuest: JSONValue

        init(_ level: Level) async throws {
            var policy = Policy()
            policy.signIn.protectsEmailEnumeration = false
            server = try await APIServer(policy: policy, emulator: true)
            self.level = level
            user = await server.call("signUp", Self.body(level, SelfServiceTests.ada))
            guest = await server.call("signUp", Self.body(level, [:]))
            linkToNewAddress = try await Self.link(server, level, "new@example.com")
            linkForGuest = try await Self.link(server, level, "guest@example.com")
            try await turnOff()
        }

        static func body(_ level: Level, _ fields: [String: JSONValue]) -> JSONValue {
            .object(level == .tenant ? fields.merging(["tenantId": "blue"]) { $1 } : fields)
        }

        func call(_ operation: String, _ fields: [String: JSONValue]) async -> APIResponse {
            await server.call(operation, Self.body(level, fields))
        }

        private static func link(
            _ server: APIServer,
            _ level: Level,
            _ email: String
        ) async throws -> JSONValue {
            let sent = await server.administer(
                level == .project
                    ? "/v1/projects/demo/accounts:sendOobCode"
                    : "/v1/projects/demo/tenants/blue/accounts:sendOobCode",
                ["requestType": "EMAIL_SIGNIN", "email": .string(email), "returnOobLink": true]
            )
            return try #require(sent["oobCode"], "\(sent.text)")
        }

        private func turnOff() async throws {
            switch level {
            case .project:
                var project = server.project
                project.policy.signUp.allowed = false
                project.policy.users.allowsSelfDeletion = false
                try await server.projects.change(project, by: .server) { $0 = project }
            case .tenant:
                let id = TenantID(rawValue: "blue")
                var tenant = try #require(server.projects.tenant(id, in: server.project.id))
                try tenant.overrides.set(.boolean(false), for: "signUp.allowed")
                try tenant.overrides.set(.boolean(false), for: "users.allowsSelfDeletion")
                try await server.projects.change(tenant, by: .server) { $0 = tenant }
            }
        }
    }

    private static let ada: [String: JSONValue] = ["email": "ada@example.com", "password": "correct horse"]
    private static let new: [String: JSONValue] = ["email": "new@example.com", "password": "correct horse"]

    @Test("no path creates a user if sign-up is off (U11)", arguments: Level.allCases)
    func signUp(_ level: Level) async throws {
        let fixture = try await Fixture(level)
        let guest = ["idToken": fixture.guest["idToken"] ?? .null]
        let attempts: [(String, [String: JSONValue])] = [
            ("signUp", [:]),
            ("signUp", Self.new),
            ("signUp", Self.new.merging(guest) { $1 }),
            ("update", Self.new.merging(guest) { $1 }),
            ("sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "new@example.com"]),
            ("signInWithEmailLink", ["email": "new@example.com", "oobCode": fixture.linkToNewAddress]),
            (
                "signInWithEmailLink",
                ["email": "guest@example.com", "oobCode": fixture.linkForGuest].merging(guest) { $1 }
            ),
        ]
        for (operation, body) in attempts {
            let response = await fixture.call(operation, body)
            #expect(response.errorMessage == "ADMIN_ONLY_OPERATION", "\(operation): \(response.text)")
        }
        #expect(await fixture.call("lookup", guest)["users"]?.array?.first?["email"] == nil)
        // Users who exist sign in as before, and administrators create others.
        #expect(await fixture.call("signInWithPassword", Self.ada).status == 200)
        let scope = level == .project ? "" : "/tenants/blue"
        let created = await fixture.server.administer(
            "/v1/projects/demo\(scope)/accounts",
            .object(Self.new)
        )
        #expect(created.status == 200, "\(created.text)")
    }

    @Test("users do not delete themselves if deletion is off (U11)", arguments: Level.allCases)
    func deletion(_ level: Level) async throws {
        let fixture = try await Fixture(level)
        for user in [fixture.user, fixture.guest] {
            let token = ["idToken": user["idToken"] ?? .null]
            #expect(await fixture.call("delete", token).errorMessage == "ADMIN_ONLY_OPERATION")
            // The settings of the user's tenant hold, whether the request names it or not.
            let unnamed = await fixture.server.call("delete", ["idToken": user["idToken"] ?? .null])
            #expect(unnamed.errorMessage == "ADMIN_ONLY_OPERATION")
            #expect(await fixture.call("lookup", token).status == 200)
        }
    }

    @Test("the settings of a tenant do not affect other user pools (U11, U18)")
    func otherPool() async throws {
        let fixture = try await Fixture(.tenant)
        let user = await fixture.server.call(
            "signUp",
            ["email": "x@example.com", "password": "correct horse"]
        )
        #expect(user.status == 200)
        let red: JSONValue = ["tenantId": "red"]
        #expect(await fixture.server.call("signUp", red).status == 200)
        #expect(await fixture.server.call("delete", ["idToken": user["idToken"] ?? .null]).status == 200)
    }
}
