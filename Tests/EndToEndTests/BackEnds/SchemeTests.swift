import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// The kinds of tokens that back ends have (001), each against a server over HTTP.
struct SchemeTests {
    private func engine(
        _ server: PythonServer,
        _ store: any CredentialStore = InMemoryStore(),
        isExchanged: Bool = true,
        at endpoint: String = "exchange",
        rejection: ResponseRule = .unauthorized,
        atStart: Bool = false,
        clock: ManualClock = ManualClock(date: Date())
    ) -> SessionEngine {
        let refresher = OldForNewRefresher(
            endpoint: server.url.appending(path: endpoint),
            transport: SystemTransport(),
            fields: TokenFields(accessToken: "token", lifetime: "ttl"),
            rejection: rejection
        )
        return SessionEngine(
            configuration: SessionConfiguration(
                origins: server.origins,
                refreshRetries: RetrySchedule(delay: .zero),
                refreshesAtStart: atStart
            ),
            refresher: isExchanged ? refresher : nil,
            store: store,
            clock: clock
        )
    }

    /// Signs in as an app does whose back end has words of its own.
    private func login(_ server: PythonServer, life: Int? = nil) async throws -> SessionCredential {
        let reply = try await server.send(.post, "/login" + (life.map { "?life=\($0)" } ?? ""))
        let token = SessionSecret(try #require(reply["token"]))
        return SessionCredential(accessToken: token, lifetime: life.map { .seconds($0) })
    }

    private func things(_ server: PythonServer, _ engine: SessionEngine) async throws -> CardeaResponse {
        try await engine.data(for: CardeaRequest(.get, server.url.appending(path: "things")))
    }

    private func count(_ name: String, _ server: PythonServer) async throws -> Int {
        try #require(await server.send(.get, "/counts").object[name] as? Int)
    }

    @Test("one token that lives for a year, and is never refreshed (X1)")
    func oneTokenLives() async throws {
        let server = try await PythonServer.start("schemes.py")
        let clock = ManualClock(date: Date())
        let engine = engine(server, isExchanged: false, clock: clock)
        try await engine.signIn(with: try await login(server, life: 31_536_000))
        clock.advance(by: .seconds(31_000_000))
        #expect(try await things(server, engine).status == 200)
        _ = try await server.send(.post, "/end")
        // The response goes to its caller; a token that nothing can replace is not thrown away for it.
        #expect(try await things(server, engine).status == 401)
        #expect(engine.state == .signedIn(UserProfile()))
    }

    @Test("a bare token without a known expiry works (K9)")
    func bareTokenKnown() async throws {
        let server = try await PythonServer.start("schemes.py")
        let engine = engine(server, isExchanged: false)
        try await engine.signIn(with: try await login(server))
        #expect(try await things(server, engine).status == 200)
        await #expect(throws: SessionError(.notRefreshable)) { try await engine.refresh() }
    }

    @Test("an expired token is exchanged once for any number of requests (X3, X7)")
    func tokenOverExchanged() async throws {
        let server = try await PythonServer.start("schemes.py")
        let clock = ManualClock(date: Date())
        let engine = engine(server, clock: clock)
        try await engine.signIn(with: try await login(server, life: 600))
        clock.advance(by: .seconds(700))
        let responses = try await withThrowingTaskGroup(of: CardeaResponse.self) { group in
            for _ in 0..<50 { group.addTask { try await things(server, engine) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(responses.allSatisfy { $0.status == 200 })
        #expect(try await count("exchanges", server) == 1)
        #expect(try await count("reuses", server) == 0)
    }

    @Test(
        "two engines on one store exchange an expired token once, and both continue (X3, X7, rule 5)"
    )
    func twoEngines() async throws {
        let server = try await PythonServer.start("schemes.py")
        let directory = try TemporaryDirectory()
        let path = URL(filePath: try directory.file("store"))
        // Each on a store of its own over the same files, as in two processes.
        let engines = (0..<2).map { _ in engine(server, EncryptedFileStore(directory: path)) }
        let token = try await login(server, life: 600).accessToken
        try await engines[0].signIn(with: SessionCredential(accessToken: token, lifetime: .zero))
        _ = try await engines[1].restore()
        _ = try await server.send(.post, "/expire")
        let responses = try await withThrowingTaskGroup(of: CardeaResponse.self) { group in
            for number in 0..<40 { group.addTask { try await things(server, engines[number % 2]) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(responses.allSatisfy { $0.status == 200 })
        #expect(engines[0].accessToken == engines[1].accessToken)
        #expect(try await count("exchanges", server) == 1)
        #expect(try await count("reuses", server) == 0)
    }

    @Test(
        "an exchange that a code in a 200 rejects ends the session, and is not tried again (X8, X11, R6)"
    )
    func rejectedByCode() async throws {
        let server = try await PythonServer.start("schemes.py")
        let rejection = ResponseRule.bodyCode("rcode", expired: [30063])
        let engine = engine(server, at: "codes/exchange", rejection: rejection)
        try await engine.signIn(with: try await login(server, life: 600))
        try await engine.refresh()
        #expect(try await count("exchanges", server) == 1)
        _ = try await server.send(.post, "/end")
        for _ in 0..<20 {
            await #expect(throws: SessionError.self) { _ = try await things(server, engine) }
        }
        #expect(engine.state == .signedOut(.refreshRejected))
        #expect(try await count("rejections", server) == 1)
    }

    @Test("a refresh whose response was lost is sent again with the same key, and is no reuse (X3, K13)")
    func lostResponseAsked()
        async throws
    {
        let server = try await PythonServer.start("schemes.py")
        let engine = engine(server)
        try await engine.signIn(with: try await login(server, life: 600))
        _ = try await server.send(.post, "/fault?path=/exchange&kind=lost")
        _ = try await server.send(.post, "/fault?path=/exchange&kind=503")
        try await engine.refresh()
        #expect(try await things(server, engine).status == 200)
        #expect(try await count("exchanges", server) == 1)
        #expect(try await count("reuses", server) == 0)
    }

    @Test("a token that another device has exchanged ends the session (X4)")
    func tokenSomebodyElse() async throws {
        let server = try await PythonServer.start("schemes.py")
        let (mine, thief) = (engine(server), engine(server))
        let credential = try await login(server, life: 600)
        try await mine.signIn(with: credential)
        try await thief.signIn(with: credential)
        try await thief.refresh()
        await #expect(throws: SessionError(.refreshRejected, reason: .refreshRejected)) {
            try await mine.refresh()
        }
        #expect(mine.state == .signedOut(.refreshRejected))
        await #expect(throws: SessionError.self) { try await thief.refresh() }
    }

    @Test("the token is exchanged at the start of the app (X5)")
    func tokenExchangedStart() async throws {
        let server = try await PythonServer.start("schemes.py")
        let store = InMemoryStore()
        let credential = try await login(server, life: 600)
        try await engine(server, store).signIn(with: credential)
        let engine = engine(server, store, atStart: true)
        try await engine.restore()
        try await until("a new token") { engine.accessToken != credential.accessToken }
        #expect(try await things(server, engine).status == 200)
        #expect(try await count("exchanges", server) == 1)
    }
}
