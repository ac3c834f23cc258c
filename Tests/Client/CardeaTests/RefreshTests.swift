import Cardea
import CardeaSession
import CardeaTesting
import CardeaHTTPTransport
import Testing

@Suite struct RefreshTests {
    @Test(
        "with less than five minutes left the next request refreshes the token (K7)",
        arguments: [(299, 1), (301, 0)]
    )
    func expiryMargin(_ left: Int, _ rotations: Int) async throws {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        desk.clock.advance(by: .seconds(3600 - left))
        _ = try await user.accessToken()
        #expect(desk.server.rotations == rotations)
    }

    @Test("the app sees the token change (K11)") func visible() async throws {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        let before = user.currentAccessToken
        let forced = try await user.accessToken(forcingRefresh: true)
        #expect(user.currentAccessToken == forced)
        #expect(user.currentAccessToken != before)
    }

    @Test("many calls on an expired token: one refresh, every caller its own response (X7)") func many()
        async throws
    {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        desk.clock.advance(by: .seconds(3600))
        let paths = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let response = try await desk.call(as: user, path: "items/\(number)")
                    return String(decoding: response.body, as: UTF8.self).contains(#"/items/\#(number)""#)
                        ? "own" : nil
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(paths.count == 100 && paths.allSatisfy { $0 == "own" })
        #expect(desk.server.rotations == 1)
        #expect(desk.server.requests(at: .protected).count == 100)
    }

    @Test(
        "a lost response, an outage and a captive portal end no session (K13)",
        arguments: [
            RotatingFakeServer.Fault.lostResponse, .lostRequest, .portal, .status(503),
            .rejection("SOMETHING", status: 400),
        ]
    )
    func faults(_ fault: RotatingFakeServer.Fault) async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        desk.server.inject(fault, at: .token, times: 2)
        _ = await failure { _ = try await user.accessToken(forcingRefresh: true) }
        _ = await failure { _ = try await user.accessToken(forcingRefresh: true) }
        _ = try await user.accessToken(forcingRefresh: true)
        #expect(client.currentUser === user)
        #expect(try await desk.call(as: user).status == 200)
    }

    @Test("a lost response is returned again for the same key, also after a restart (K13)")
    func lostThenKilled()
        async throws
    {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        desk.server.inject(.lostResponse, at: .token, times: 4)
        let error = await failure { _ = try await user.accessToken(forcingRefresh: true) }
        #expect(error?.code == .networkUnavailable)
        desk.clock.advance(by: .seconds(86_400))
        let restored = try #require(try await desk.client().restore())
        #expect(try await desk.call(as: restored).status == 200)
        #expect(desk.server.rotations == 1)
        let keys = Set(desk.server.requests(at: .token).compactMap { $0.fields[.idempotencyKey] })
        #expect(keys.count == 1)
    }

    @Test(
        "a permanently rejected refresh causes one error and one event, and ends the session (K12, X11, R6)",
        arguments: ["TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN", "USER_DISABLED", "USER_NOT_FOUND"]
    )
    func rejected(_ code: String) async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        let events = Recorder(client)
        desk.server.inject(.rejection(code), at: .token)
        desk.clock.advance(by: .seconds(3600))
        for _ in 0..<3 {
            let error = await failure { _ = try await desk.call(as: user) }
            #expect(error?.code == .refreshTokenFailed)
        }
        #expect(client.currentUser == nil)
        #expect(desk.server.requests(at: .token).count == 1)
        #expect(await events.hears { if case .signedOut = $0 { true } else { false } })
        #expect(events.all.count { if case .signedOut = $0 { true } else { false } } == 1)
        let again = try desk.client()
        #expect(try await again.restore() == nil)
        #expect(try await client.signIn(email: Desk.email, password: Desk.password) === client.currentUser)
    }

    @Test("a stolen refresh token used by two ends the session of both") func theft() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        let record = try #require(try await desk.store.load())
        _ = try await user.accessToken(forcingRefresh: true)
        desk.clock.advance(by: .seconds(60))
        let thief = try #require(try await desk.client(store: InMemoryStore(record)).restore())
        #expect(
            await failure { _ = try await thief.accessToken(forcingRefresh: true) }?.code
                == .refreshTokenFailed
        )
        #expect(
            await failure { _ = try await user.accessToken(forcingRefresh: true) }?.code
                == .refreshTokenFailed
        )
        #expect(client.currentUser == nil)
    }

    @Test("the profile is read again after a refresh, where the app wants that (X10)") func profile()
        async throws
    {
        let desk = try Desk()
        let client = try desk.client(readsProfileAfterRefresh: true)
        let user = try await client.signUp(email: Desk.email, password: Desk.password)
        try await desk.otherDevice().updateProfile(displayName: "Countess")
        desk.clock.advance(by: .seconds(4000))
        #expect(try await desk.call(as: user).status == 200)
        #expect(user.displayName == "Countess")
        #expect(try await desk.client().restore()?.displayName == "Countess")
    }

    @Test("if the server cannot return the profile, no token is lost (X10)") func profileFailure()
        async throws
    {
        let desk = try Desk()
        let client = try desk.client(readsProfileAfterRefresh: true)
        let user = try await client.signUp(email: Desk.email, password: Desk.password)
        let events = Recorder(client)
        desk.server.inject(.status(503), at: .lookup)
        desk.clock.advance(by: .seconds(4000))
        #expect(try await desk.call(as: user).status == 200)
        #expect(await events.hears { $0 == .profileReadFailed(user) })
        #expect(client.currentUser == user)
    }

    @Test("a timer refreshes the current user's token with no call, where the app wants that (K7)")
    func timer()
        async throws
    {
        let desk = try Desk()
        let client = try desk.client { $0.refreshAhead = RefreshAhead() }
        try await client.signUp(email: Desk.email, password: Desk.password)
        await desk.clock.untilSomeoneSleeps(for: .seconds(3300))
        desk.clock.advance(by: .seconds(3300))
        await desk.server.waitForRequests(at: .token)
        await client.signOut(endingSession: true)
    }
}
