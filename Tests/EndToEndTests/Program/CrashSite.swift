import CardeaCurlTransport
import CardeaHTTPMessages
import Foundation
import ProviderStandIns
import Testing

/// The server as it is between two crashes, and the mail server, the SMS gateway and the identity provider, which do not crash.
actor CrashSite {
    private(set) var server: ServerProcess
    let sink: MailSink
    let texts: SMSSink
    /// The provider `oidc.acme`, at which the server is the client `cardea`.
    let provider: StandIn
    let token: String
    private let directory: TemporaryDirectory
    private let data: String
    private let options: [String]
    private let environment: [String: String]

    init() async throws {
        directory = try TemporaryDirectory()
        data = try directory.file("data")
        sink = try await MailSink(in: directory, security: "none")
        options = [
            "--smtp-host", "127.0.0.1", "--smtp-port", "\(sink.port)", "--smtp-security", "none",
            "--smtp-sender", "no-reply@shop.example", "--providers-allow-private-networks", "true",
            // Tokens stay valid although the port changes.
            "--base-url", "http://127.0.0.1:8080",
        ]
        provider = try await StandIn()
        provider.exchangeClaims(for: "cardea")
        // The output of the processes is in their directories.
        let other = try TemporaryDirectory()
        texts = try await SMSSink(in: other, secret: SMSSink.secret)
        environment = try texts.environment(in: directory)
        server = try await ServerProcess.serve(data, options: options, environment: environment)
        let limits = ["phone.maximumPerAddress", "phone.maximumPerProject", "signUp.maximumPerAddress"]
        let commands =
            limits.map { "project set \($0) 0" } + [
                "project set providers.redirectURLs https://app.example/back",
                "provider set oidc.acme --client-id cardea --issuer \(provider.url)",
            ]
        for command in commands {
            let set = try await Program.run("\(command) --data \(data)")
            try #require(set.exitCode == 0, "\(set.errors)")
        }
        let made = try await Program.run("administrator create tests --data \(data) --json")
        struct Response: Decodable { let token: String }
        token = try made.json(Response.self).token
    }

    /// Kills the server and starts it again.
    func crash() async throws {
        await server.crash()
        server = try await ServerProcess.serve(data, options: options, environment: environment)
    }

    /// The recipients of the messages in the outbox.
    func waitingRecipients() async throws -> Set<String> {
        struct List: Decodable {
            struct Mail: Decodable { let recipient: String }
            let mails: [Mail]
        }
        let list = try await Program.run("outbox list --limit 1000 --data \(data) --json")
        return Set(try list.json(List.self).mails.map(\.recipient))
    }

    /// Sends a request until a server responds.
    ///
    /// - Returns: The response, and whether a request before it had none.
    nonisolated func send(
        _ path: String,
        _ body: [String: Any],
        asAdministrator: Bool = false
    ) async throws -> (reply: Reply, isRepeated: Bool) {
        let transport = CurlTransport()
        return try await repeated { server in
            try await server.send(
                .post,
                path + (asAdministrator ? "" : "?key=\(server.apiKey)"),
                body,
                fields: asAdministrator ? [.authorization: "Bearer \(token)"] : [:],
                over: transport
            )
        }
    }

    /// Opens a page until a server responds.
    nonisolated func open(_ path: String, cookie: String?) async throws -> (reply: Reply, isRepeated: Bool) {
        let transport = CurlTransport()
        return try await repeated { server in
            try await server.send(.get, path, fields: cookie.map { ["cookie": $0] } ?? [:], over: transport)
        }
    }

    private nonisolated func repeated(
        _ request: (ServerProcess) async throws -> Reply
    ) async throws -> (reply: Reply, isRepeated: Bool) {
        var isRepeated = false
        while true {
            if let reply = try? await request(server), reply.status != 503 { return (reply, isRepeated) }
            isRepeated = true
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
