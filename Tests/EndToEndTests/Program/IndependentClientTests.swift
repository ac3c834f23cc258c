import Foundation
import Testing

/// Clients that others wrote, in another language: `Scripts/python-clients` installs them.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: PythonClients.interpreter)))
struct IndependentClientTests {
    @Test("authlib refreshes, and PyJWT verifies (K1, K2, K14, X2, U13)")
    func authlibRefreshesPyJWT() async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("data"))
        let outcome = try await PythonClients.run("oauth_refresh.py", against: server)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("Firebase's admin SDK manages accounts (U12, U13)")
    func firebaseAdminSDK() async throws {
        let emulator = try await ServerProcess.emulator()
        let outcome = try await PythonClients.run(
            "firebase_admin_accounts.py",
            against: emulator,
            project: "example"
        )
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("Firebase's admin SDK makes links, and they reset, verify, change and sign in (U14, U6)")
    func links() async throws {
        let emulator = try await ServerProcess.emulator()
        let outcome = try await PythonClients.run(
            "firebase_admin_links.py",
            against: emulator,
            project: "example"
        )
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("Firebase's admin SDK manages tenants, and their users are apart (U18)")
    func tenants() async throws {
        let emulator = try await ServerProcess.emulator()
        let outcome = try await PythonClients.run(
            "firebase_admin_tenants.py",
            against: emulator,
            project: "example"
        )
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("Firebase's admin SDK checks revocation while the clock is set (U13, security 28)")
    func firebaseAdminSDKChecks() async throws {
        let emulator = try await ServerProcess.emulator()
        let outcome = try await PythonClients.run(
            "firebase_admin_clock.py",
            against: emulator,
            project: "example"
        )
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("the OpenAPI document is valid by the rules of OpenAPI 3.1")
    func openAPI() async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("data"))
        let outcome = try await PythonClients.run("openapi.py", against: server)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }
}
