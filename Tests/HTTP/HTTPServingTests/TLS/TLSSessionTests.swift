import ChildProcesses
import Foundation
import CardeaHTTPServing
import Testing
import TransportTestSupport

/// The agreement of client and server, as `openssl s_client` prints it.
@Suite("TLS sessions")
struct TLSSessionTests {
    private static let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    /// Sends one request, and tells everything that was said.
    private func connect(_ port: Int, _ arguments: String...) async throws -> String {
        let outcome = try await ChildProcess.run(
            "/usr/bin/openssl",
            ["s_client", "-connect", "127.0.0.1:\(port)", "-ign_eof"] + arguments,
            input: Self.request
        )
        return outcome.output + outcome.errors
    }

    @Test(
        "a session is resumed by its ticket, also after the certificate was replaced",
        arguments: ["-tls1_2", "-tls1_3"]
    )
    func sessionResumedTicket(
        version: String
    ) async throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/session"
        let next = try await TLSTests.certificate()
        try await withServer(loops: 2, certificate: TLSTests.certificate()) { server in
            let first = try await connect(server.port, version, "-sess_out", file)
            #expect(first.contains("New, TLSv1"))
            #expect(first.contains("200 OK"))
            #expect(try await connect(server.port, version, "-sess_in", file).contains("Reused, TLSv1"))

            try server.replaceCertificate(by: next)
            #expect(try await connect(server.port, version, "-sess_in", file).contains("Reused, TLSv1"))
            let fresh = try await connect(server.port, version)
            #expect(fresh.contains("New, TLSv1"))
            #expect(fresh.contains(line(of: next)))
        }
    }

    @Test("a certificate that is invalid does not replace the present one")
    func certificateInvalidDoes() async throws {
        let present = try await TLSTests.certificate()
        let other = try await TLSTests.certificate()
        try await withServer(certificate: present) { server in
            for wrong in [
                HTTPServer.Certificate(chain: "", privateKey: ""),
                HTTPServer.Certificate(chain: other.chain, privateKey: present.privateKey),
            ] {
                #expect(throws: HTTPServerError.certificateRejected) {
                    try server.replaceCertificate(by: wrong)
                }
            }
            let said = try await connect(server.port)
            #expect(said.contains(line(of: present)))
        }
    }

    @Test("an open connection continues when the certificate is replaced")
    func connectionOpenGoes() async throws {
        let next = try await TLSTests.certificate()
        let directory = try TemporaryDirectory()
        let keyboard = Pipe()
        try await withServer(certificate: TLSTests.certificate()) { server in
            let client = try ChildProcess(
                "/usr/bin/openssl",
                ["s_client", "-connect", "127.0.0.1:\(server.port)", "-quiet"],
                in: directory,
                keyboard: keyboard
            )
            let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
            try keyboard.fileHandleForWriting.write(contentsOf: Data(request.utf8))
            while !client.output.contains("GET / - []") { try await Task.sleep(for: .milliseconds(5)) }
            try server.replaceCertificate(by: next)
            try keyboard.fileHandleForWriting.write(contentsOf: Data(Self.request.utf8))
            _ = await client.exitCode()
            #expect(client.output.components(separatedBy: "GET / - []").count == 3)
        }
    }

    private static let offers: [(arguments: [String], said: String)] = [
        (["-alpn", "h2,http/1.1"], "ALPN protocol: http/1.1"), ([], "No ALPN negotiated"),
        (["-alpn", "h2"], "no application protocol"),
        (["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"], "Cipher is ECDHE-ECDSA-AES128-GCM-SHA256"),
        (["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES256-SHA"], "handshake failure"),
        (["-tls1_2", "-cipher", "ALL:!AESGCM:!CHACHA20:!AESCCM:!ARIAGCM:@SECLEVEL=0"], "handshake failure"),
    ]

    @Test("only safe protocols and ciphers are negotiated (security L3)", arguments: offers)
    func onlySafeAgreed(arguments: [String], said: String) async throws {
        try await withServer(certificate: TLSTests.certificate()) { server in
            let outcome = try await ChildProcess.run(
                "/usr/bin/openssl",
                ["s_client", "-connect", "127.0.0.1:\(server.port)", "-ign_eof"] + arguments,
                input: Self.request
            )
            #expect((outcome.output + outcome.errors).contains(said))
        }
    }

    @Test("renegotiation is rejected (security L3)")
    func renegotiationRejected() async throws {
        let directory = try TemporaryDirectory()
        let keyboard = Pipe()
        try await withServer(certificate: TLSTests.certificate()) { server in
            let client = try ChildProcess(
                "/usr/bin/openssl",
                ["s_client", "-connect", "127.0.0.1:\(server.port)", "-tls1_2"],
                in: directory,
                keyboard: keyboard
            )
            while !client.output.contains("Verify return code") {
                try await Task.sleep(for: .milliseconds(5))
            }
            try keyboard.fileHandleForWriting.write(contentsOf: Data("R\n".utf8))
            #expect(await client.exitCode() != 0)
            #expect(client.errors.contains("no renegotiation"))
        }
    }

    @Test("a client with too many unfinished handshakes is cut (security 25)")
    func clientTooMany() async throws {
        var limits = HTTPLimits()
        limits.handshakesPerAddress = 2
        limits.headDeadline = .seconds(3600)
        try await withServer(limits: limits, certificate: TLSTests.certificate()) { server in
            let held = try (0..<2).map { _ in try RawClient(port: server.port) }
            for client in held { try await client.send([0x16]) }
            // One of the three is too many, whichever comes last.
            let third = try RawClient(port: server.port)
            try await third.send([0x16])
            var isCut = false
            while !isCut {
                for client in held + [third] {
                    if try await !client.send([0x03]) { isCut = true }
                }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    /// A line that only this certificate has.
    private func line(of certificate: HTTPServer.Certificate) -> String {
        certificate.chain.split(separator: "\n").dropLast(2).last.map(String.init) ?? "none"
    }
}
