import Cardea
import CardeaSession
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaTesting
import Foundation
import Testing

/// The servers of accounts and of tokens, whose clocks differ.
private struct TwoClocks: HTTPTransport {
    let server: RotatingFakeServer
    /// The time by which the clock of the accounts is ahead.
    let difference: TimeInterval

    func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        var response = try await server.send(request)
        if request.url.path().contains("accounts:"), let date = response.date {
            response.fields[.date] = HTTPDate.format(date.addingTimeInterval(difference))
        }
        return response
    }
}

@Suite struct SensitiveOperationTests {
    static let new = "a new password"

    @Test(
        "new tokens are used although the clocks of two servers differ (U9, U10)",
        arguments: [-86_400, -1, 1, 86_400],
        ["password", "reauthentication", "link"]
    )
    func clocksDiffer(difference: TimeInterval, operation: String) async throws {
        let desk = try Desk()
        let transport = TwoClocks(server: desk.server, difference: difference)
        let client = try desk.patientClient(by: transport)
        let user =
            operation == "link"
            ? try await client.signInAnonymously()
            : try await client.signUp(email: Desk.email, password: Desk.password)
        _ = try await user.accessToken(forcingRefresh: true)
        switch operation {
        case "password": try await user.updatePassword(Self.new)
        case "reauthentication": try await user.reauthenticate(password: Desk.password)
        default: try await user.link(email: Desk.email, password: Desk.password)
        }
        #expect(try await desk.call(as: user).status == 200)
        _ = try await user.accessToken(forcingRefresh: true)
        #expect(client.currentUser === user && desk.server.reuses == 0)
        #expect(try await desk.client().restore()?.uid == user.uid)
    }

    @Test("a password change refreshes this device and ends all others (U9)") func passwordChange()
        async throws
    {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        let other = try await desk.otherDevice()
        let before = user.currentAccessToken
        try await user.updatePassword(Self.new)
        #expect(user.currentAccessToken != before)
        #expect(try await desk.call(as: user).status == 200)
        #expect(await failure { _ = try await desk.call(as: other) }?.code == .refreshTokenFailed)
        #expect(client.currentUser === user)
        #expect(try await desk.client().restore()?.uid == user.uid)
    }

