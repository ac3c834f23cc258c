import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

/// Back ends that response 200 to everything, and requests that fail with what began it.
struct ClassificationTests {
    static let codes = ResponseRule.bodyCode("rcode", expired: [30061], signedOutElsewhere: [30062])

    static func response(_ code: Int) -> CardeaResponse {
        CardeaResponse(status: 200, body: Data(#"{"rcode":\#(code)}"#.utf8))
    }

    @Test("code 30061 in a 200 causes a refresh, a replay, and the second response reaches the caller (X8)")
    func expired() async throws {
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            classifier: Self.codes,
            response: { (request, _) throws(TransportError) in
                Self.response(backend.response(request).status == 200 ? 0 : 30061)
            }
        )
        try await fixture.signIn()
        backend.expireAccessTokens()
        #expect(try await fixture.engine.data(for: Fixture.request()) == Self.response(0))
        #expect(fixture.sentTokens == ["Bearer access-1", "Bearer access-2"])
    }

    @Test("signed in elsewhere: everyone fails with it, one event, and no network afterwards (X8, X11, R6)")
    func elsewhere() async throws {
        let gate = TestLatch()
        let fixture = Fixture(
            classifier: Self.codes,
            response: { (_, _) throws(TransportError) in
                await gate.pass()
                return Self.response(30062)
            }
        )
        try await fixture.signIn()
        let engine = fixture.engine
        let reasons = await withTaskGroup(of: SignOutReason?.self) { group in
            for _ in 0..<10 {
                group.addTask { await failure { try await engine.data(for: Fixture.request()) }?.reason }
            }
            await gate.arrivals(reach: 10)
            gate.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reasons == Array(repeating: .signedInElsewhere, count: 10))
        let later = await failure { try await engine.data(for: Fixture.request()) }
        #expect(later?.reason == .signedInElsewhere)
        #expect(fixture.transport.requests.count == 10)
        #expect(await fixture.events.count(.signedOut(.signedInElsewhere)) == 1)
        #expect(try await eventually { try await fixture.store.load() == nil })
    }

    @Test(
        "the error of a refresh carries the original 401",
        arguments: [RefreshFailure.rejected(), .transient("")]
    )
    func carries(reason: RefreshFailure) async throws {
        let rejection = CardeaResponse(status: 401, body: Data("original".utf8))
        let fixture = Fixture(
            refresh: { (_, _) throws(RefreshFailure) in throw reason },
            response: { (_, _) throws(TransportError) in rejection }
        )
        try await fixture.signIn()
        let error = await failure { try await fixture.engine.data(for: Fixture.request()) }
        #expect(error?.response == rejection)
        #expect(error?.code == (reason == .rejected() ? .refreshRejected : .refreshFailed))
        #expect(fixture.transport.requests.count == 1)
    }
}
