import Foundation
import Testing

/// Messages that a mail server rejects or holds up, and the commands on them.
@Suite(
    .enabled(if: MailSink.isInstalled, "Scripts/python-clients installs the mail server"),
    .timeLimit(.minutes(10))
)
struct DeadLetterTests {
    private struct Letter: Decodable {
        let id: String
        let state: String
        let attempts: Int
        let recipient: String
        let lastError: String?
    }

    private struct Page: Decodable {
        let mails: [Letter]
    }

    /// Requests a mail, and waits until the outbox has it in a state.
    private func enqueue(
        _ mailed: MailedServer,
        _ isExpected: (Letter) -> Bool
    ) async throws -> Letter {
        let account = ["email": "ada@example.com", "password": "correct horse"]
        _ = try await mailed.server.account("signUp", account)
        let request = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
        #expect(try await mailed.server.account("sendOobCode", request).status == 200)
        var found: Letter?
        try await until("a message in the outbox") {
            found = try await mailed.run("outbox list --json").json(Page.self).mails.first(where: isExpected)
            return found != nil
        }
        return try #require(found)
    }

    @Test("a dead letter is listed, shown without its link, and deleted (security 23)")
    func deletion() async throws {
        let mailed = try await MailedServer(behaviour: "reject")
        let letter = try await enqueue(mailed) { $0.state == "dead" }
        #expect(letter.recipient == "ada@example.com" && letter.attempts == 1)
        #expect(letter.lastError?.contains("550") == true)
        let list = try await mailed.run("outbox list --state dead")
        #expect(list.output.contains(letter.id) && list.output.contains("ada@example.com"))
        #expect(try await !mailed.run("outbox list --state pending").output.contains(letter.id))
        let shown = try await mailed.run("outbox show \(letter.id)")
        #expect(shown.output.contains("dead") && shown.output.contains("550"))
        #expect(!shown.output.contains("oobCode"))
        let deleted = try await mailed.run("outbox delete \(letter.id)")
        #expect(deleted.output == "The message \(letter.id) to ada@example.com is deleted.\n")
        let absent = try await mailed.attempt("outbox show \(letter.id)")
        #expect(absent.exitCode == 1)
        #expect(absent.errors == "cardea: there is no such message: it was sent or deleted\n")
    }

    @Test("a dead letter is sent when an operator retries it, and its link works")
    func retry() async throws {
        let mailed = try await MailedServer(behaviour: "reject-first")
        let letter = try await enqueue(mailed) { $0.state == "dead" }
        let retried = try await mailed.run("outbox retry \(letter.id)")
        #expect(retried.output.contains("pending"))
        let message = try #require(try await mailed.messages(1).first)
        #expect(message.recipients == ["ada@example.com"] && message.isEncrypted && message.user == "cardea")
        let link = try #require(message.link)
        #expect(try await mailed.open(link).status == 200)
        try await until("an empty outbox") {
            try await mailed.run("outbox list --json").json(Page.self).mails.isEmpty
        }
        let again = try await mailed.attempt("outbox retry \(letter.id)")
        #expect(again.exitCode == 1 && again.errors.contains("it was sent or deleted"))
    }

    @Test("a message that is being sent is not sent a second time by a retry")
    func inDelivery() async throws {
        let mailed = try await MailedServer(behaviour: "slow")
        let letter = try await enqueue(mailed) { $0.attempts == 1 }
        let retried = try await mailed.attempt("outbox retry \(letter.id)")
        #expect(retried.exitCode == 1)
        #expect(retried.errors.hasPrefix("cardea: the message is being sent: wait"))
        let after = try await mailed.run("outbox show \(letter.id) --json").json(Letter.self)
        #expect(after.attempts == 1 && after.state == "pending")
    }
}
