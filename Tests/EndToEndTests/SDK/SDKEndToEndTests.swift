import Cardea
import CardeaCurlTransport
import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// The client library against `cardea serve`.
@Suite struct SDKEndToEndTests {
    /// A server on fresh data, with the directory that it lives in.
    private struct Fixture {
        let directory: TemporaryDirectory
        let data: String
        let server: ServerProcess

        init() async throws {
            directory = try TemporaryDirectory()
            data = try directory.file("data")
            server = try await ServerProcess.serve(data)
        }

        func signedUp(_ device: Device) async throws -> (app: CardeaClient, user: CardeaUser) {
            let app = try device.app(server)
            return (app, try await app.signUp(email: Ada.email, password: Ada.password))
        }

        func signedIn(_ device: Device) async throws -> CardeaUser {
            try await device.app(server).signIn(email: Ada.email, password: Ada.password)
        }
    }

    @Test(
        "a sign-up brings both tokens, fills the e-mail alone, and the profile can be changed (K1, K11, U1, U4)"
    )
    func signUpBrings()
        async throws
    {
        let fixture = try await Fixture()
        let (_, user) = try await fixture.signedUp(try Device())
        #expect(user.email == Ada.email && user.displayName == nil && user.photoURL == nil)
        #expect(user.isNewUser && user.createdAt == nil)
        #expect(user.isRefreshable && user.tokenTimes?.lifetime == .seconds(3600))
        #expect(try await user.accessToken() == user.currentAccessToken)

        try await user.updateProfile(displayName: "Ada", photoURL: .set(fixture.server.url))
        let elsewhere = try await fixture.signedIn(try Device())
        #expect(elsewhere.uid == user.uid && !elsewhere.isNewUser && elsewhere.createdAt != nil)
        try await user.reload()
        #expect(user.createdAt == elsewhere.createdAt && user.isNewUser)
        #expect(elsewhere.displayName == "Ada" && elsewhere.photoURL == fixture.server.url)
    }

    @Test(
        "a sign-out ends the session at an emulator that the client knows as Cardea's server, and not as Google's (S4)",
        arguments: [true, false]
    )
    func emulator(isCardea: Bool) async throws {
        let emulator = try await ServerProcess.emulator()
        let address: ServerAddress = isCardea ? .cardea(emulator.url) : .emulator(emulator.url)
        let (store, transport) = (InMemoryStore(), CurlTransport())
        let app = CardeaClient(
            .init(server: address, apiKey: "any", store: store, transport: transport)
        )
        _ = try await app.signUp(email: Ada.email, password: Ada.password)
        let credential = try #require(try await store.load()?.credential)
        #expect(await app.signOut().isComplete)
        let refresher = IdentityToolkitRefresher(server: address, apiKey: "any", transport: transport)
        let new = try? await refresher.refresh(credential, attempt: RefreshAttempt(idempotencyKey: "key"))
        #expect((new == nil) == isCardea)
    }

    @Test("a restart with no server restores the user, and reload brings what is new (S1, S3, U5, U7, K10)")
    func restartServerRestores()
        async throws
    {
        let fixture = try await Fixture()
        let device = try Device()
        let (_, user) = try await fixture.signedUp(device)
        try await fixture.signedIn(try Device()).updateProfile(displayName: "Ada")
        #expect(await fixture.server.stop() == 0)

        let offline = try device.app(fixture.server)
        let restored = try #require(try await offline.restore())
        #expect(restored.uid == user.uid && restored.email == Ada.email && restored.displayName == nil)
        #expect(await failure { try await restored.reload() } == .networkUnavailable)
        #expect(offline.currentUser === restored)

        let server = try await ServerProcess.serve(
            fixture.data,
            "--base-url",
            fixture.server.url.absoluteString
        )
        let online = try #require(try await device.app(server).restore())
        try await online.reload()
        #expect(online.displayName == "Ada")
    }

    @Test("a lost refresh response is sent again, and the session continues (K2, K7, K8, K13)")
    func lostRefreshResponse() async throws {
        let fixture = try await Fixture()
        let device = try Device()
        let (app, user) = try await fixture.signedUp(device)
        for lost in 1...3 {
            let before = user.currentAccessToken
            device.clock.advance(by: .seconds(3600))
            device.loseResponses(to: "/v1/token", times: lost)
            try await user.reload()
            #expect(user.currentAccessToken != before)
        }
        #expect(app.currentUser === user)
    }

    @Test("an app that is killed during a response is signed in after its restart (K13)")
    func appKilledWhile() async throws {
        let fixture = try await Fixture()
        let device = try Device()
        let (_, user) = try await fixture.signedUp(device)
        device.loseResponses(to: "/v1/token", times: 4)
        #expect(await failure { _ = try await user.accessToken(forcingRefresh: true) } == .networkUnavailable)
        await fixture.server.crash()

        let server = try await ServerProcess.serve(
            fixture.data,
            "--base-url",
            fixture.server.url.absoluteString
        )
        let restored = try #require(try await device.app(server).restore())
        _ = try await restored.accessToken(forcingRefresh: true)
        _ = try await restored.accessToken(forcingRefresh: true)
        try await restored.reload()
        #expect(restored.uid == user.uid)
    }

