import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing

struct StepUpTests {
    static let challenge = StepUpChallenge(acrValues: ["gold"], maxAge: .seconds(60))
    static let rejection = CardeaResponse(
        status: 401,
        fields: [
            .wwwAuthenticate:
                #"Bearer error="insufficient_user_authentication", acr_values="gold", max_age=60"#
        ]
    )

    /// Asks for a better token than the first.
    static func response(_ request: CardeaRequest) -> CardeaResponse {
        request.fields[.authorization] == "Bearer better" ? CardeaResponse(status: 200) : rejection
    }

    /// The app's side: the user, who does what is asked, or does not.
    final class Desk: Sendable {
        let gate = TestLatch()
        let prompts = Mutex(0)
        let isWilling: Bool

        init(isWilling: Bool = true) { self.isWilling = isWilling }

        func ask(_ challenge: StepUpChallenge) async -> SessionCredential? {
            #expect(challenge == StepUpTests.challenge)
            prompts.withLock { $0 += 1 }
            await gate.pass()
            return isWilling
                ? SessionCredential(accessToken: SessionSecret("better"), lifetime: .seconds(3600)) : nil
        }
    }

    func fixture(_ desk: Desk?) -> Fixture {
        var handler: StepUpHandler?
        if let desk { handler = { challenge in await desk.ask(challenge) } }
        return Fixture(
            stepUp: handler,
            response: { (request, _) throws(TransportError) in Self.response(request) }
        )
    }

    @Test("without an authenticator the challenge reaches the app as error (X12)")
    func noHandler() async throws {
        let fixture = fixture(nil)
        try await fixture.signIn()
        let error = await failure { try await fixture.engine.data(for: Fixture.request()) }
        #expect(error?.code == .stepUpRequired)
        #expect(error?.stepUp == Self.challenge)
        #expect(error?.response == Self.rejection)
        #expect(fixture.refresher.calls.isEmpty)
        #expect(fixture.engine.state.profile != nil)
    }

