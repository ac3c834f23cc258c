import CardeaHTTPMessages
import Foundation
import Testing

/// `cardea serve`, and a mail server that demands STARTTLS and a password.
struct MailedServer {
    /// The password that the mail server demands.
    static let password = "mail servers correct horse"

    /// The options of `serve` for the mail server, and further ones.
    let options: [String]
    let data: String
    let server: ServerProcess
    private let sink: MailSink
    private let directories: [TemporaryDirectory]

    /// Starts both; the mail server behaves as `mail_sink.py` says.
    init(
        behaviour: String = "accept",
        options further: [String] = [],
        environment: [String: String] = [:]
    ) async throws {
        directories = [try TemporaryDirectory(), try TemporaryDirectory()]
        let password = try directories[0].file("password", Self.password + "\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: password)
        data = try directories[0].file("data")
        sink = try await MailSink(
            in: directories[1],
            behaviour: behaviour,
            user: ("cardea", Self.password)
        )
        options =
            [
                "--smtp-host", "127.0.0.1", "--smtp-port", "\(sink.port)", "--smtp-user", "cardea",
                "--smtp-password-file", password, "--smtp-sender", "no-reply@shop.example",
                "--smtp-certificate-authorities", try #require(sink.certificate),
            ] + further
        server = try await ServerProcess.serve(data, options: options, environment: environment)
    }

    /// Runs a command on the data of the server; it must succeed.
    @discardableResult
    func run(_ line: String) async throws -> ChildProcess.Outcome {
        let outcome = try await attempt(line)
        try #require(outcome.exitCode == 0, "\(line): \(outcome.errors)")
        return outcome
    }

    /// Runs a command on the data of the server.
    func attempt(_ line: String) async throws -> ChildProcess.Outcome {
        try await Program.run("\(line) --data \(data)")
    }

    /// Opens a link of a mail, which leads to the configured address, at the port of this server.
    func open(_ link: URL) async throws -> Reply {
        try await server.send(.get, Self.path(of: link))
    }

    /// Path and query of a link.
    static func path(of link: URL) -> String {
        link.path() + (link.query().map { "?\($0)" } ?? "")
    }

    /// Waits until so many messages were accepted.
    func messages(_ count: Int) async throws -> [MailSink.Message] {
        try await until("\(count) messages") { try sink.messages.count >= count }
        return try sink.messages
    }
}

extension MailSink.Message {
    var subject: String? { values(of: "Subject").first }

    /// The address in the text.
    var link: URL? {
        text?.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http") }
            .flatMap { URL(string: String($0)) }
    }
}
