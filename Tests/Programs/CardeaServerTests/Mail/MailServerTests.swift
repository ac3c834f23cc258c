import CardeaIdentityDomain
import CardeaLogging
import CardeaSecrets
import ChildProcesses
import Foundation
import Testing

@testable import CardeaIdentityService
@testable import CardeaServer

@Suite(
    "Mail of a server",
    .enabled(if: MailSink.isInstalled, "Scripts/python-clients installs the mail server")
)
struct MailServerTests {
    private static let link = "https://id.example/action?oobCode=secret-code"

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A server with a mail server; without one if `sink` is absent.
    private func configuration(_ name: String, _ sink: MailSink?) throws -> CardeaServer.Configuration {
        var configuration = CardeaServer.Configuration()
        configuration.data = directory.path + "/" + name
        configuration.port = 0
        configuration.logLevel = "error"
        guard let sink else { return configuration }
        configuration.smtp.host = "127.0.0.1"
        configuration.smtp.port = sink.port
        configuration.smtp.sender = "no-reply@shop.example"
        configuration.smtp.user = "cardea"
        configuration.smtp.passwordFile = try directory.file("password", "correct horse\n")
        configuration.smtp.certificateAuthorities = sink.certificate
        let file = directory.path + "/password"
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        return configuration
    }

    private func enqueue(_ application: Application, _ address: String) async throws -> Mail {
        let services = application.services
        let mail = try services.composer.newMail(
            .passwordReset,
            to: try #require(EmailAddress(address)),
            in: UserPool(project: ProjectID(rawValue: "default")),
            language: "ja",
            link: Secret(Self.link),
            expiresAt: services.cleanup.clock.now() + .hours(1)
        )
        try await services.store.make([.mail(.enqueue(mail))], by: .server)
        return mail
    }

    /// Creates a data directory with its project.
    private func prepare(_ configuration: CardeaServer.Configuration) async throws {
        await (try CardeaServer.start(configuration)).shutdown()
    }

    private func delivered(_ sink: MailSink, _ count: Int) async throws -> [MailSink.Message] {
        while try sink.messages.count < count { try await Task.sleep(for: .milliseconds(20)) }
        return try sink.messages
    }

    @Test(
        "a message that was committed before the process was killed is sent after the next start",
        .timeLimit(.minutes(10))
    )
    func crash() async throws {
        let sink = try await MailSink(in: directory, user: ("cardea", "correct horse"))
        let before = try configuration("before", nil)
        try await prepare(before)
        let application = try await Application.open(before, Application.Dependencies(before))
        let mail = try await enqueue(application, "ann@example.com")
        // The files of a process that is killed now: nothing is closed, and the log of the database is not moved.
        let after = try configuration("after", sink)
        try FileManager.default.createDirectory(atPath: after.data, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: before.data)
        where !name.hasSuffix(".sock") {
            try FileManager.default.copyItem(
                atPath: before.data + "/" + name,
                toPath: after.data + "/" + name
            )
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: after.data)
        await application.close()

        let server = try await CardeaServer.start(after)
        let message = try #require(try await delivered(sink, 1).first)
        await server.shutdown()
        #expect(message.recipients == ["ann@example.com"])
        #expect(message.isEncrypted)
        #expect(message.user == "cardea")
        #expect(message.hello == "shop.example")
        #expect(message.values(of: "Subject") == ["default のパスワードの再設定"])
        #expect(message.values(of: "Message-ID") == ["<\(mail.id.rawValue)@shop.example>"])
        #expect(message.values(of: "Auto-Submitted") == ["auto-generated"])
        #expect(message.text?.contains(Self.link) == true)
        #expect(message.html?.contains(Self.link) == true)
        #expect(message.defects == [])
        let left = try await Application.open(after, Application.Dependencies(after))
        #expect(try await left.services.outbox.mails(MailSearch(limit: 9)) == [])
        await left.close()
    }

