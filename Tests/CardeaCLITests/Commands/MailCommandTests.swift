import CardeaCLI
import CardeaServer
import ChildProcesses
import Foundation
import Testing

@Suite(
    "Commands of mail",
    .enabled(if: MailSink.isInstalled, "Scripts/python-clients installs the mail server")
)
struct MailCommandTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Runs a command line on a data directory that no server uses.
    private func run(_ words: String...) async throws -> (code: Int32, output: String, errors: String) {
        let (output, errors) = (try directory.file("output", ""), try directory.file("errors", ""))
        let code = await Program.run(
            words + ["--config", directory.path + "/cardea.json5"],
            Console(
                input: .nullDevice,
                output: try FileHandle(forWritingTo: URL(filePath: output)),
                errors: try FileHandle(forWritingTo: URL(filePath: errors)),
                environment: [:]
            )
        )
        return (
            code, try String(contentsOfFile: output, encoding: .utf8),
            try String(contentsOfFile: errors, encoding: .utf8)
        )
    }

    private func prepare(smtp: String) async throws {
        _ = try directory.file(
            "cardea.json5",
            #"{ data: "\#(directory.path)/data", port: 0, logLevel: "error", smtp: { \#(smtp) } }"#
        )
        await (try CardeaServer.start(.load(environment: [:], file: directory.path + "/cardea.json5")))
            .shutdown()
    }

    private func smtp(_ sink: MailSink) -> String {
        """
        host: "127.0.0.1", port: \(sink.port), sender: "no-reply@shop.example",
        certificateAuthorities: "\(sink.certificate ?? "")"
        """
    }

    @Test("'mail test' sends a message with the name of the project")
    func accepted() async throws {
        let sink = try await MailSink(in: directory)
        try await prepare(smtp: smtp(sink))
        #expect(try await run("project", "set", "mail.appName", "Fish & Chips").code == 0)
        let sent = try await run("mail", "test", "ann@example.com")
        #expect(sent.output == "The mail server accepted the message to ann@example.com.\n")
        #expect(sent.code == 0)
        let message = try #require(try sink.messages.first)
        #expect(message.values(of: "Subject") == ["Test message of Fish & Chips"])
        #expect(message.values(of: "From") == ["Fish & Chips <no-reply@shop.example>"])
        #expect(try await run("outbox", "list").output.hasPrefix("ID  CHANNEL  STATE"))
    }

    @Test("'mail test' prints what is wrong")
    func errors() async throws {
        let sink = try await MailSink(in: directory, user: ("cardea", "correct horse"))
        try await prepare(smtp: smtp(sink))
        let unauthenticated = try await run("mail", "test", "ann@example.com")
        #expect(unauthenticated.code == 1)
        #expect(unauthenticated.errors.contains("530"))
        #expect(try await run("mail", "test", "ann").errors == "cardea: the e-mail address is invalid\n")
        #expect(
            try await run("outbox", "show", "none").errors
                == "cardea: there is no such message: it was sent or deleted\n"
        )
    }

    @Test("a template is set from files, listed and reset")
    func templates() async throws {
        try await prepare(smtp: "")
        #expect(
            try await run("mail", "test", "ann@example.com").errors
                == "cardea: no mail server is configured: set smtp.host and smtp.sender\n"
        )
        let text = try directory.file("reset.txt", "Bonjour %LINK%")
        let html = try directory.file("reset.html", "<a href=\"%LINK%\">x</a>")
        let set = try await run(
            "mail",
            "set-template",
            "password_reset",
            "fr",
            "Mot de passe",
            text,
            "--html",
            html
        )
        #expect(set.code == 0)
        #expect(set.output.contains("password_reset  fr        text, HTML  Mot de passe"))
        _ = try directory.file("reset.txt", "Bonjour")
        let wrong = try await run("mail", "set-template", "password_reset", "fr", "Mot de passe", text)
        #expect(wrong.errors == "cardea: the text must contain %LINK%\n")
        #expect(wrong.code == 2)
        #expect(try await run("mail", "templates").output.contains("Mot de passe"))
        #expect(
            try await run("mail", "reset-template", "password_reset", "fr").output
                == "PURPOSE  LANGUAGE  PARTS  SUBJECT\n"
        )
    }
}