    @Test("a lost response to an e-mail change is resolved, and the session continues (K8)")
    func lostResponseE() async throws {
        let fixture = try await Fixture()
        let device = try Device()
        let set = try await Program.run("project set protectsEmailEnumeration false --data \(fixture.data)")
        #expect(set.exitCode == 0)
        let (app, user) = try await fixture.signedUp(device)
        // Past the second of the sign-in, so that the access token from before no longer counts.
        try await Task.sleep(for: .seconds(1.1))
        device.loseResponses(to: "accounts:update")
        try await user.updateEmail("ada@example.org")
        #expect(user.email == "ada@example.org" && app.currentUser === user)
        _ = try await user.accessToken(forcingRefresh: true)
        #expect(try await user.reload().email == "ada@example.org")
    }

    @Test("many calls at once on an expired token are one refresh (X7)")
    func manyCallsOnce() async throws {
        let fixture = try await Fixture()
        let device = try Device()
        let (_, user) = try await fixture.signedUp(device)
        device.clock.advance(by: .seconds(3600))
        let tokens = try await withThrowingTaskGroup(of: SessionSecret.self) { group in
            for _ in 0..<50 { group.addTask { try await user.accessToken() } }
            return try await group.reduce(into: Set<SessionSecret>()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
        let refreshes = fixture.server.process.output.split(separator: "\n").count {
            $0.contains(#""/v1/token""#)
        }
        #expect(refreshes <= 1)
    }

    @Test(
        "a sign-out deletes the record; tokens of a session that is ended at the server too are invalid (S4)"
    )
    func signOutDeletes()
        async throws
    {
        let fixture = try await Fixture()
        let device = try Device()
        let (app, user) = try await fixture.signedUp(device)
        #expect(await app.signOut(endingSession: true).isComplete)
        #expect(app.currentUser == nil)
        let again = try device.app(fixture.server)
        #expect(try await again.restore() == nil)
        #expect(await failure { try await user.reload() } == .sessionEnded)
    }

    @Test("users work side by side, and after their sign-out (U3, U7)")
    func usersWorkSide() async throws {
        let fixture = try await Fixture()
        let (app, ada) = try await fixture.signedUp(try Device())
        let bob = try await app.signUp(email: "bob@example.com", password: "battery staple")
        #expect(app.currentUser === bob)
        await app.signOut(endingSession: false)
        for (user, name) in [(ada, "Ada"), (bob, "Bob")] {
            _ = try await user.accessToken(forcingRefresh: true)
            try await user.updateProfile(displayName: .set(name))
            #expect(try await user.reload().displayName == name)
        }
        try await app.makeCurrent(ada)
        #expect(app.currentUser === ada)
    }

    @Test("a guest is there after a restart, and becomes a lasting user with the same id (S6, U6)")
    func guestThereAfter()
        async throws
    {
        let fixture = try await Fixture()
        let device = try Device()
        let guest = try await device.app(fixture.server).signInAnonymously()
        let restored = try #require(try await device.app(fixture.server).restore())
        #expect(restored.uid == guest.uid && restored.isAnonymous)
        device.loseResponses(to: "accounts:signUp")
        try await restored.link(email: Ada.email, password: Ada.password)
        #expect(!restored.isAnonymous && restored.email == Ada.email)
        #expect(try await fixture.signedIn(try Device()).uid == guest.uid)
    }

    @Test(
        "a password change ends the sessions of other devices alone, even if its response is lost (U9, K5)",
        arguments: [false, true]
    )
    func passwordChangeEnds(
        isLost: Bool
    ) async throws {
        let fixture = try await Fixture()
        let device = try Device()
        let (app, user) = try await fixture.signedUp(device)
        let other = try await fixture.signedIn(try Device())
        if isLost { device.loseResponses(to: "accounts:update") }
        try await user.updatePassword("a new password")
        try await user.reload()
        _ = try await user.accessToken(forcingRefresh: true)
        #expect(app.currentUser === user)
        #expect(await failure { try await other.reload() } == .refreshTokenFailed)
        #expect(await failure { _ = try await fixture.signedIn(try Device()) } == .invalidCredentials)
        #expect(try await device.app(fixture.server).restore()?.uid == user.uid)
    }

    @Test("a disabled user is signed out with one specific error, and can sign in once enabled (K12, U12)")
    func disabledUserSigned()
        async throws
    {
        let fixture = try await Fixture()
        let (app, user) = try await fixture.signedUp(try Device())
        #expect(try await Program.run("user disable \(Ada.email) --data \(fixture.data)").exitCode == 0)
        #expect(await failure { try await user.reload() } == .refreshTokenFailed)
        #expect(app.state == .signedOut(.disabled))
        #expect(
            await failure { try await app.signIn(email: Ada.email, password: Ada.password) } == .userDisabled
        )
        #expect(try await Program.run("user enable \(Ada.email) --data \(fixture.data)").exitCode == 0)
        #expect(try await app.signIn(email: Ada.email, password: Ada.password).uid == user.uid)
    }

    @Test("a deletion ends the account (U10)")
    func deletionEndsAccount() async throws {
        let fixture = try await Fixture()
        let device = try Device()
        let (app, user) = try await fixture.signedUp(device)
        try await user.delete()
        #expect(app.currentUser == nil)
        #expect(try await device.app(fixture.server).restore() == nil)
        #expect(await failure { _ = try await fixture.signedIn(try Device()) } == .invalidCredentials)
    }
}
