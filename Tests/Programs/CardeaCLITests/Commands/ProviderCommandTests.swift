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
                "the provider 'google.com' is not configured: give it a client ID, as in "
                    + "'cardea provider set google.com --client-id ID'"
            ),
            ("google", "the server does not know the provider 'google': did you mean 'google.com'?"),
        ]
    )
    func enable(_ name: String, _ reason: String) async throws {
        let enabled = try await server.run("provider", "enable", name)
        #expect(enabled.code != 0 && enabled.errors.contains(reason), "\(enabled)")
        #expect(try await server.run("provider", "list", "--json").output.contains(#""providers":[]"#))
    }

    @Test(
        "a file that an option names and that cannot be read is an error of the command line, with its reason"
    )
    func unreadableFiles() async throws {
        let (missing, folder) = ("/nowhere/x", server.directory.path)
        let text = try server.directory.file("reset.txt", "%LINK%")
        let bytes = try server.directory.file("bytes", "")
        try Data([0xFF]).write(to: URL(filePath: bytes))
        for (words, option) in [
            (["provider", "set", "google.com", "--client-id", "1"], "--secret-file"),
            (["provider", "test", "google.com"], "--id-token-file"),
            (["user", "create", "--email", "a@example.com"], "--password-file"),
            (["user", "update", "a@example.com"], "--password-file"),
            (["user", "import", text, "--hash-algo", "SCRYPT"], "--hash-key-file"),
            (["mail", "set-template", "password_reset", "fr", "Mot de passe", text], "--html"),
        ] {
            for (file, reason) in [(missing, "No such file or directory"), (folder, "Is a directory")] {
                let result = try await server.run(words: words + [option, file])
                let expected = "cardea: \(option): \(file): \(reason)\n"
                #expect(result.code == 2 && result.errors == expected, "\(result)")
            }
            let result = try await server.run(words: words + [option, bytes])
            #expect(result.code == 2 && result.errors.contains("not UTF-8"), "\(result)")
        }
    }

    @Test("a limit that is reached is a failure, and not an error of the command line")
    func exitCodes() async throws {
        for number in 0..<10 {
            let words = number == 0 ? ["create", "a"] : ["add-key", "a"]
            #expect(try await server.run(words: ["service-account"] + words).code == 0)
        }
        let full = try await server.run("service-account", "add-key", "a")
        #expect(full.code == 1 && full.errors.contains("at most 10 keys"), "\(full)")
        #expect(try await server.run("service-account", "create", "A").code == 2)
        let codes = "0 for success, 1 for a failure, 2 for an invalid command line or configuration, and 3 if"
        #expect(
            try await server.run("--help").output.replacing("\n", with: " ").contains(codes)
        )
    }
}
