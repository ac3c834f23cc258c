import Foundation
import Glibc
import CardeaHTTPMessages
import Testing

@Suite struct FirstStartTests {
    @Test("a first start creates private files and prints how to begin")
    func firstStartCreates() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)

        #expect(server.url.host() == "127.0.0.1")
        #expect(server.process.output.contains(#""project":"default""#))
        #expect(server.process.output.contains(#""administratorTokenFile":"\#(data)/administrator-token""#))
        #expect(try permissions(of: data) == 0o700)
        for file in ["cardea.sqlite", "master.key", "administrator-token", "control.sock"] {
            #expect(try permissions(of: data + "/" + file) == 0o600, "\(file)")
        }
        let response = try await server.account(
            "signUp",
            ["email": "ada@example.com", "password": "correct horse"]
        )
        #expect(response.status == 200)
    }

    @Test("a start after a first start that was killed at any moment succeeds")
    func startAfterFirst() async throws {
        for delay in stride(from: 0, to: 80, by: 8) {
            let directory = try TemporaryDirectory()
            let data = try directory.file("data")
            let process = try ChildProcess(
                Program.path,
                ["serve", "--data", data, "--port", "0"],
                in: directory
            )
            try await Task.sleep(for: .milliseconds(delay))
            process.send(SIGKILL)
            _ = await process.exitCode()

            let server = try await ServerProcess.serve(data)
            #expect(try await server.account("signUp", [:]).status == 200, "killed after \(delay) ms")
            let token = try String(contentsOfFile: data + "/administrator-token", encoding: .utf8)
            let response = try await server.send(
                .get,
                "/v1/projects/default/accounts:batchGet",
                fields: ["authorization": "Bearer " + token.trimmingCharacters(in: .newlines)]
            )
            #expect(response.status == 200, "killed after \(delay) ms")
            await server.crash()
        }
    }

    @Test("the first administrator's token works once")
    func firstAdministratorToken() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        let token = try String(contentsOfFile: data + "/administrator-token", encoding: .utf8)
        let fields = ["Bearer " + token.trimmingCharacters(in: .newlines)]

        for status in [200, 401] {
            let response = try await server.send(
                .get,
                "/v1/projects/default/accounts:batchGet",
                fields: ["authorization": fields[0]]
            )
            #expect(response.status == status)
        }
    }

    @Test("a later start keeps keys and users")
    func laterStartKeeps() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let first = try await ServerProcess.serve(data, "--base-url", "https://id.example.com")
        let signedUp = try await first.account(
            "signUp",
            ["email": "ada@example.com", "password": "correct horse"]
        )
        let refreshToken = try #require(signedUp["refreshToken"])
        let idToken = try #require(signedUp["idToken"])
        await first.crash()

        let second = try await ServerProcess.serve(data, "--base-url", "https://id.example.com")
        #expect(second.apiKey == first.apiKey)
        #expect(try await second.refresh(refreshToken).status == 200)
        #expect(try await second.account("lookup", ["idToken": idToken]).status == 200)
    }

    @Test("a server with a certificate speaks TLS (X14)")
    func serverCertificateSpeaks() async throws {
        let directory = try TemporaryDirectory()
        let (certificate, key) = try await selfSignedCertificate(in: directory)
        let server = try await ServerProcess.serve(
            try directory.file("data"),
            "--tls-cert",
            certificate,
            "--tls-key",
            key
        )
        #expect(server.url.scheme == "https")
        let response = try await server.send(.get, "/health/ready", over: .trusting(certificate))
        #expect(response.status == 200)
        #expect(response.fields["strict-transport-security"] != nil)
        await #expect(throws: (any Error).self) { try await server.send(.get, "/health/ready") }
    }

    private func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
