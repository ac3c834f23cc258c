import APITestSupport
import CardeaIdentityDomain
import CardeaSQLiteDriver
import ChildProcesses
import Foundation
import Testing

@testable import CardeaIdentityService
@testable import CardeaServer

@Suite(
    "Text messages of a server",
    .enabled(if: SMSSink.isInstalled, "the gateway of the tests needs Python"),
    .timeLimit(.minutes(10))
)
struct SMSServerTests {
    private static let secret = "whsec_" + Data("a secret of thirty-two bytes ...".utf8).base64EncodedString()
    private static let number = "+16505553434"

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A server with a gateway; without one if `sink` is absent.
    private func configuration(_ sink: SMSSink?) throws -> CardeaServer.Configuration {
        var configuration = CardeaServer.Configuration()
        configuration.data = directory.path + "/data"
        configuration.port = 0
        configuration.logLevel = "error"
        guard let sink else { return configuration }
        configuration.sms.url = "http://127.0.0.1:\(sink.port)/sms?from=cardea"
        configuration.sms.secretFile = try directory.file("secret", Self.secret + "\n")
        configuration.sms.allowPrivateNetworks = true
        let file = directory.path + "/secret"
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        return configuration
    }

    /// Stores a code with its message, as a server does that stops before it is sent.
    private func enqueue(_ configuration: CardeaServer.Configuration) async throws {
        await (try CardeaServer.start(configuration)).shutdown()
        var dependencies = Application.Dependencies(configuration)
        dependencies.textMessages = Outbox(isOpen: true)
        let directory = DataDirectory(configuration)
        let random = dependencies.random
        let application = try await Application.open(
            .file(directory),
            masterKey: { hasKeys throws(CardeaServer.StartError) in
                try directory.masterKey(hasSealedKeys: hasKeys, random)
            },
            publicURL: "http://localhost",
            dependencies
        )
        let project = try #require(application.projects.all().first)
        let caller = Caller(RequestScope(project: project), remoteAddress: "192.0.2.1", language: "ja")
        _ = try await application.services.phone.sendCode(to: Self.number, by: caller)
        await application.close()
    }

    private func outbox(_ configuration: CardeaServer.Configuration) async throws -> [OutboxEntry] {
        let application = try await Application.open(configuration, Application.Dependencies(configuration))
        let entries = try await application.services.outbox.entries(MailSearch(limit: 9))
        await application.close()
        return entries
    }

    /// Delivers until the message has been attempted once: the clock stands still, so no second attempt is due.
    private func attempt(_ configuration: CardeaServer.Configuration) async throws {
        let clock = ManualWallClock(SystemClock().now())
        let application = try await Application.open(
            configuration,
            Application.Dependencies(configuration, clock: clock)
        )
        let delivery = try #require(application.services.textMessageDelivery)
        let running = Task { await delivery.run() }
        while try await application.services.outbox.entries(MailSearch(limit: 9)).last?.message.lastError
            == nil
        {
            try await Task.sleep(for: .milliseconds(20))
        }
        running.cancel()
        await running.value
        await application.close()
    }

    @Test("a message that was committed before a stop is posted after the next start, signed")
    func delivered() async throws {
        let sink = try await SMSSink(in: directory, secret: Self.secret)
        try await enqueue(configuration(nil))
        let server = try await CardeaServer.start(configuration(sink))
        let request = try #require(try await sink.requests(1).first)
        await server.shutdown()
        #expect(request.path == "/sms?from=cardea" && request.contentType == "application/json")
        #expect(request.isSigned && (0...60).contains(request.age))
        let message = request.message
        #expect(message.id == request.id && message.to == Self.number && message.project == "default")
        #expect(message.language == "ja" && message.purpose == "phone_sign_in" && message.tenant == nil)
        #expect(message.text == "\(message.code) は default の確認コードです。" && message.code.count == 6)
        #expect(try await outbox(configuration(nil)).isEmpty)
    }

    @Test("a gateway that is busy gets the same message again (security 29)")
    func retried() async throws {
        let sink = try await SMSSink(in: directory, secret: Self.secret, behaviour: "busy")
        try await enqueue(configuration(nil))
        let server = try await CardeaServer.start(configuration(sink))
        let requests = try await sink.requests(2)
        await server.shutdown()
        #expect(requests.map(\.status) == [503, 200] && requests[0].id == requests[1].id)
        #expect(requests[0].message.code == requests[1].message.code && requests.allSatisfy(\.isSigned))
    }

