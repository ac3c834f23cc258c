import ChildProcesses
import Foundation
import Testing

@Suite("Commands of identity providers")
struct ProviderCommandTests {
    private let server: OfflineServer

    init() async throws { server = try await OfflineServer() }

    private func set(_ file: String) async throws -> (code: Int32, output: String, errors: String) {
        try await server.run("provider", "set", "google.com", "--client-id", "42", "--secret-file", file)
    }

    @Test("a secret file that other users can read is accepted with a warning (security 33)")
    func secretFile() async throws {
        let file = try server.directory.file("google.secret", "very secret\n")
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let open = try await set(file)
        #expect(open.code == 0 && open.output.contains("stored, not shown"), "\(open)")
        #expect(
            open.errors
                == "cardea: warning: other users can open \(file). Run: chmod 600 \(file)\n"
        )
        for mode in [0o640, 0o600] {
            try files.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            let closed = try await set(file)
            #expect(closed.code == 0 && closed.errors.isEmpty, "\(closed)")
        }
    }

    @Test(
        "a provider that is not configured, or that the server does not know, is not enabled, and the error says why",
        arguments: [
            (
                "google.com",
                "the provider 'google.com' is not configured: 'cardea provider set' configures it"
            ),
            ("gogle.com", "'gogle.com' is no provider that the server knows"), ("google", "is not the id of"),
        ]
    )
    func enable(_ name: String, _ reason: String) async throws {
        let enabled = try await server.run("provider", "enable", name)
        #expect(enabled.code != 0 && enabled.errors.contains(reason), "\(enabled)")
        #expect(try await server.run("provider", "list", "--json").output.contains(#""providers":[]"#))
    }
}
