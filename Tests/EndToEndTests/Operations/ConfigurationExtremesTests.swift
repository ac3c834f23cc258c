import CardeaServer
import CardeaSettings
import Foundation
import Glibc
import Testing

/// No configuration crashes a server: it starts, or prints an error.
@Suite struct ConfigurationExtremesTests {
    /// Numbers that overflow something somewhere.
    private static let extremes = [
        "-9223372036854775808", "-2147483649", "-1", "0", "1", "8", "64", "1024", "65536", "2147483647",
        "2147483648", "4194304", "4294967296", "9007199254740993", "9223372036854775807",
    ]

    /// Text that no address, path or name can have.
    private static let texts = ["", "\u{1}", "\n", "%", "@", String(repeating: "a", count: 5000)]

    @Test("with every extreme value of every setting the server starts or prints an error (security L7)")
    func everyExtremeValue()
        async throws
    {
        // Values that are rejected need no process: the same rules run here.
        let accepted = CardeaServer.Configuration.table.settings.flatMap { setting in
            (Self.extremes + Self.texts).compactMap { value in
                let environment = [setting.variable: value]
                let isAccepted = (try? CardeaServer.Configuration.load(environment: environment)) != nil
                return isAccepted ? (setting.variable, value) : nil
            }
        }
        .filter { !["CARDEA_DATA", "CARDEA_HOST", "CARDEA_PORT"].contains($0.0) }
        #expect(accepted.count > 40)
        try await withThrowingTaskGroup { group in
            var waiting = accepted[...]
            for _ in 0..<3 {
                if let next = waiting.popFirst() { group.addTask { try await Self.start(next.0, next.1) } }
            }
            while try await group.next() != nil {
                if let next = waiting.popFirst() { group.addTask { try await Self.start(next.0, next.1) } }
            }
        }
    }

    private static func start(_ variable: String, _ value: String) async throws {
        let directory = try TemporaryDirectory()
        var environment = RunningServer.cheapPasswords
        environment[variable] = value
        let process = try ChildProcess(
            Program.path,
            ["serve", "--data", directory.path + "/d", "--port", "0"],
            in: directory,
            environment: environment
        )
        while process.isRunning, !process.output.contains(#""msg":"ready""#) {
            // A log level may hide that line.
            if FileManager.default.fileExists(atPath: directory.path + "/d/control.sock"),
                variable == "CARDEA_LOG_LEVEL"
            {
                break
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        process.send(SIGTERM)
        let exitCode = await process.exitCode()
        #expect(
            [0, 1, 2].contains(exitCode) || exitCode == 128 + SIGTERM,
            "\(variable)=\(value): \(process.errors)"
        )
        if exitCode == 1 || exitCode == 2 {
            #expect(process.errors.hasPrefix("cardea: "), "\(variable)=\(value): \(process.errors)")
        }
    }

    @Test(
        "config check names every value that stops a start (security L7)",
        arguments: [
            ("{ passwords: { memory: 4194304 } }", "passwords.memory must be from 8 to 1048576"),
            (
                "{ passwords: { memory: 8, parallelism: 2 } }",
                "passwords.memory must be at least 8 for each lane of passwords.parallelism"
            ),
            ("{ passwords: { memory: 1048576, threads: 256 } }", "but this machine has"),
            (
                "{ limits: { headerDeadline: 9223372036854775807 } }",
                "limits.headerDeadline must be from 1s to 1d"
            ),
            ("{ limits: { drain: 9223372036854775807 } }", "limits.drain must be from 0s to 1d"),
            ("{ tls: { certificate: '/nowhere.pem', key: '/nowhere.pem' } }", "/nowhere.pem: cannot be read"),
            ("{ port: 1, host: 'a', port: 2 }", "the key 'port' is given twice"),
            ("{ limits: { drain: 1, loops: 1, 'drain': 2 } }", "the key 'drain' is given twice"),
            ("{ limits: { drian: 1 } }", "unknown key 'limits.drian'; did you mean 'limits.drain'?"),
            ("{ masterKeyFile: '/nowhere.key' }", "there is no file /nowhere.key"),
            ("{ data: '/nowhere/to/be/found' }", "/nowhere/to/be is not there"),
            ("{ metrics: { address: '9464' } }", "metrics.address must be an address and a port"),
        ]
    )
    func configCheck(text: String, problem: String) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("cardea.json5", text)
        let outcome = try await Program.run("config check --config \(file)")
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains(problem), "\(outcome.errors)")
    }

    @Test("config check names all problems at once, and suggests variables (security L7)")
    func configCheckNames()
        async throws
    {
        let outcome = try await Program.run(
            "config check",
            environment: [
                "CARDEA_PORT": "70000", "CARDEA_LIMITS_DRAIN": "-1", "CARDEA_BASE_ULR": "http://id.example",
            ]
        )
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.split(separator: "\n").count == 2)
        #expect(
            outcome.output.contains(
                "CARDEA_BASE_ULR is not a setting, and is ignored; did you mean CARDEA_BASE_URL?"
            )
        )
    }

    @Test("a certificate with another key is rejected (security L7)")
    func certificateAnotherKey() async throws {
        let (one, other) = (try TemporaryDirectory(), try TemporaryDirectory())
        let (certificate, key) = try await selfSignedCertificate(in: one)
        let (_, otherKey) = try await selfSignedCertificate(in: other)
        for (key, exitCode) in [(key, Int32(0)), (otherKey, 2), (certificate, 2)] {
            let outcome = try await Program.run(
                "config check",
                environment: ["CARDEA_TLS_CERTIFICATE": certificate, "CARDEA_TLS_KEY": key]
            )
            #expect(outcome.exitCode == exitCode, "\(outcome.errors)")
            #expect((exitCode == 0) == outcome.errors.isEmpty)
        }
        let outcome = try await Program.run(
            "serve --data \(one.path)/data --port 0 --tls-cert \(certificate) --tls-key \(otherKey)"
        )
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("the key is not that of \(certificate)"))
    }
}