    @Test("a message that the gateway rejects is a dead letter; a redirect is not followed (security 6)")
    func rejected() async throws {
        for (behaviour, state) in [("reject", DeliveryState.dead), ("redirect", .pending)] {
            let sink = try await SMSSink(in: directory, secret: Self.secret, behaviour: behaviour)
            try await enqueue(configuration(nil))
            let configuration = try configuration(sink)
            try await attempt(configuration)
            let entry = try #require(try await outbox(configuration).last)
            #expect(entry.message.state == state && entry.channel == .sms, "\(behaviour)")
            #expect(entry.message.lastError?.contains("status \(state == .dead ? 422 : 307)") == true)
            #expect(try sink.requests.map(\.path) == ["/sms?from=cardea"])
        }
    }

    @Test("a gateway that sends Retry-After gets the message no sooner (security 29)")
    func paused() async throws {
        let sink = try await SMSSink(in: directory, secret: Self.secret, behaviour: "pause")
        try await enqueue(configuration(nil))
        let configuration = try configuration(sink)
        try await attempt(configuration)
        let message = try #require(try await outbox(configuration).first).message
        #expect(message.state == .pending && message.lastError?.contains("status 429") == true)
        // The first delay is two seconds at most.
        #expect(message.nextAttemptAt >= message.createdAt + .seconds(30))
    }

    @Test("a gateway in a private network is reached only if the configuration allows it (security 6)")
    func privateNetwork() async throws {
        let sink = try await SMSSink(in: directory, secret: Self.secret)
        try await enqueue(configuration(nil))
        var configuration = try configuration(sink)
        configuration.sms.allowPrivateNetworks = false
        #expect(throws: ConfigurationError.self) { try configuration.validate() }
        configuration.sms.url = "https://127.0.0.1:\(sink.port)/sms"
        try configuration.validate()
        try await attempt(configuration)
        let entry = try #require(try await outbox(configuration).first)
        #expect(entry.message.lastError?.contains("private address") == true)
        #expect(try sink.requests.isEmpty)
    }

    @Test("a secret without Base64 after whsec_ and a short secret have different errors with advice")
    func malformedSecret() async throws {
        let sink = try await SMSSink(in: directory, secret: Self.secret)
        let configuration = try configuration(sink)
        let file = try #require(configuration.sms.secretFile)
        let advice = #"Make one: echo "whsec_$(openssl rand -base64 32)""#
        for (secret, problem) in [
            ("whsec_not base64, but long enough", "whsec_ must be followed by Base64."),
            ("whsec_c2hvcnQ=", "the secret must have at least 24 bytes."),
            ("short", "the secret must have at least 24 bytes."),
        ] {
            try secret.write(toFile: file, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            let error = await #expect(throws: CardeaServer.StartError.self) {
                _ = try await CardeaServer.start(configuration)
            }
            #expect("\(error as Any)".contains("sms.secretFile: \(problem) "), "\(error as Any)")
            #expect(error?.description.contains(advice) == true)
        }
    }

    @Test("a configuration that cannot work is rejected at the start (security 33)")
    func invalid() async throws {
        let sink = try await SMSSink(in: directory, secret: Self.secret)
        let good = try configuration(sink)
        var withoutSecret = good
        withoutSecret.sms.secretFile = nil
        #expect(throws: ConfigurationError.self) { try withoutSecret.validate() }
        for url in ["ftp://x.example", "https://user:pass@x.example", "x.example", "http://x.example/"] {
            var configuration = good
            configuration.sms.url = url
            #expect(throws: ConfigurationError.self, "\(url)") { try configuration.validate() }
        }
        let file = try #require(good.sms.secretFile)
        for (content, mode) in [("short", 0o600), ("", 0o600), (Self.secret, 0o644), ("whsec_!", 0o600)] {
            try content.write(toFile: file, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            await #expect(throws: CardeaServer.StartError.self, "\(content)") {
                _ = try await CardeaServer.start(good)
            }
        }
    }
}
