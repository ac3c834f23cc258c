import Cardea
import CardeaSession
import CardeaTesting
import Testing

/// Operations of one user whose responses arrive in another order than that of their requests.
@Suite(.timeLimit(.minutes(10))) struct OperationOrderTests {
    private static let delay = Duration.seconds(5)

    @Test("of two changes of password, the later one counts, though its response comes first (U9)")
    func passwords() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        desk.server.inject(.delay(Self.delay), at: .update)
        let first = Task { try await user.updatePassword("the first password") }
        await desk.clock.untilSomeoneSleeps(for: Self.delay)
        try await user.updatePassword("the second password")
        let token = user.currentAccessToken
        desk.clock.advance(by: Self.delay)
        try await first.value
        #expect(user.currentAccessToken == token)
        _ = try await user.accessToken(forcingRefresh: true)
        #expect(client.currentUser === user)
        #expect(try await desk.call(as: user).status == 200)
    }

    /// An operation whose response is late.
    enum Late: CaseIterable, Sendable { case reload, updateProfile }

    @Test(
        "a late response brings neither an older token nor an older profile back (U1, U10)",
        arguments: Late.allCases,
        [true, false]
    )
    func lateResponse(late: Late, isLink: Bool) async throws {
        let desk = try Desk()
        let guest = try await desk.client().signInAnonymously()
        desk.server.inject(.delay(Self.delay), at: late == .reload ? .lookup : .update)
        let first = Task {
            switch late {
            case .reload: try await guest.reload()
            case .updateProfile: try await guest.updateProfile(displayName: "Countess")
            }
        }
        await desk.clock.untilSomeoneSleeps(for: Self.delay)
        if isLink {
            try await guest.link(email: Desk.email, password: Desk.password)
        } else {
            try await guest.updateProfile(displayName: "Ada")
        }
        let token = guest.currentAccessToken
        desk.clock.advance(by: Self.delay)
        _ = try await first.value
        #expect(guest.currentAccessToken == token)
        #expect(guest.isAnonymous == !isLink && guest.email == (isLink ? Desk.email : nil))
        #expect(guest.displayName == (!isLink ? "Ada" : late == .updateProfile ? "Countess" : nil))
        _ = try await guest.accessToken(forcingRefresh: true)
        #expect(desk.server.reuses == 0)
    }

    @Test("the session of a change of password that ends after another process signed out is revoked (S4)")
    func signedOutMeanwhile() async throws {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        desk.server.inject(.delay(Self.delay), at: .update)
        let change = Task { await failure { try await user.updatePassword("a new password") } }
        await desk.clock.untilSomeoneSleeps(for: Self.delay)
        let other = try desk.client()
        try await other.restore()
        await other.signOut()
        desk.clock.advance(by: Self.delay)
        #expect(await change.value != nil)
        #expect(await eventually { desk.server.livingSessions == 0 })
    }
}
