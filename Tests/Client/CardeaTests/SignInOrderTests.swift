import Cardea
import CardeaHTTPTransport
import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// Sign-ins and sign-outs whose responses arrive in another order than that of the user's choices.
@Suite(.timeLimit(.minutes(10))) struct SignInOrderTests {
    /// A way to sign in, and the path at which its response waits.
    enum Method: String, CaseIterable, Sendable {
        case signUp = "accounts:signUp"
        case password = "accounts:signInWithPassword"
        case guest = "signUp"

        func signIn(_ client: CardeaClient) async throws -> CardeaUser {
            switch self {
            case .signUp: try await client.signUp(email: "new@example.com", password: Desk.password)
            case .password: try await client.signIn(email: Desk.email, password: Desk.password)
            case .guest: try await client.signInAnonymously()
            }
        }
    }

    /// The choice of the user while the first sign-in waits for its response.
    enum Choice: CaseIterable, Sendable { case signOut, signOutOnDevice, signIn, makeCurrent }

    @Test(
        "a sign-in whose response comes after a later choice signs no user in, and its session ends at the server (S4, U3)",
        arguments: Method.allCases,
        Choice.allCases
    )
    func overtaken(method: Method, choice: Choice) async throws {
        try await overtaken(method, choice, inOtherProcess: false)
    }

    @Test(
        "a sign-in is overtaken by a later choice in another process that shares the store, too (S4)",
        arguments: Method.allCases,
        [Choice.signOut, .signIn]
    )
    func otherProcess(method: Method, choice: Choice) async throws {
        try await overtaken(method, choice, inOtherProcess: true)
    }

    private func overtaken(_ method: Method, _ choice: Choice, inOtherProcess: Bool) async throws {
        let desk = try Desk()
        let ada = try await desk.client().signUp(email: Desk.email, password: Desk.password)
        let server = LatchedServer(desk.server, at: method.rawValue)
        let client = try desk.patientClient(by: server)
        let restored = try #require(try await client.restore())
        let former = try await CardeaClient(desk.client(store: InMemoryStore()).configuration)
            .signIn(email: Desk.email, password: Desk.password)
        let late = Task { await failure { _ = try await method.signIn(client) } }
        await server.gate.arrivals(reach: 1)
        let sessions = desk.server.livingSessions
        // The other client shares the store, and does not wait at the gate.
        let other = inOtherProcess ? try desk.patientClient() : client
        var expected: String?
        switch choice {
        case .signOut: await other.signOut()
        case .signOutOnDevice: await other.signOut(endingSession: false)
        case .makeCurrent:
            try await client.makeCurrent(former)
            expected = former.uid
        case .signIn where inOtherProcess:
            expected = try await other.signUp(email: "bob@example.com", password: Desk.password).uid
        case .signIn:
            // A method whose response does not wait.
            expected =
                method == .password
                ? try await client.signInAnonymously().uid
                : try await client.signIn(email: Desk.email, password: Desk.password).uid
        }
        server.gate.open()
        #expect(await late.value?.code == .cancelled)
        #expect(try await desk.store.load()?.credential.profile?.userID == expected)
        if !inOtherProcess { #expect(client.currentUser?.uid == expected) }
        let change = choice == .signIn ? 1 : choice == .signOut ? -1 : 0
        // That of the late sign-in has ended.
        #expect(await eventually { desk.server.livingSessions == sessions - 1 + change })
        _ = (ada, restored)
    }

    @Test("a sign-in that fails overtakes none (U3)") func failedLater() async throws {
        let desk = try Desk()
        _ = try await desk.signedUp()
        let server = LatchedServer(desk.server, at: "accounts:signInWithPassword")
        let client = try desk.patientClient(by: server)
        let first = Task { try await client.signIn(email: Desk.email, password: Desk.password) }
        await server.gate.arrivals(reach: 1)
        desk.server.inject(.rejection("ADMIN_ONLY_OPERATION"), at: .signUp)
        #expect(await failure { _ = try await client.signInAnonymously() } != nil)
        server.gate.open()
        let user = try await first.value
        #expect(client.currentUser === user)
    }

    @Test("a link of a guest whose response comes after a sign-out leaves no session at the server (U6)")
    func guestLinked() async throws {
        let desk = try Desk()
        let server = LatchedServer(desk.server, at: "accounts:update")
        let client = try desk.patientClient(by: server)
        let user = try await client.signUp(email: Desk.email, password: Desk.password)
        let change = Task { await failure { try await user.updatePassword("another password") } }
        await server.gate.arrivals(reach: 1)
        #expect(desk.server.livingSessions == 1)
        await client.signOut()
        server.gate.open()
        #expect(await change.value?.code == .sessionEnded)
        #expect(await eventually { desk.server.livingSessions == 0 })
        #expect(try await desk.store.load() == nil)
    }

    @Test(
        "a sign-in whose page was open when the app ended is over after a later sign-in or sign-out (U8)",
        arguments: [true, false]
    )
    func resumed(isSignOut: Bool) async throws {
        let tests = try ResumptionTests()
        let transport = ScriptedTransport(responses: [
            ResumptionTests.page(), ResumptionTests.tokens(of: "bob"), ResumptionTests.tokens(of: "ada"),
            ResumptionTests.user("ada", "github.com"),
        ])
        let app = try tests.start(transport)
        let lost = await tests.open { try await app.signIn(with: .gitHub, through: $0) }
        defer { lost.cancel() }
        // The record of the page is kept for a test of the order: another process has not seen the sign-out yet.
        let kept = try #require(try await tests.kept())
        let next = try tests.start(transport)
        if isSignOut {
            await next.signOut()
        } else {
            try await next.signInAnonymously()
        }
        try await tests.store.sibling(named: "pending-sign-in")?.save(kept, replacing: nil)
        #expect(try await tests.start(transport).resumeSignIn(from: try tests.callback()) == nil)
        #expect(try await tests.kept() == nil)
        #expect(try await tests.store.load()?.credential.profile?.userID == (isSignOut ? nil : "bob"))
    }

    @Test("a restoration that a sign-out overtakes signs no user in") func restored() async throws {
        let desk = try Desk()
        _ = try await desk.signedUp()
        let client = try desk.client()
        let events = Recorder(client)
        async let user = client.restore()
        async let result = client.signOut()
        _ = await (try user, result)
        #expect(client.currentUser == nil)
        #expect(try await desk.store.load() == nil)
        #expect(events.all.last?.isSignedOut == true)
    }
}

extension CardeaEvent {
    fileprivate var isSignedOut: Bool {
        switch self {
        case .signedOut, .restored(.signedOut), .present(.signedOut): true
        default: false
        }
    }
}
