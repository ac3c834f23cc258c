import ChildProcesses
import Foundation
import Glibc
import CardeaHTTPMessages
import Testing

/// Signals other than those that stop the server.
@Suite struct SignalTests {
    @Test(
        "a signal that asks for nothing does not end the server (security L3)",
        arguments: [SIGHUP, SIGUSR1, SIGUSR2]
    )
    func signalAsksNothing(signal: Int32) async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("data"))
        server.process.send(signal)
        if signal == SIGHUP {
            try await until("a line in the log") {
                server.process.output.contains("no certificate to reload")
            }
        }
        #expect(try await server.send(.get, "/health/live").status == 200)
        #expect(await server.stop() == 0)
    }

    @Test("SIGHUP reloads the certificate, and an invalid one changes nothing (security L3)")
    func sighupReloadsCertificate() async throws {
        let directory = try TemporaryDirectory()
        let (certificate, key) = try await selfSignedCertificate(in: directory)
        let server = try await ServerProcess.serve(
            try directory.file("data"),
            "--tls-cert",
            certificate,
            "--tls-key",
            key
        )
        let first = try String(contentsOfFile: certificate, encoding: .utf8)
        try await expect(server, presents: first)

        try "nonsense".write(toFile: certificate, atomically: true, encoding: .utf8)
        server.process.send(SIGHUP)
        try await until("a line in the log") { server.process.output.contains("certificate not reloaded") }
        try await expect(server, presents: first)

        _ = try await selfSignedCertificate(in: directory)
        let second = try String(contentsOfFile: certificate, encoding: .utf8)
        server.process.send(SIGHUP)
        try await until("a line in the log") {
            server.process.output.contains(#""msg":"certificate reloaded""#)
        }
        try await expect(server, presents: second)
        #expect(await server.stop() == 0)
    }

    @Test("'cardea reload' reports whether the running server uses the certificate of now")
    func reload() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let reload = { try await Program.run("reload --data \(data)") }
        #expect(try await reload().errors.hasPrefix("cardea: no server responds on \(data)/control.sock"))
        let (certificate, key) = try await selfSignedCertificate(in: directory)
        let server = try await ServerProcess.serve(data, "--tls-cert", certificate, "--tls-key", key)
        let first = try String(contentsOfFile: certificate, encoding: .utf8)
        let oldKey = try String(contentsOfFile: key, encoding: .utf8)

        _ = try await selfSignedCertificate(in: directory)
        let second = try String(contentsOfFile: certificate, encoding: .utf8)
        let newKey = try String(contentsOfFile: key, encoding: .utf8)
        try oldKey.write(toFile: key, atomically: true, encoding: .utf8)
        let halfDone = try await reload()
        #expect(halfDone.exitCode == 1)
        #expect(halfDone.errors.contains("the current certificate stays: \(key): "), "\(halfDone.errors)")
        try await expect(server, presents: first)

        try newKey.write(toFile: key, atomically: true, encoding: .utf8)
        let done = try await reload()
        #expect(done.exitCode == 0 && done.output == "certificate reloaded\n", "\(done.errors)")
        // The certificate is in use when the command ends.
        try await expect(server, presents: second)
    }

    private func expect(_ server: ServerProcess, presents certificate: String) async throws {
        let said = try await ChildProcess.run(
            "/usr/bin/openssl",
            ["s_client", "-connect", "127.0.0.1:\(server.url.port ?? 0)"]
        )
        // A line that only this certificate has.
        let line = try #require(certificate.split(separator: "\n").dropLast(2).last)
        #expect(said.output.contains(line))
    }
}
