import Cardea
import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// The client library over days, against the emulator, whose clock can be set.
@Suite struct PassingTimeTests {
    private let emulator: ServerProcess
    private let device: Device
    private let app: CardeaClient

    init() async throws {
        emulator = try await ServerProcess.emulator()
        device = try Device()
        app = try device.app(.emulator(emulator.url), apiKey: "any")
        try await pass(.zero)
    }

    /// Lets time pass, for the device and for the server.
    private func pass(_ duration: Duration) async throws {
        device.clock.advance(by: duration)
        let now = Int64((device.clock.now.timeIntervalSince1970 * 1000).rounded())
        #expect(try await emulator.send(.put, "/emulator/v1/clock", ["nowMs": now]).status == 200)
    }

    @Test("tokens are refreshed for days, over restarts and lost responses (K7, K8, U8)")
    func tokensRefreshedUnderneath()
        async throws
    {
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        var present = try device.app(.emulator(emulator.url), apiKey: "any")
        var tokens: Set<SessionSecret> = []
        for hour in 1...72 {
            try await pass(.seconds(3600))
            if hour.isMultiple(of: 5) { present = try device.app(.emulator(emulator.url), apiKey: "any") }
            if hour.isMultiple(of: 7) { device.loseResponses(to: "/v1/token", times: 2) }
            let restored = try #require(try await present.restore())
            #expect(try await restored.reload().userID == user.uid)
            tokens.insert(try await restored.accessToken())
        }
        #expect(tokens.count == 72)
    }

    @Test("an old sign-in is rejected for a sensitive operation until the password is given again (U10)")
    func oldSignRejected()
        async throws
    {
        let open = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": false]]
        #expect(try await emulator.send(.patch, "/emulator/v1/projects/example/config", open).status == 200)
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        try await pass(.seconds(301))
        #expect(await failure { try await user.updatePassword("a new password") } == .recentSignInRequired)
        #expect(await failure { try await user.updateEmail("new@example.com") } == .recentSignInRequired)
        #expect(await failure { try await user.delete() } == .recentSignInRequired)
        #expect(app.currentUser === user)
        try await user.reauthenticate(password: Ada.password)
        try await user.updateEmail("new@example.com")
        try await user.updatePassword("a new password")
        #expect(user.email == "new@example.com")
        try await user.delete()
        #expect(app.currentUser == nil)
    }
}
