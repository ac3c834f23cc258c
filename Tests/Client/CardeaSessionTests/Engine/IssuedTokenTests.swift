import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct IssuedTokenTests {
    static let classifier = ResponseRule.issuedToken(in: "x-access-token", lifetime: .seconds(600)).or(
        .unauthorized
    )

    static func response(_ token: String) -> CardeaResponse {
        CardeaResponse(status: 200, fields: ["x-access-token": token])
    }

    @Test("a token in a response is stored before the caller gets the response (R7)")
    func stored() async throws {
        let fixture = Fixture(
            classifier: Self.classifier,
            response: { (_, index) throws(TransportError) in Self.response("issued-\(index)") }
        )
        try await fixture.signIn()
        for index in 0..<3 {
            #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
            let stored = try await fixture.store.load()?.credential
            #expect(stored?.accessToken == SessionSecret("issued-\(index)"))
            #expect(stored?.refreshToken == SessionSecret("refresh-1"))
            #expect(stored?.profile?.userID == "ada")
        }
        #expect(fixture.sentTokens == ["Bearer access-1", "Bearer issued-0", "Bearer issued-1"])
        #expect(await fixture.events.count(.tokenChanged(.refreshed)) == 3)
    }

    @Test(
        "a token in a response is adopted with any result of the request (R7)",
        arguments: [200, 404, 409, 500]
    )
    func whateverElse(status: Int) async throws {
        let fixture = Fixture(
            classifier: Self.classifier,
            response: { (_, _) throws(TransportError) in
                CardeaResponse(status: status, fields: ["x-access-token": "issued"])
            }
        )
        try await fixture.signIn()
        let options = RequestOptions(isReplayed: false)
        #expect(try await fixture.engine.data(for: Fixture.request(), options: options).status == status)
        #expect(fixture.engine.accessToken == SessionSecret("issued"))
    }

    @Test("tokens out of order: an older one does not replace a newer")
    func outOfOrder() async throws {
        let gate = TestLatch()
        let fixture = Fixture(
            classifier: Self.classifier,
            response: { (request, _) throws(TransportError) in
                if request.url.path == "/slow" { await gate.pass() }
                return Self.response("issued-\(request.url.path)")
            }
        )
        try await fixture.signIn()
        let slow = Task { try await fixture.engine.data(for: Fixture.request("/slow")).status }
        await gate.arrivals(reach: 1)
        _ = try await fixture.engine.data(for: Fixture.request("/fast"))
        gate.open()
        #expect(try await slow.value == 200)
        #expect(fixture.engine.accessToken == SessionSecret("issued-/fast"))
        #expect(try await fixture.store.load()?.credential.accessToken == SessionSecret("issued-/fast"))
    }

    @Test("a token that arrives during a refresh does not replace the refreshed token")
    func duringRefresh() async throws {
        let (responses, refreshes) = (TestLatch(), TestLatch())
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            classifier: Self.classifier,
            refresh: { (call, _) throws(RefreshFailure) in
                await refreshes.pass()
                return try backend.exchange(call.credential, call.attempt)
            },
            response: { (_, _) throws(TransportError) in
                await responses.pass()
                return Self.response("issued")
            }
        )
        try await fixture.signIn()
        let call = Task { try await fixture.engine.data(for: Fixture.request()).status }
        await responses.arrivals(reach: 1)
        let refresh = Task { try await fixture.engine.refresh() }
        await refreshes.arrivals(reach: 1)
        responses.open()
        #expect(try await call.value == 200)
        refreshes.open()
        #expect(try await refresh.value.accessToken == SessionSecret("access-2"))
        #expect(try await fixture.store.load()?.credential.refreshToken == SessionSecret("refresh-2"))
    }

    @Test("a token that cannot be stored is used, and written later")
    func pending() async throws {
        let fixture = Fixture(
            classifier: Self.classifier,
            response: { (_, _) throws(TransportError) in Self.response("issued") }
        )
        try await fixture.signIn()
        fixture.store.fail(.save, .failed, times: 1)
        _ = try await fixture.engine.data(for: Fixture.request())
        #expect(fixture.engine.accessToken == SessionSecret("issued"))
        #expect(await fixture.events.count(.persistencePending) == 1)
    }

    @Test("a token that arrives after the sign-out is ignored")
    func signedOut() async throws {
        let gate = TestLatch()
        let fixture = Fixture(
            classifier: Self.classifier,
            response: { (_, _) throws(TransportError) in
                await gate.pass()
                return Self.response("issued")
            }
        )
        try await fixture.signIn()
        let call = Task { try await fixture.engine.data(for: Fixture.request()).status }
        await gate.arrivals(reach: 1)
        await fixture.engine.signOut()
        gate.open()
        #expect(try await call.value == 200)
        #expect(fixture.engine.accessToken == nil)
        #expect(try await fixture.store.load() == nil)
    }
}
