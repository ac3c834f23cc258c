import Cardea
import Foundation
import Testing

/// Self-service that an operator turns off by a command, while the server runs.
@Suite struct SelfServiceTests {
    enum Level: CaseIterable {
        case project, tenant

        func command(_ setting: String) -> String {
            switch self {
            case .project: "project set \(setting) false"
            case .tenant: "tenant set blue \(setting) false"
            }
        }

        var tenant: String? { self == .tenant ? "blue" : nil }
    }

    @Test(
        "self-service sign-up and deletion that are off are rejected with their own error (U11)",
        arguments: Level.allCases
    )
    func off(level: Level) async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        func run(_ line: String) async throws {
            let outcome = try await Program.run("\(line) --data \(data)")
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
        }
        try await run("tenant create blue")
        let app = try Device().app(server)
        app.tenantID = level.tenant
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        for setting in ["signUp.allowed", "users.allowsSelfDeletion"] {
            try await run(level.command(setting))
        }

        // Over HTTP, as any client sends it.
        let tenant = level.tenant.map { ["tenantId": $0] } ?? [:]
        let new = ["email": "eve@example.com", "password": Ada.password].merging(tenant) { $1 }
        for body in [new, tenant] {
            let reply = try await server.account("signUp", body)
            #expect(reply.status == 400 && reply.error == "ADMIN_ONLY_OPERATION", "\(reply.object)")
        }
        let token = ["idToken": try await user.accessToken().reveal()]
        let deletion = try await server.account("delete", token.merging(tenant) { $1 })
        #expect(deletion.status == 400 && deletion.error == "ADMIN_ONLY_OPERATION", "\(deletion.object)")

        // In the client.
        let other = try Device().app(server)
        other.tenantID = level.tenant
        #expect(
            await failure { try await other.signUp(email: "eve@example.com", password: Ada.password) }
                == .adminRestrictedOperation
        )
        #expect(await failure { try await other.signInAnonymously() } == .adminRestrictedOperation)
        #expect(await failure { try await user.delete() } == .adminRestrictedOperation)

        // Nothing else is off, and nothing is off elsewhere.
        #expect(try await user.reload().email == Ada.email)
        #expect(try await other.signIn(email: Ada.email, password: Ada.password).uid == user.uid)
        if level == .tenant {
            other.tenantID = nil
            try await other.signUp(email: Ada.email, password: Ada.password).delete()
        }
    }
}