    @Test(
        "after challenges of several requests, the user is asked once, and all requests are sent again (X12)"
    )
    func onePrompt() async throws {
        let desk = Desk()
        let fixture = fixture(desk)
        try await fixture.signIn()
        let engine = fixture.engine
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<8 { group.addTask { try? await engine.data(for: Fixture.request()).status } }
            await desk.gate.arrivals(reach: 1)
            await fixture.transport.requests(reach: 8)
            desk.gate.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 8))
        #expect(desk.prompts.withLock(\.self) == 1)
        #expect(fixture.transport.requests.count == 16)
        #expect(await fixture.events.count(.tokenChanged(.reauthenticated)) == 1)
    }

    @Test("after the user cancels, the same request does not ask again")
    func declined() async throws {
        let desk = Desk(isWilling: false)
        desk.gate.open()
        let fixture = fixture(desk)
        try await fixture.signIn()
        let error = await failure { try await fixture.engine.data(for: Fixture.request()) }
        #expect(error?.code == .stepUpRequired)
        #expect(error?.stepUp == Self.challenge)
        #expect(desk.prompts.withLock(\.self) == 1)
        #expect(fixture.transport.requests.count == 1)
    }

    @Test("an authentication that is not sufficient fails with an error, without a loop")
    func notEnough() async throws {
        let fixture = Fixture(
            stepUp: { _ in
                SessionCredential(accessToken: SessionSecret("no better"), lifetime: .seconds(3600))
            },
            response: { (_, _) throws(TransportError) in Self.rejection }
        )
        try await fixture.signIn()
        let error = await failure { try await fixture.engine.data(for: Fixture.request()) }
        #expect(error?.code == .stepUpRequired)
        #expect(fixture.transport.requests.count == 2)
    }

    @Test("a request that waited for another challenge may be challenged again")
    func another() async throws {
        let (desk, slow) = (Desk(), TestLatch())
        desk.gate.open()
        let fixture = Fixture(
            stepUp: { challenge in
                guard challenge == Self.challenge else {
                    return SessionCredential(accessToken: SessionSecret("best"))
                }
                return await desk.ask(challenge)
            },
            response: { (request, index) throws(TransportError) in
                if index == 0 { await slow.pass() }
                let best = #"Bearer error="insufficient_user_authentication", acr_values="platinum""#
                switch (request.url.path, request.fields[.authorization]) {
                case ("/best", "Bearer best"), ("/better", "Bearer better"):
                    return CardeaResponse(status: 200)
                case ("/best", "Bearer better"):
                    return CardeaResponse(status: 401, fields: [.wwwAuthenticate: best])
                default: return Self.rejection
                }
            }
        )
        try await fixture.signIn()
        let engine = fixture.engine
        let later = Task { try await engine.data(for: Fixture.request("/best")).status }
        await slow.arrivals(reach: 1)
        #expect(try await engine.data(for: Fixture.request("/better")).status == 200)
        slow.open()
        #expect(try await later.value == 200)
        #expect(desk.prompts.withLock(\.self) == 1)
        #expect(fixture.engine.accessToken == SessionSecret("best"))
    }

    @Test("the credential of an authentication goes to the session of its challenge, and to no other")
    func otherUser() async throws {
        let desk = Desk()
        let fixture = fixture(desk)
        try await fixture.signIn()
        let call = Task { await failure { try await fixture.engine.data(for: Fixture.request()) } }
        await desk.gate.arrivals(reach: 1)
        try await fixture.engine.signIn(with: SessionCredential(accessToken: SessionSecret("other user's")))
        desk.gate.open()
        #expect(await call.value?.code == .signedOut)
        for _ in 0..<100 { await Task.yield() }
        #expect(fixture.engine.accessToken == SessionSecret("other user's"))
    }

    @Test("a sign-out while the user is asked ends the requests that wait")
    func signOut() async throws {
        let desk = Desk()
        let fixture = fixture(desk)
        try await fixture.signIn()
        let call = Task { await failure { try await fixture.engine.data(for: Fixture.request()) } }
        await desk.gate.arrivals(reach: 1)
        await fixture.engine.signOut()
        let error = await call.value
        #expect(error?.code == .signedOut)
        #expect(error?.response == Self.rejection)
        desk.gate.open()
    }

    @Test("a challenged request of the authenticator fails, and does not deadlock")
    func ownCall() async throws {
        let engine = Mutex<SessionEngine?>(nil)
        let own = Mutex<SessionError?>(nil)
        let fixture = Fixture(
            stepUp: { _ in
                let error = await failure {
                    try await engine.withLock(\.self)?.data(for: Fixture.request("/sign-in-page"))
                }
                own.withLock { $0 = error }
                return nil
            },
            response: { (request, _) throws(TransportError) in Self.response(request) }
        )
        engine.withLock { $0 = fixture.engine }
        try await fixture.signIn()
        let error = await failure { try await fixture.engine.data(for: Fixture.request()) }
        #expect(error?.code == .stepUpRequired)
        #expect(own.withLock(\.self)?.stepUp == Self.challenge)
        #expect(fixture.transport.requests.map(\.url.path) == ["/things", "/sign-in-page"])
    }

    @Test("a cancelled request stops waiting, and the others wait")
    func leave() async throws {
        let desk = Desk()
        let fixture = fixture(desk)
        try await fixture.signIn()
        let engine = fixture.engine
        let first = Task { await failure { try await engine.data(for: Fixture.request()) } }
        await desk.gate.arrivals(reach: 1)
        let second = Task { try await engine.data(for: Fixture.request()).status }
        await fixture.transport.requests(reach: 2)
        first.cancel()
        #expect(await first.value?.code == .cancelled)
        desk.gate.open()
        #expect(try await second.value == 200)
    }
}