    @Test("a rejection during the response to a password change ends no session")
    func lateResponse() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        desk.server.inject(.delay(.seconds(5)), at: .update)
        let change = Task { try await user.updatePassword(Self.new) }
        await desk.clock.untilSomeoneSleeps(for: .seconds(5))
        #expect(try await desk.call(as: user).status == 200)
        desk.clock.advance(by: .seconds(5))
        try await change.value
        #expect(try await desk.call(as: user).status == 200)
        #expect(client.currentUser === user)
    }

    @Test("a password change signs out no other process that refreshes meanwhile (U9, rule 5)")
    func otherProcess() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        let other = try desk.client()
        let present = try #require(try await other.restore())
        desk.server.inject(.delay(.seconds(5)), at: .update)
        let change = Task { try await user.updatePassword(Self.new) }
        await desk.clock.untilSomeoneSleeps(for: .seconds(5))
        let call = Task { try await desk.call(as: present).status }
        await desk.server.waitForRequests(at: .protected)
        desk.clock.advance(by: .seconds(5))
        try await change.value
        #expect(try await call.value == 200)
        #expect(client.currentUser === user && other.currentUser === present)
        #expect(present.currentAccessToken == user.currentAccessToken)
        #expect(desk.server.livingSessions == 1)
    }

    @Test("a lost response to a password change signs no honest user out") func lostResponse() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        desk.server.inject(.lostResponse, at: .update)
        try await user.updatePassword(Self.new)
        #expect(client.currentUser === user)
        #expect(try await desk.call(as: user).status == 200)
        #expect(try await desk.client().restore()?.uid == user.uid)
    }

    @Test("a password change that never arrived leaves the old one") func lostRequest() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        desk.server.inject(.lostRequest, at: .update)
        let error = await failure { try await user.updatePassword(Self.new) }
        #expect(error?.code == .networkUnavailable && error?.isOutcomeUnknown == false)
        #expect(try await desk.call(as: user).status == 200)
        #expect(client.currentUser === user)
        _ = try await desk.otherDevice()
    }

    @Test("a password change in the dark is settled when the session is refreshed next") func settledLater()
        async throws
    {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        desk.server.inject(.lostResponse, at: .update)
        desk.server.inject(.lostRequest, at: .signIn)
        let error = await failure { try await user.updatePassword(Self.new) }
        #expect(error?.isOutcomeUnknown == true)
        desk.server.inject(.lostResponse, at: .signIn)
        #expect(try await desk.call(as: user).status == 200)
        #expect(client.currentUser === user && user.email == Desk.email)
    }

    @Test("a second try that came to nothing does not lose the password of the first") func secondTry()
        async throws
    {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        desk.server.inject(.lostResponse, at: .update)
        desk.server.inject(.lostRequest, at: .signIn)
        #expect(await failure { try await user.updatePassword(Self.new) }?.isOutcomeUnknown == true)
        desk.clock.advance(by: .seconds(3600))
        desk.server.isOnline = false
        let error = await failure { try await user.updatePassword("yet another password") }
        #expect(error?.code == .networkUnavailable)
        desk.server.isOnline = true
        #expect(try await desk.call(as: user).status == 200)
        #expect(client.currentUser === user)
    }

    @Test("the tokens of a password change are the user's though the caller is gone") func cancelledCaller()
        async throws
    {
        let desk = try Desk()
        _ = try await desk.signedUp()
        let server = LatchedServer(desk.server, at: "accounts:update")
        let client = try desk.patientClient(by: server)
        let user = try #require(try await client.restore())
        let change = Task { try await user.updatePassword(Self.new) }
        await server.gate.arrivals(reach: 1)
        change.cancel()
        server.gate.open()
        _ = await change.result
        _ = try await user.accessToken(forcingRefresh: true)
        #expect(client.currentUser === user)
    }

    @Test("sensitive operations need a recent sign-in, which reauthenticate refreshes (U10)")
    func recentSignIn()
        async throws
    {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        let events = Recorder(client)
        desk.clock.advance(by: .seconds(301))
        let operations: [@Sendable () async throws -> Void] = [
            { try await user.updatePassword(Self.new) },
            { try await user.updateEmail("new@example.com") },
            { try await user.delete() },
        ]
        for operation in operations {
            #expect(await failure(operation)?.code == .recentSignInRequired)
        }
        #expect(
            await failure { try await user.reauthenticate(password: "wrong") }?.code == .invalidCredentials
        )
        try await user.reauthenticate(password: Desk.password)
        #expect(await eventually { events.all.last == .tokenChanged(user, .reauthenticated) })
        #expect(desk.server.livingSessions == 1)
        for operation in operations { try await operation() }
        #expect(client.currentUser == nil && desk.server.accounts.isEmpty)
    }

    @Test("an e-mail change applies to this session and to the next sign-in") func emailChange() async throws
    {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        try await user.updateEmail("new@example.com")
        #expect(user.email == "new@example.com")
        let client = try desk.client(store: InMemoryStore())
        #expect(try await client.signIn(email: "new@example.com", password: Desk.password).uid == user.uid)
        #expect(await failure { _ = try await desk.otherDevice() }?.code == .invalidCredentials)
    }

    @Test("a lost response to an e-mail change signs no honest user out, and the change is found out")
    func lostEmailChange()
        async throws
    {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        let other = try await desk.otherDevice()
        desk.clock.advance(by: .seconds(2))
        desk.server.inject(.lostResponse, at: .update)
        try await user.updateEmail("new@example.com")
        #expect(user.email == "new@example.com" && client.currentUser === user)
        #expect(try await desk.call(as: user).status == 200)
        #expect(await failure { _ = try await desk.call(as: other) }?.code == .refreshTokenFailed)
        #expect(try await desk.client().restore()?.email == "new@example.com")
    }

    @Test("an e-mail change in the dark, and a network that stays dark: still signed in")
    func emailChangeInTheDark()
        async throws
    {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        desk.clock.advance(by: .seconds(2))
        desk.server.inject(.lostResponse, at: .update)
        for _ in 0..<10 { desk.server.inject(.lostRequest, at: .lookup) }
        let error = await failure { try await user.updateEmail("new@example.com") }
        #expect(error?.isOutcomeUnknown == true && client.currentUser === user)
    }

    @Test("a guest is linked although the response to the link was lost") func lostLink() async throws {
        let desk = try Desk()
        let client = try desk.client()
        let guest = try await client.signInAnonymously()
        desk.server.inject(.lostResponse, at: .signUp)
        try await guest.link(email: Desk.email, password: Desk.password)
        #expect(guest.email == Desk.email && !guest.isAnonymous && client.currentUser === guest)
        #expect(try await desk.call(as: guest).status == 200)
    }

    @Test("a deletion whose response was lost is a deletion") func lostDeletion() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        desk.server.inject(.lostResponse, at: .delete)
        try await user.delete()
        #expect(client.currentUser == nil)
        #expect(try await desk.store.load() == nil)
    }

    @Test("the next call of a disabled user fails with userDisabled (U12)") func disabled() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        desk.server.setDisabled(true, account: user.uid)
        #expect(await failure { try await user.reload() }?.code == .refreshTokenFailed)
        #expect(client.state == .signedOut(.disabled))
    }
}
