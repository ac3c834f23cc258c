import Foundation
import RequestCorpus
import Testing
import TransportTestSupport

/// Clients of one proxy share its connection to the server: what one sends never changes the response of another.
@Suite struct ProxyTests {
    private static let installed = ReverseProxy.Program.allCases.filter(\.isInstalled)

    /// The hostile requests written by hand, and some bent at random.
    private static var attacks: [[UInt8]] {
        var mutator = Mutator(seed: 22)
        return HostileRequests.all.map(\.bytes) + (0..<100).map { _ in mutator.next() }
    }

    @Test(
        "after any malformed request the next client gets its own response (security 22)",
        arguments: installed
    )
    func victims(program: ReverseProxy.Program) async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("data"))
        let proxy = try await ReverseProxy(program, before: try #require(server.url.port))
        let victims = try await (0..<4).asyncMap { try await Victim($0, of: server) }
        for (index, attack) in Self.attacks.enumerated() {
            let attacker = try RawClient(path: proxy.socket)
            try await attacker.send(attack)
            attacker.patience = .milliseconds(150)
            let hasResponse = (try? await attacker.finalResponse(hasBody: false)) != nil
            // Half of the attackers that got a response stay connected.
            if !hasResponse || index.isMultiple(of: 2) { attacker.disconnect() }
            let victim = victims[index % victims.count]
            let response = try await victim.look(through: proxy)
            #expect(victim.isOwn(response), "after \(escaped(attack)): \(response)")
            attacker.disconnect()
        }
        #expect(server.process.isRunning)
    }

    /// Without this, the test above would prove nothing.
    @Test("clients of the proxy share its connection to the server (security 22)", arguments: installed)
    func sharing(program: ReverseProxy.Program) async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let proxy = try await ReverseProxy(program, before: Int(server.port))
        for _ in 0..<10 {
            let client = try RawClient(path: proxy.socket)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response()?.body == "ok")
        }
        #expect(server.requests.count == 10 && server.connections == 1)
    }

    @Test("a field behind NUL is rejected, and not read as a field (security 22)", arguments: installed)
    func injection(program: ReverseProxy.Program) async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("data"))
        let proxy = try await ReverseProxy(program, before: try #require(server.url.port))
        let client = try RawClient(path: proxy.socket)
        try await client.send(
            "GET /health/live HTTP/1.1\r\nHost: a\r\nX: a\0\0Authorization\0 Bearer b\r\n\r\n"
        )
        #expect(try await client.response()?.status == 400)
    }
}

/// A user who asks for the own account.
private struct Victim: Sendable {
    private let email: String
    private let message: String

    init(_ number: Int, of server: ServerProcess) async throws {
        email = "victim\(number)@example.com"
        let signedUp = try await server.account("signUp", ["email": email, "password": "correct horse"])
        let body = #"{"idToken":"\#(try #require(signedUp["idToken"]))"}"#
        message = """
            POST /v1/accounts:lookup?key=\(server.apiKey) HTTP/1.1\r
            Host: a\r
            Connection: close\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """
    }

    /// Asks on a connection of its own, and gives everything that comes back.
    func look(through proxy: ReverseProxy) async throws -> String {
        let client = try RawClient(path: proxy.socket)
        try await client.send(message)
        return try await client.rest()
    }

    /// Whether bytes are one response, and about this user.
    func isOwn(_ response: String) -> Bool {
        response.hasPrefix("HTTP/1.1 200 ") && response.contains(#""email":"\#(email)""#)
            && response.components(separatedBy: "HTTP/1.1 ").count == 2
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(
        _ transform: (Element) async throws -> Result
    ) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
