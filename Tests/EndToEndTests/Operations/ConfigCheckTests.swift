import Foundation
import Glibc
import Testing

/// `cardea config check` finds what would stop the start of a server.
@Suite struct ConfigCheckTests {
    private func check(
        _ arguments: String = "",
        _ environment: [String: String] = [:]
    ) async throws -> ChildProcess.Outcome {
        try await Program.run(
            "config check --data /tmp/cardea-config-check-\(UUID()) " + arguments,
            environment: environment
        )
    }

    @Test("config check with a certificate whose RSA key has 1024 bits names the weak key")
    func weakKey() async throws {
        let directory = try TemporaryDirectory()
        let (certificate, key) = try await selfSignedCertificate(in: directory, algorithm: "rsa:1024")
        let environment = ["CARDEA_TLS_CERTIFICATE": certificate, "CARDEA_TLS_KEY": key]
        let outcome = try await check("", environment)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("a key of 1024 bits is too weak: use RSA with 2048 bits or more"))
        let serve = try await Program.run(
            "serve --port 0 --data \(directory.path)/data",
            environment: environment
        )
        #expect(serve.exitCode == 1)
        #expect(serve.errors.contains("a key of 1024 bits is too weak"))
    }

    @Test(
        "config check with an address that cannot be listened on names its key",
        arguments: [
            ("CARDEA_HOST", "192.0.2.7", "host: cannot listen on 192.0.2.7:8080: "),
            (
                "CARDEA_HOST", "nowhere.invalid",
                "host: nowhere.invalid:8080 is not an address of this machine"
            ),
            (
                "CARDEA_METRICS_ADDRESS", "192.0.2.7:9464",
                "metrics.address: cannot listen on 192.0.2.7:9464: "
            ),
            (
                "CARDEA_METRICS_ADDRESS", "nowhere.invalid:9464",
                "metrics.address: nowhere.invalid:9464 is not an address of this machine"
            ),
            (
                "CARDEA_METRICS_ADDRESS", "127.0.0.1:8080",
                "metrics.address must not be the address of the server itself"
            ),
        ]
    )
    func addresses(variable: String, value: String, problem: String) async throws {
        let outcome = try await check("", [variable: value])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains(problem), "\(outcome.errors)")
    }

    @Test("config check with a port in use names it, unless a server with this configuration uses it")
    func portInUse() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        let environment = ["CARDEA_PORT": "\(try #require(server.url.port))"]
        let other = try await check("", environment)
        #expect(other.exitCode == 2)
        #expect(other.errors.contains("is in use by another process"))
        let own = try await Program.run("config check --data \(data)", environment: environment)
        #expect(own.exitCode == 0, "\(own.errors)")
    }

    @Test(
        "config check with a data directory that cannot be created names it",
        arguments: ["/proc/cardea", "/dev/null/cardea", "/dev/null"]
    )
    func impossibleDirectory(path: String) async throws {
        let outcome = try await Program.run("config check --data \(path)")
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.hasPrefix("cardea: data: "), "\(outcome.errors)")
    }

    @Test(
        "config check by root reads the files as the owner of the data directory, or as the user that is named",
        .enabled(if: geteuid() == 0)
    )
    func otherUser() async throws {
        let directory = try TemporaryDirectory()
        let (certificate, key) = try await selfSignedCertificate(in: directory)
        let data = try directory.file("data")
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        // The user and the group that own nothing.
        let (id, group): (UInt32, UInt32) = (65_534, 65_534)
        #expect(unsafe chown(data, id, group) == 0)
        // A service may have the right to use such a port; its user has not.
        let configuration = try directory.file(
            "cardea.json5",
            "{ data: '\(data)', host: '127.0.0.9', port: 443, tls: { certificate: '\(certificate)', key: '\(key)' } }"
        )
        let check = { (mode: mode_t, options: String, errors: String) in
            #expect(unsafe chmod(key, mode) == 0)
            let outcome = try await Program.run("config check --config \(configuration)" + options)
            #expect(outcome.errors == errors)
            #expect(outcome.exitCode == (errors.isEmpty ? 0 : 2))
            let user = options.isEmpty ? "nobody" : String(options.split(separator: " ")[1])
            #expect(outcome.output.contains("The files are read as the user \(user)."))
        }
        #expect(unsafe chown(key, 0, group) == 0)
        try await check(0o600, "", "cardea: tls: \(key): cannot be read\n")
        try await check(0o640, "", "")
        try await check(0o600, " --user root", "")
        #expect(unsafe chmod(configuration, 0o600) == 0)
        try await check(0o640, "", "cardea: \(configuration): cannot be read\n")
    }

    @Test("the example of the package is a valid configuration, also with each setting that is a comment")
    func example() async throws {
        let directory = try TemporaryDirectory()
        let example = try Program.packaging("cardea.json5")
        let complete = example.replacing(#/(?m)^ {4}// ( *\w+: |\},)/#) { "    \($0.output.1)" }
        for (name, text) in [("example", example), ("complete", complete)] {
            let file = try directory.file(name, text)
            let shown = try await Program.run("config show --config \(file)")
            #expect(shown.exitCode == 0, "\(shown.errors)")
            let count = shown.output.split(separator: "\n").count { $0.hasSuffix(file) }
            #expect(count == (text == example ? 3 : 11), "\(shown.output)")
        }
    }

    @Test("config check leaves no directory behind")
    func nothingStays() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        #expect(try await Program.run("config check --data \(data)").exitCode == 0)
        #expect(!FileManager.default.fileExists(atPath: data))
    }

    @Test("config check of a used data directory finds what a later start would fail on")
    func usedDirectory() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        #expect(try await ServerProcess.serve(data).stop() == 0)
        let problems = {
            let outcome = try await Program.run("config check --data \(data)")
            #expect((outcome.exitCode == 0) == outcome.errors.isEmpty)
            return outcome.errors
        }
        #expect(try await problems() == "")

        #expect(unsafe chmod(data, 0o777) == 0)
        #expect(try await problems().contains("other users can write to this directory (mode 0777)"))
        #expect(unsafe chmod(data, 0o700) == 0)

        let (key, database) = (data + "/master.key", data + "/cardea.sqlite")
        let (rightKey, rightDatabase) = (
            try Data(contentsOf: URL(filePath: key)), try Data(contentsOf: URL(filePath: database))
        )
        try Data(repeating: 0x6B, count: 32).write(to: URL(filePath: key))
        #expect(unsafe chmod(key, 0o600) == 0)
        #expect(try await problems().contains("does not open under this master key"))
        try FileManager.default.removeItem(atPath: key)
        #expect(try await problems().contains("master.key is missing, but the keys in the database"))
        try rightKey.write(to: URL(filePath: key))
        #expect(unsafe chmod(key, 0o600) == 0)

        try Data(repeating: 0x55, count: 8192).write(to: URL(filePath: database))
        #expect(try await problems().contains("the database is damaged"))
        try FileManager.default.removeItem(atPath: database)
        #expect(try await problems().contains("is missing or empty, but a master key lies beside it"))
        try rightDatabase.write(to: URL(filePath: database))
        #expect(try await problems() == "")
    }

    @Test(
        "config check rejects a baseURL with a user or without a host",
        arguments: [
            "https://user:password@id.example", "https://user@id.example", "https://", "https://:443",
        ]
    )
    func baseURL(text: String) async throws {
        let outcome = try await check("", ["CARDEA_BASE_URL": text])
        #expect(outcome.exitCode == 2)
        #expect(
            outcome.errors
                == "cardea: baseURL must be an http or https address without user, password and query\n"
        )
    }

    @Test("config show prints each setting with its value and origin")
    func show() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("cardea.json5", "{ limits: { drain: 3 }, host: 'localhost' }")
        let environment = ["CARDEA_HOST": "127.0.0.1", "CARDEA_PORT": "1"]
        let line = "config show --config \(file) --port 2"
        let outcome = try await Program.run(line, environment: environment)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for row in [
            #/limits\.drain +3 +.*cardea\.json5/#, #/host +127\.0\.0\.1 +CARDEA_HOST/#, #/port +2 +--port/#,
            #/passwords\.queue +256 +default/#, #/baseURL +none +default/#,
        ] {
            #expect(outcome.output.contains(row), "\(outcome.output)")
        }

        let json = try await Program.run(line + " --json", environment: environment).output
        let copy = try directory.file("copy.json5", json)
        #expect(try await Program.run("config show --json --config \(copy)").output == json)
    }

    @Test("every setting is an option of serve")
    func options() async throws {
        let help = try await Program.run("serve --help").output
        for option in [
            "--tls-cert VALUE", "--limits-body-bytes VALUE", "--base-url VALUE", "Default: 19456.",
        ] {
            #expect(help.contains(option), "\(option)")
        }
        let wrong = try await Program.run("serve --limits-drain -1")
        #expect(wrong.exitCode == 2)
        #expect(wrong.errors == "cardea: limits.drain must be from 0 to 86400\n")
    }
}
