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

    private func server(smtp: String) async throws -> OfflineServer {
        try await OfflineServer(in: directory, settings: "smtp: { \(smtp) }")
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
        let server = try await server(smtp: smtp(sink))
        #expect(try await server.run("project", "set", "mail.appName", "Fish & Chips").code == 0)
        let sent = try await server.run("mail", "test", "ann@example.com")
        #expect(sent.output == "The mail server accepted the message to ann@example.com.\n")
        #expect(sent.code == 0)
        let message = try #require(try sink.messages.first)
        #expect(message.values(of: "Subject") == ["Test message of Fish & Chips"])
        #expect(message.values(of: "From") == ["Fish & Chips <no-reply@shop.example>"])
        #expect(try await server.run("outbox", "list").output == "There are no messages.\n")
    }

    @Test("'mail test' prints the error")
    func errors() async throws {
        let sink = try await MailSink(in: directory, user: ("cardea", "correct horse"))
        let server = try await server(smtp: smtp(sink))
        let unauthenticated = try await server.run("mail", "test", "ann@example.com")
        #expect(unauthenticated.code == 1)
        #expect(unauthenticated.errors.contains("530"))
        #expect(
            try await server.run("mail", "test", "ann").errors == "cardea: the e-mail address is invalid\n"
        )
        #expect(
            try await server.run("outbox", "show", "none").errors
                == "cardea: there is no such message: it was sent or deleted\n"
        )
    }

    @Test("a template is set from files, listed and reset")
    func templates() async throws {
        let server = try await server(smtp: "")
        #expect(
            try await server.run("mail", "test", "ann@example.com").errors
                == "cardea: no mail server is configured: set smtp.host and smtp.sender\n"
        )
        let text = try directory.file("reset.txt", "Bonjour %LINK%")
        let html = try directory.file("reset.html", "<a href=\"%LINK%\">x</a>")
        let set = try await server.run(
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
        let wrong = try await server.run("mail", "set-template", "password_reset", "fr", "Mot de passe", text)
        #expect(wrong.errors == "cardea: the text must contain %LINK%\n")
        #expect(wrong.code == 2)
        #expect(try await server.run("mail", "templates").output.contains("Mot de passe"))
        #expect(
            try await server.run("mail", "reset-template", "password_reset", "fr").output
                == "There are no replaced texts.\n"
        )
    }
}
