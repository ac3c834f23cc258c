import ChildProcesses
import Foundation
import CardeaHTTPRouting
import CardeaHTTPServing
import CardeaLogging
import LoggingTestSupport
import Testing
import TransportTestSupport

/// X14: the server speaks TLS itself.
@Suite("TLS")
struct TLSTests {
    static func certificate() async throws -> HTTPServer.Certificate {
        let directory = try TemporaryDirectory()
        let (certificate, key) = try await selfSignedCertificate(in: directory)
        return HTTPServer.Certificate(
            chain: try String(contentsOfFile: certificate, encoding: .utf8),
            privateKey: try String(contentsOfFile: key, encoding: .utf8)
        )
    }

    /// Runs curl silently, without a check of the certificate.
    private func curl(_ arguments: String...) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run("/usr/bin/curl", ["--silent", "--insecure"] + arguments)
    }

    @Test("requests over TLS get responses", arguments: ["1.2", "1.3"])
    func requestsRespondedOver(version: String) async throws {
        let respond: @Sendable (Request) async -> Response = { request in
            await Task.detached {}.value
            return .text("\(request.isSecure) \(request.path) \(request.body.count)")
        }
        try await withServer(loops: 2, certificate: Self.certificate(), respond: respond) { server in
            let response = try await curl(
                "--tlsv\(version)",
                "--tls-max",
                version,
                "--data",
                String(repeating: "a", count: 50_000),
                "https://127.0.0.1:\(server.port)/a",
                "https://127.0.0.1:\(server.port)/b"
            )
            #expect(response.exitCode == 0)
            #expect(response.output == "true /a 50000\ntrue /b 50000\n")
        }
    }

    @Test("older versions of TLS are rejected")
    func olderVersionsTLS() async throws {
        try await withServer(certificate: Self.certificate()) { server in
            let response = try await curl(
                "--tlsv1.0",
                "--tls-max",
                "1.1",
                "--ciphers",
                "ALL@SECLEVEL=0",
                "https://127.0.0.1:\(server.port)/"
            )
            #expect(response.exitCode == 35)
        }
    }

    @Test(
        "a client that speaks neither TLS nor HTTP gets no response",
        arguments: ["", "\u{16}\u{3}\u{1}nonsense", "\u{80}\u{2E}\u{1}", "\r\nGET / HTTP/1.1\r\n\r\n", "5"]
    )
    func doesSpeakTLS(text: String) async throws {
        var limits = HTTPLimits()
        limits.headDeadline = .milliseconds(100)
        try await withServer(limits: limits, certificate: Self.certificate()) { server in
            let client = try RawClient(port: server.port)
            try await client.send(text)
            #expect(try await !client.rest().contains("HTTP"))
        }
    }

    @Test(
        "a client that speaks HTTP without TLS is told so in the clear, and the log has one line for many",
        arguments: ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "POST /v1/token HTTP/1.1\r\nContent-Le", "g"]
    )
    func speaksPlainHTTP(text: String) async throws {
        let log = LogRecorder()
        let certificate = try await Self.certificate()
        try await withServer(certificate: certificate, logger: log.logger) { server in
            for _ in 0..<3 {
                let client = try RawClient(port: server.port)
                try await client.send(text)
                let response = try await client.response()
                #expect(response?.status == 400 && response?["connection"] == "close")
                #expect(response?.body.contains("https://") == true)
                #expect(try await client.rest() == "")
            }
            let lines = log.lines.filter { $0.level == .notice }
            #expect(lines.count == 1 && lines.first?.message.contains("HTTP without TLS") == true)
            let secure = try await curl("https://127.0.0.1:\(server.port)/a")
            #expect(secure.exitCode == 0)
        }
    }

    @Test("a body that is too large is rejected over TLS, too")
    func bodyTooLarge() async throws {
        var limits = HTTPLimits()
        limits.bodyBytes = 1000
        try await withServer(limits: limits, certificate: Self.certificate()) { server in
            let url = "https://127.0.0.1:\(server.port)/"
            let body = String(repeating: "a", count: 1001)
            let format = "%{http_code}"
            let told = try await curl(
                "--output",
                "/dev/null",
                "--write-out",
                format,
                "--data",
                body,
                url
            )
            #expect(told.output == "413")
            let chunked = try await curl(
                "--output",
                "/dev/null",
                "--write-out",
                format,
                "--data",
                body,
                "--header",
                "Transfer-Encoding: chunked",
                url
            )
            #expect(chunked.output == "413")
        }
    }

    @Test("a missing certificate, or one of another key, is rejected")
    func certificateNoneAnother() async throws {
        let one = try await Self.certificate()
        let other = try await Self.certificate()
        for certificate in [
            HTTPServer.Certificate(chain: "", privateKey: ""),
            HTTPServer.Certificate(chain: one.chain, privateKey: "nonsense"),
            HTTPServer.Certificate(chain: "nonsense", privateKey: one.privateKey),
            HTTPServer.Certificate(chain: one.chain, privateKey: other.privateKey),
        ] {
            #expect(throws: HTTPServerError.certificateRejected) {
                try HTTPServer.start(
                    HTTPServer.Configuration(
                        address: .tcp(host: "127.0.0.1", port: 0),
                        certificate: certificate,
                        loops: 2,
                        logger: .silent
                    ),
                    responder: ClosureResponder(body: echo)
                )
            }
        }
    }

    @Test("a head that is too large gets 431 over TLS, in the form of the responder")
    func headTooLarge()
        async throws
    {
        try await withServer(certificate: Self.certificate()) { server in
            let response = try await curl(
                "--header",
                "X: " + String(repeating: "a", count: 40_000),
                "https://127.0.0.1:\(server.port)/"
            )
            #expect(response.output == "The header fields are too large.\n")
        }
    }
}
