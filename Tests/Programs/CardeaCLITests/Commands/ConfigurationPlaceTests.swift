import ChildProcesses
import Foundation
import Testing

/// Which configuration a command reads, and what `config check` says about it.
@Suite struct ConfigurationPlaceTests {
    private let directory: TemporaryDirectory
    /// The place that stands for `/etc/cardea/cardea.json5`.
    private let place: String

    init() throws {
        directory = try TemporaryDirectory()
        place = directory.path + "/etc.json5"
    }

    private func run(
        _ line: String,
        _ environment: [String: String] = [:]
    ) async throws -> (code: Int32, output: String, errors: String) {
        try await runProgram(
            line.split(separator: " ").map(String.init),
            environment: environment,
            configuration: place
        )
    }

    @Test(
        "without --config, CARDEA_CONFIG and --data, a command reads the configuration of the machine, if it exists"
    )
    func machine() async throws {
        #expect(try await run("config show").output.contains(#/logLevel +info +default/#))
        _ = try directory.file("etc.json5", "{ data: '\(directory.path)/data', logLevel: 'error', port: 0 }")
        let other = try directory.file("other.json5", "{ logLevel: 'debug' }")
        let row = { (level: String, from: String) in "logLevel" + level + from }
        for (line, environment, expected) in [
            ("config show", [:], row("error", place)),
            ("config show", ["CARDEA_DATA": "/d"], row("error", place)),
            ("config show --config \(other)", [:], row("debug", other)),
            ("config show", ["CARDEA_CONFIG": other], row("debug", other)),
            ("config show --data \(directory.path)/d", [:], row("info", "default")),
        ] {
            let rows = try await run(line, environment).output.split(separator: "\n").map {
                $0.filter { $0 != " " }
            }
            #expect(rows.contains(expected), "\(line) \(environment)")
        }
        let check = try await run("config check")
        #expect(check.output.hasSuffix("The configuration is valid: \(place).\n"), "\(check)")
        let users = try await run("user list")
        #expect(users.errors.contains("\(directory.path)/data has no data of a Cardea server"), "\(users)")
    }

    @Test("a configuration of the machine that cannot be read is an error, not a default")
    func unreadable() async throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let outcome = try await run("config check")
        #expect(outcome.code == 2)
        #expect(outcome.errors == "cardea: \(place): cannot be read: Is a directory\n")
    }

    @Test("a data directory of CARDEA_DATA that replaces the one of the file is a warning of every command")
    func dataDirectory() async throws {
        _ = try directory.file("etc.json5", "{ data: '/file/data', port: 0 }")
        let data = directory.path + "/other"
        let warning = "warning: data: CARDEA_DATA (\(data)) replaces the directory of \(place) (/file/data)\n"
        let environment = ["CARDEA_DATA": data]
        #expect(try await run("config check", environment).output.contains(warning))
        let users = try await run("user list", environment)
        #expect(users.errors.hasPrefix("cardea: \(warning)cardea: \(data) has no data"), "\(users)")
        #expect(
            try await run("config check --data \(data) --config \(place)").output.contains("replaces")
                == false
        )
    }

    @Test("a configuration that works and is hardly wanted has warnings, and the exit code 0")
    func warnings() async throws {
        let (certificate, key) = try await selfSignedCertificate(in: directory, for: "DNS:id.example")
        let data = "--data \(directory.path)/d --port 0"
        let tls = "--tls-cert \(certificate) --tls-key \(key)"
        let cases: [(String, [String])] = [
            ("", []), ("--trusted-proxies 127.0.0.1", ["baseURL is not set"]),
            ("--host 0.0.0.0", ["host: on 0.0.0.0 without TLS", "baseURL is not set"]),
            ("--host 0.0.0.0 --trusted-proxies 127.0.0.1 --base-url https://id.example", []),
            ("--host 127.0.0.1 --base-url https://id.example", []),
            (
                "--base-url https://other.example:8443/x \(tls)",
                ["tls.certificate: the certificate is not for other.example", "the certificate expires at "]
            ),
            ("--base-url https://id.example \(tls)", ["tls.certificate: the certificate expires at "]),
        ]
        for (options, expected) in cases {
            let outcome = try await run("config check \(data) \(options)")
            let warnings = outcome.output.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
            #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
            #expect(warnings.count == expected.count, "\(options): \(warnings)")
            for (warning, text) in zip(warnings, expected) { #expect(warning.contains(text)) }
        }
    }
}
