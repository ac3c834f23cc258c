import CardeaHTTPMessages
import Foundation
import Testing

/// The texts of tenants, in mails that a mail server accepted.
@Suite(
    .enabled(if: MailSink.isInstalled, "Scripts/python-clients installs the mail server"),
    .timeLimit(.minutes(10))
)
struct TenantTemplateTests {
    @Test("a mail has the tenant's text, then the project's, then the built-in one (U18)")
    func precedence() async throws {
        let mailed = try await MailedServer()
        try await mailed.run("tenant create blue")
        let files = try TemporaryDirectory()
        for (name, option) in [("Shop", ""), ("Blue", " --tenant blue")] {
            let file = try files.file(name, "\(name) %LINK%")
            try await mailed.run("mail set-template password_reset fr \(name) \(file)\(option)")
        }
        for tenant in [nil, "blue"] as [String?] {
            let account = ["email": "ada@example.com", "password": "correct horse", "tenantId": tenant]
            #expect(try await mailed.server.account("signUp", account.compactMapValues(\.self)).status == 200)
        }
        var count = 0
        func subject(_ tenant: String?, _ language: String) async throws -> String? {
            let body = ["requestType": "PASSWORD_RESET", "email": "ada@example.com", "tenantId": tenant]
            let sent = try await mailed.server.send(
                .post,
                "/v1/accounts:sendOobCode?key=\(mailed.server.apiKey)",
                body.compactMapValues(\.self),
                fields: ["x-firebase-locale": language]
            )
            #expect(sent.status == 200, "\(sent.object)")
            count += 1
            let message = try await mailed.messages(count)[count - 1]
            #expect(message.link?.path() == "/auth/action")
            return message.subject
        }
        #expect(try await subject("blue", "fr") == "Blue")
        #expect(try await subject(nil, "fr") == "Shop")
        #expect(try await subject("blue", "de") == "Passwort für default zurücksetzen")
        try await mailed.run("mail reset-template password_reset fr --tenant blue")
        #expect(try await subject("blue", "fr") == "Shop")
    }
}
