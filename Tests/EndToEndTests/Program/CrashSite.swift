import CardeaCurlTransport
import CardeaHTTPMessages
import Foundation
import Testing

/// The server as it is between two crashes, and the mail server and the SMS gateway, which do not crash.
actor CrashSite {
    private(set) var server: ServerProcess
    let sink: MailSink
    let texts: SMSSink
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
            "--smtp-sender", "no-reply@shop.example",
        ]
        // The output of the processes is in their directories.
        let other = try TemporaryDirectory()
        texts = try await SMSSink(in: other, secret: SMSSink.secret)
        environment = try texts.environment(in: directory)
        server = try await ServerProcess.serve(data, options: options, environment: environment)
        for limit in ["phone.maximumPerAddress", "phone.maximumPerProject", "signUp.maximumPerAddress"] {
            let set = try await Program.run("project set \(limit) 0 --data \(data)")
            try #require(set.exitCode == 0, "\(set.errors)")
        }
        let made = try await Program.run("administrator create tests --data \(data) --json")
        struct Answer: Decodable { let token: String }
        token = try made.json(Answer.self).token
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
        var isRepeated = false
        while true {
            let server = await server
            let token = asAdministrator ? token : nil
            let reply = try? await server.send(
                .post,
                path + (asAdministrator ? "" : "?key=\(server.apiKey)"),
                body,
                fields: token.map { [.authorization: "Bearer \($0)"] } ?? [:],
                over: transport
            )
            if let reply, reply.status != 503 { return (reply, isRepeated) }
            isRepeated = true
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