    @Test("no file of the data directory contains a link in clear text (security 23)")
    func sealedLinks() async throws {
        let configuration = try configuration("data", nil)
        try await prepare(configuration)
        let application = try await Application.open(configuration, Application.Dependencies(configuration))
        _ = try await enqueue(application, "ann@example.com")
        for name in try FileManager.default.contentsOfDirectory(atPath: configuration.data) {
            guard let data = FileManager.default.contents(atPath: configuration.data + "/" + name) else {
                continue
            }
            #expect(data.range(of: Data("secret-code".utf8)) == nil)
        }
        let isFound = try FileManager.default.contentsOfDirectory(atPath: configuration.data).contains {
            name in
            let data = FileManager.default.contents(atPath: configuration.data + "/" + name)
            return data?.range(of: Data("ann@example.com".utf8)) != nil
        }
        #expect(isFound)
        await application.close()
    }

    @Test(
        "while the mail server does not respond, messages are accepted and the server stops soon (security 29)",
        .timeLimit(.minutes(10))
    )
    func stop() async throws {
        let sink = try await MailSink(in: directory, behaviour: "slow", user: ("cardea", "correct horse"))
        let configuration = try configuration("data", sink)
        try await prepare(configuration)
        let application = try await Application.open(configuration, Application.Dependencies(configuration))
        let mail = try await enqueue(application, "ann@example.com")
        let delivery = try #require(application.services.mailDelivery)
        let running = Task { await delivery.run() }
        let administration = application.services.outbox
        while try await administration.mail(mail.id).attempts == 0 {
            try await Task.sleep(for: .milliseconds(20))
        }
        let second = try await enqueue(application, "bob@example.com")
        #expect(try await administration.mail(second.id).state == .pending)
        running.cancel()
        await running.value
        let kept = try await administration.mail(mail.id)
        #expect(kept.state == .pending)
        #expect(kept.lastError?.contains("stopped") == true)
        await application.close()
    }

    @Test("a password that others can read stops the start")
    func openPassword() async throws {
        let sink = try await MailSink(in: directory, user: ("cardea", "correct horse"))
        let configuration = try configuration("data", sink)
        let file = try #require(configuration.smtp.passwordFile)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let error = await #expect(throws: CardeaServer.StartError.self) {
            try await CardeaServer.start(configuration)
        }
        #expect(error?.description.contains("chmod 600") == true)
        try FileManager.default.removeItem(atPath: file)
        await #expect(throws: CardeaServer.StartError.self) { try await CardeaServer.start(configuration) }
    }
}

@Suite("Settings of mail")
struct MailSettingTests {
    private static func problems(_ change: (inout CardeaServer.Configuration.SMTP) -> Void) -> [String] {
        var configuration = CardeaServer.Configuration()
        configuration.smtp.host = "mail.example.com"
        configuration.smtp.sender = "no-reply@example.com"
        change(&configuration.smtp)
        return configuration.problems
    }

    @Test("settings of mail that do not fit each other are errors")
    func problems() {
        #expect(Self.problems { _ in } == [])
        #expect(Self.problems { $0.sender = nil } == ["smtp.sender must be set if smtp.host is set"])
        #expect(Self.problems { $0.sender = "a@b\r\nBcc: c@d" } == ["smtp.sender must be an e-mail address"])
        #expect(Self.problems { $0.user = "a" } == ["smtp needs both a user and a passwordFile, or neither"])
        #expect(Self.problems { $0.passwordFile = "a" }.count == 1)
        #expect(Self.problems { $0.security = "ssl" } == ["smtp.security must be starttls, tls or none"])
        #expect(
            Self.problems { $0.host = "mail.example.com/x?y" } == [
                "smtp.host must be a host name or an address"
            ]
        )
        #expect(
            Self.problems { $0.helloName = "a b" } == ["smtp.helloName must be a host name or an address"]
        )
    }

    @Test(
        "clear text is for a mail server on the same machine only",
        arguments: ["localhost", "127.0.0.1", "::1"]
    )
    func clearText(host: String) {
        #expect(Self.problems { ($0.security, $0.host) = ("none", host) } == [])
        #expect(Self.problems { $0.security = "none" }.count == 1)
    }
}
