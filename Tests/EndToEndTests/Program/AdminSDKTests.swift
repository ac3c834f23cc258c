import Foundation
import Testing

/// Google's Admin SDK and google-auth, unmodified: custom tokens, service accounts, session cookies.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: PythonClients.interpreter)))
struct AdminSDKTests {
    /// The names of Google's hosts that the SDK has in its code.
    private static let hosts = ["identitytoolkit", "securetoken", "oauth2", "www"].map {
        "\($0).googleapis.com"
    }

    @Test("Google's Admin SDK makes custom tokens and session cookies for an emulator (U6, U13)")
    func emulator() async throws {
        let emulator = try await ServerProcess.emulator()
        let outcome = try await PythonClients.run(
            "firebase_admin_cookies.py",
            against: emulator,
            project: "example"
        )
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test(
        "SDKs of others work against a server under Google's host names (U6, U12, U13)",
        arguments: ["firebase_admin_serve.py", "pyrebase_serve.py"]
    )
    func server(_ script: String) async throws {
        let outcome = try await runAgainstServer(script)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("Google's Admin SDK imports users with every hash function into an emulator (U12)")
    func importIntoEmulator() async throws {
        let emulator = try await ServerProcess.emulator()
        let outcome = try await PythonClients.run(
            "firebase_admin_import.py",
            against: emulator,
            project: "example"
        )
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("Google's Admin SDK imports users with every hash function into a server (U12)")
    func importIntoServer() async throws {
        let outcome = try await runAgainstServer("firebase_admin_import.py")
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    /// Runs a script against a server under Google's host names, with the key of a service account.
    private func runAgainstServer(_ script: String) async throws -> ChildProcess.Outcome {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let names = (["IP:127.0.0.1"] + Self.hosts.map { "DNS:\($0)" }).joined(separator: ",")
        let (certificate, key) = try await selfSignedCertificate(in: directory, for: names)
        let server = try await ServerProcess.serve(data, "--tls-cert", certificate, "--tls-key", key)
        let keyFile = try directory.file("key.json")
        for line in [
            "project set tokens.signingAlgorithm RS256",
            "project set tokens.issuer https://securetoken.google.com/default",
            "service-account create back-end --key-file \(keyFile)",
        ] {
            let outcome = try await Program.run("\(line) --data \(data)")
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        return try await ChildProcess.run(
            PythonClients.interpreter,
            [PythonClients.path(of: script)],
            environment: [
                "CARDEA_URL": server.url.absoluteString, "CARDEA_API_KEY": server.apiKey,
                "KEY_FILE": keyFile, "REQUESTS_CA_BUNDLE": certificate, "PATH": "/usr/bin:/bin",
            ]
        )
    }

    private static let clockLibrary = "/usr/lib/\(machine)-linux-gnu/faketime/libfaketime.so.1"

    @Test(
        "google-auth with its cache accepts each token while a key is rotated (security 39)",
        .enabled(if: FileManager.default.fileExists(atPath: clockLibrary))
    )
    func rotation() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let file = try directory.file("clock")
        try Data("+0".utf8).write(to: URL(filePath: file))
        let clock = [
            "LD_PRELOAD": Self.clockLibrary, "FAKETIME_TIMESTAMP_FILE": file, "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "CARDEA": Program.path, "DATA": data,
        ]
        let server = try await ServerProcess.serve(data, environment: clock)
        let outcome = try await PythonClients.run(
            "google_auth_rotation.py",
            against: server,
            environment: clock
        )
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("the key of a service account is written once, to a file of mode 0600 (security 24, 33)")
    func keyFile() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        let file = try directory.file("key.json")
        let made = try await Program.run("service-account create ci --key-file \(file) --data \(data)")
        #expect(made.exitCode == 0, "\(made.errors)")
        #expect(!made.output.contains("PRIVATE"))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String]
        #expect(json?["token_uri"] == server.url.absoluteString.trimmingSuffix("/") + "/token")

        // An existing file is not replaced, and no key is made for it.
        let again = try await Program.run("service-account add-key ci --key-file \(file) --data \(data)")
        #expect(again.exitCode == 1)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        let shown = try await Program.run("service-account show ci --data \(data)").output
        #expect(shown.components(separatedBy: "Key:").count == 2)
        // A command that fails leaves no file.
        let other = try directory.file("other.json")
        #expect(
            try await Program.run("service-account create ci --key-file \(other) --data \(data)").exitCode
                == 1
        )
        #expect(!FileManager.default.fileExists(atPath: other))

        let id = try #require(json?["private_key_id"])
        #expect(try await Program.run("service-account remove-key ci \(id) --data \(data)").exitCode == 0)
        #expect(
            try await Program.run("service-account disable ci --data \(data)").output.contains("disabled")
        )
        #expect(try await Program.run("service-account delete ci --data \(data)").exitCode == 0)
        #expect(try await !Program.run("service-account list --data \(data)").output.contains("ci@"))
        #expect(await server.stop() == 0)
        let stored = try Data(contentsOf: URL(filePath: data).appending(path: "cardea.sqlite"))
        #expect(stored.range(of: Data("PRIVATE KEY".utf8)) == nil)
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}

#if arch(x86_64)
private let machine = "x86_64"
#else
private let machine = "aarch64"
#endif
