import Cardea
import CardeaSession
import Foundation
import Testing

/// The client against `cardea serve` with an SMS gateway.
@Suite(
    "The client's sign-in by phone, with text messages",
    .enabled(if: SMSSink.isInstalled, "the gateway of the tests needs Python"),
    .timeLimit(.minutes(10))
)
struct PhoneClientTests {
    private static let other = "+819012345678"

    private let directory: TemporaryDirectory
    private let sink: SMSSink
    private let server: ServerProcess

    init() async throws {
        directory = try TemporaryDirectory()
        sink = try await SMSSink(in: directory, secret: SMSSink.secret)
        server = try await ServerProcess.serve(
            try directory.file("data"),
            environment: try sink.environment(in: directory)
        )
    }

    /// The code of the text message that follows those that were read.
    private func verification(
        _ app: CardeaClient,
        _ number: String,
        after read: Int
    ) async throws -> (PhoneVerification, code: String) {
        let sent = try await app.sendVerificationCode(toPhoneNumber: number)
        let message = try await sink.requests(read + 1)[read].message
        #expect(message.to == number && message.text.contains(message.code))
        return (sent, message.code)
    }

    @Test("codes of text messages sign in, link, replace the number and authenticate again (K3, U6, U10)")
    func wholeLife() async throws {
        let device = try Device()
        let app = try device.app(server)
        let guest = try await app.signInAnonymously()
        let (first, firstCode) = try await verification(app, Ada.phoneNumber, after: 0)
        try await guest.link(first, code: firstCode)
        #expect(guest.phoneNumber == Ada.phoneNumber && !guest.isAnonymous)

        let other = try Device().app(server)
        let (second, secondCode) = try await verification(other, Ada.phoneNumber, after: 1)
        let elsewhere = try await other.signIn(with: second, code: secondCode)
        #expect(elsewhere.uid == guest.uid && elsewhere.isRefreshable)

        let (third, thirdCode) = try await verification(app, Self.other, after: 2)
        try await guest.updatePhoneNumber(third, code: thirdCode)
        #expect(
            await failure { _ = try await elsewhere.accessToken(forcingRefresh: true) } == .refreshTokenFailed
        )
        let (fourth, fourthCode) = try await verification(app, Self.other, after: 3)
        try await guest.reauthenticate(fourth, code: fourthCode)
        try await guest.unlinkPhoneNumber()
        #expect(try await guest.reload().phoneNumber == nil)
        let restored = try #require(try await device.app(server).restore())
        #expect(restored.uid == guest.uid)
    }

    @Test("a new number signs up; the session goes on after a kill of the server (K1, K13)")
    func signUp() async throws {
        let device = try Device()
        let app = try device.app(server)
        let (sent, code) = try await verification(app, Ada.phoneNumber, after: 0)
        let user = try await app.signIn(with: sent, code: code)
        #expect(user.phoneNumber == Ada.phoneNumber)
        await server.crash()
        let second = try await ServerProcess.serve(
            try directory.file("data"),
            "--base-url",
            server.url.absoluteString
        )
        let restored = try #require(try await device.app(second).restore())
        _ = try await restored.accessToken(forcingRefresh: true)
        #expect(try await restored.reload().phoneNumber == Ada.phoneNumber)
    }
}
