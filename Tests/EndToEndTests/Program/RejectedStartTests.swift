import Foundation
import Glibc
import CardeaHTTPMessages
import Testing

/// A start that fails: one line of error, an exit code other than 0, nothing changed.
@Suite struct RejectedStartTests {
    @Test(
        "an invalid command line is rejected with one line and exit code 2",
        arguments: [
            (["serve", "--prot", "1"], "unknown option '--prot'; did you mean '--port'?"),
            (["serve", "--port", "http"], "--port: 'http' is not a whole number"),
            (["serve", "--port", "70000"], "port must be from 0 to 65535"),
            (["serve", "--tls-cert", "cert.pem"], "tls needs both a certificate and a key"),
            (
                ["serve", "--config", "/nowhere.json5"],
                "/nowhere.json5: cannot be read: No such file or directory"
            ),
            (
                ["serve", "--port", "0", "--log-level", "loud"],
                "logLevel must be trace, debug, info, notice, warning, error or critical"
            ),
            (["--verson"], "unknown option '--verson'; did you mean '--version'?"),
            (["servee"], "unknown command 'servee'; did you mean 'serve'?"),
            (["emulator", "--data", "x"], "unknown option '--data'; see 'cardea emulator --help'"),
        ]
    )
    func usage(arguments: [String], message: String) async throws {
        let process = try ChildProcess(Program.path, arguments, in: try TemporaryDirectory())
        #expect(await process.exitCode() == 2)
        #expect(process.errors == "cardea: \(message)\n")
        #expect(process.output.isEmpty)
    }

    @Test("serve and config check name every unknown key of the file")
    func serveConfigCheck() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("cardea.json5", "{ limits: { drian: 1 }, hots: 'a' }")
        for command in [["serve", "--config", file], ["config", "check", "--config", file]] {
            let process = try ChildProcess(Program.path, command, in: try TemporaryDirectory())
            #expect(await process.exitCode() == 2)
            for mistake in ["'limits.drian'; did you mean 'limits.drain'?", "'hots'; did you mean 'host'?"] {
                #expect(process.errors.contains("\(file): unknown key \(mistake)"))
            }
        }
    }

    @Test("a second server on the same directory is rejected")
    func secondServerSame() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        let outcome = try await Program.run("serve --data \(data) --port 0")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors == "cardea: another process uses \(data)\n")
        #expect(try await server.send(.get, "/health/ready").status == 200)
    }

    @Test("a start on a port in use is rejected")
    func startPortUse() async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("one"))
        let port = try #require(server.url.port)
        let outcome = try await Program.run("serve --data \(try directory.file("two")) --port \(port)")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors == "cardea: 127.0.0.1:\(port) is in use by another process\n")
    }

    @Test(
        "a start with a directory that cannot be created fails",
        arguments: ["/proc/cardea", "/dev/null/cardea", "/nowhere/to/be/found"]
    )
    func unwritable(path: String) async throws {
        let outcome = try await Program.run("serve --data \(path) --port 0")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains(path))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test("a start with a damaged database is rejected, and does not change it")
    func startDamagedDatabase() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        #expect(await server.stop() == 0)
        let file = URL(filePath: data + "/cardea.sqlite")
        let garbage = Data(repeating: 0x55, count: 8192)
        try garbage.write(to: file)

        let outcome = try await Program.run("serve --data \(data) --port 0")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.hasPrefix("cardea: the database is damaged"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try Data(contentsOf: file) == garbage)
    }

    @Test("a start with a wrong, invalid or missing master key is rejected")
    func startWrongInvalid() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        #expect(await server.stop() == 0)
        let keys = [
            (String(repeating: "k", count: 32), "the stored keys do not open under this master key"),
            ("short", "is not 32 bytes, nor their Base64"),
            (nil, "the master key cannot be read"),
        ]
        for (key, message) in keys {
            let file = try directory.file(key == nil ? "absent" : "key", key)
            if key != nil { #expect(unsafe chmod(file, 0o600) == 0) }
            let outcome = try await Program.run(
                "serve --data \(data) --port 0",
                environment: ["CARDEA_MASTER_KEY_FILE": file]
            )
            #expect(outcome.exitCode == 1)
            #expect(outcome.errors.contains(message))
        }
    }

    @Test("a start with an invalid certificate is rejected")
    func startInvalidCertificate() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("nonsense.pem", "nonsense")
        let data = try directory.file("data")
        let outcome = try await Program.run(
            "serve --data \(data) --port 0 --tls-cert \(file) --tls-key \(file)"
        )
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("has no certificate in PEM"))
    }
}
