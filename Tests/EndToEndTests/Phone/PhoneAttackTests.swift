import CardeaHTTPMessages
import Foundation
import Testing

/// Attacks on codes for phone numbers, on a server process.
@Suite(
    "Attacks on codes for phone numbers",
    .enabled(if: SMSSink.isInstalled, "the gateway of the tests needs Python"),
    .timeLimit(.minutes(10))
)
struct PhoneAttackTests {
    private let directory: TemporaryDirectory
    private let data: String

    init() throws {
        directory = try TemporaryDirectory()
        data = try directory.file("data")
    }

    private func serve(_ sink: SMSSink) async throws -> ServerProcess {
        let environment = try sink.environment(in: directory)
        return try await ServerProcess.serve(
            data,
            environment: environment.merging(["CARDEA_SMS_TIMEOUT": "60"]) { $1 }
        )
    }

    @Test("a gateway that accepts messages and never responds does not delay sign-ins (security 29)")
    func stallingGateway() async throws {
        let sink = try await SMSSink(in: directory, secret: SMSSink.secret, behaviour: "silent")
        let server = try await serve(sink)
        let clock = ContinuousClock()
        for number in 0..<20 {
            let elapsed = try await clock.measure {
                let sent = try await server.account(
                    "sendVerificationCode",
                    ["phoneNumber": "+165055534\(10 + number)"]
                )
                #expect(sent.status == 200, "\(sent.object)")
            }
            #expect(elapsed < .seconds(30))
        }
        // The channel has 16 attempts at a time.
        #expect(try await sink.requests(16).count == 16)
        let user = ["email": "ann@example.com", "password": "correct horse"]
        let elapsed = try await clock.measure {
            let signedUp = try await server.account("signUp", user)
            let signedIn = try await server.account("signInWithPassword", user)
            let ready = try await server.send(.get, "/health/ready")
            #expect([signedUp, signedIn, ready].map(\.status) == [200, 200, 200])
        }
        #expect(elapsed < .seconds(30))
        #expect(try sink.requests.count == 16)
        let stopping = await clock.measure { #expect(await server.stop() == 0) }
        #expect(stopping < .seconds(40))
        // Undelivered messages wait for the next start.
        let waiting = try await Program.run("outbox list --data \(data)")
        #expect(waiting.output.matches(of: #/phone_sign_in/#).count == 20, "\(waiting.output)")
    }

    @Test("neither logs nor files have the name of a code, and logs have no whole number (security 23, 24)")
    func secrets() async throws {
        let sink = try await SMSSink(in: directory, secret: SMSSink.secret)
        let server = try await serve(sink)
        let sent = try await server.account("sendVerificationCode", ["phoneNumber": "+16505553434"])
        let session = try #require(sent["sessionInfo"])
        let code = try #require(try await sink.requests(1).first).message.code
        let wrong = ["sessionInfo": session, "code": code == "000000" ? "000001" : "000000"]
        #expect(try await server.account("signInWithPhoneNumber", wrong).error == "INVALID_CODE")
        let use = ["sessionInfo": session, "code": code]
        #expect(try await server.account("signInWithPhoneNumber", use).status == 200)
        #expect(await server.stop() == 0)
        let log = server.process.output + server.process.errors
        #expect(!log.contains(session) && !log.contains("6505553434") && !log.contains("\"\(code)\""))
        for name in try FileManager.default.contentsOfDirectory(atPath: data) {
            let bytes = FileManager.default.contents(atPath: data + "/" + name) ?? Data()
            #expect(bytes.range(of: Data(session.utf8)) == nil, "\(name)")
        }
    }

    @Test("of 1000 wrong codes at the same time, five are judged (security 11)")
    func concurrentGuesses() async throws {
        let sink = try await SMSSink(in: directory, secret: SMSSink.secret)
        let server = try await serve(sink)
        let sent = try await server.account("sendVerificationCode", ["phoneNumber": "+16505553434"])
        let session = try #require(sent["sessionInfo"])
        let code = try #require(try await sink.requests(1).first).message.code
        let errors = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<1000 {
                let guess = String(1_000_000 + (number + 1 + (Int(code) ?? 0)) % 1_000_000).dropFirst()
                group.addTask {
                    let use = ["sessionInfo": session, "code": String(guess)]
                    return try await server.account("signInWithPhoneNumber", use).error
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.count { $0 == "INVALID_CODE" } <= 5)
        #expect(errors.allSatisfy { $0 != nil })
        let right = try await server.account("signInWithPhoneNumber", ["sessionInfo": session, "code": code])
        #expect(right.status != 200, "\(right.object)")
    }
}
