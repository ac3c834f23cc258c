import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct ReplayTests {
    @Test("six rejected requests: one refresh, one replay each (X7, R4)")
    func sixRejected() async throws {
        let gate = TestLatch()
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            response: { (request, index) throws(TransportError) in
                let response = backend.response(request)
                if index < 6 { await gate.pass() }
                return response
            }
        )
        try await fixture.signIn()
        backend.expireAccessTokens()
        let engine = fixture.engine
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for index in 0..<6 {
                group.addTask { try? await engine.data(for: Fixture.request("/\(index)")).status }
            }
            await gate.arrivals(reach: 6)
            gate.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 6))
        #expect(fixture.refresher.calls.count == 1)
        #expect(fixture.transport.requests.count == 12)
    }

    @Test("a 401 for an older token is replayed at once, with no refresh")
    func olderToken() async throws {
        let gate = TestLatch()
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            response: { (request, index) throws(TransportError) in
                if index == 0 { await gate.pass() }
                return backend.response(request)
            }
        )
        try await fixture.signIn()
        let slow = Task { try await fixture.engine.data(for: Fixture.request()) }
        await gate.arrivals(reach: 1)
        try await fixture.engine.refresh()
        gate.open()
        #expect(try await slow.value.status == 200)
        #expect(fixture.refresher.calls.count == 1)
        #expect(fixture.sentTokens == ["Bearer access-1", "Bearer access-2"])
    }

    @Test("while a rejected token is refreshed, new requests wait instead of going out with it (rule 9)")
    func staggered() async throws {
        let responses = TestLatch()
        let refreshes = TestLatch()
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            refresh: { (call, _) throws(RefreshFailure) in
                await refreshes.pass()
                return try backend.exchange(call.credential, call.attempt)
            },
            response: { (request, _) throws(TransportError) in
                let response = backend.response(request)
                await responses.pass()
                return response
            }
        )
        try await fixture.signIn()
        backend.expireAccessTokens()
        let engine = fixture.engine
        let succeeded = await withTaskGroup(of: Bool.self) { group in
            let call = { @Sendable in (try? await engine.data(for: Fixture.request()).status) == 200 }
            for _ in 0..<10 { group.addTask { await call() } }
            await responses.arrivals(reach: 10)
            responses.open()
            await refreshes.arrivals(reach: 1)
            for _ in 0..<100 { group.addTask { await call() } }
            refreshes.open()
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(succeeded == 110)
        #expect(fixture.transport.requests.count == 120)
        #expect(fixture.sentTokens.count { $0 == "Bearer access-1" } == 10)
    }

    @Test("every other failure is returned untouched (R4)", arguments: [400, 403, 404, 419, 500, 503])
    func otherStatus(status: Int) async throws {
        let fixture = Fixture(response: { (_, _) throws(TransportError) in CardeaResponse(status: status) })
        try await fixture.signIn()
        #expect(try await fixture.engine.data(for: Fixture.request()).status == status)
        #expect(fixture.refresher.calls.isEmpty)
        #expect(fixture.transport.requests.count == 1)
    }

    @Test("a transport error is reported as such, never as a sign-out (R11)")
    func transportError() async throws {
        let fixture = Fixture(response: { (_, _) throws(TransportError) in throw .lostResponse })
        try await fixture.signIn()
        let error = await failure { try await fixture.engine.data(for: Fixture.request()) }
        #expect(error == SessionError(.transport, transport: .lostResponse))
        #expect(fixture.refresher.calls.isEmpty)
        #expect(fixture.engine.state.profile != nil)
    }

    @Test(
        "a 401 for a valid token causes one replay, and the response reaches the caller; the session continues"
    )
    func stubborn401() async throws {
        let fixture = Fixture(response: { (_, _) throws(TransportError) in CardeaResponse(status: 401) })
        try await fixture.signIn()
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 401)
        #expect(fixture.transport.requests.count == 2)
        #expect(fixture.refresher.calls.count == 1)
        #expect(fixture.engine.state.profile != nil)
    }

    @Test(
        "an endpoint that always returns 401 fails its own callers only; other requests get 200 (client 1.1)"
    )
    func rejectingEndpoint() async throws {
        let fixture = rejecting { $0.hasPrefix("/forbidden") }
        try await fixture.signIn()
        for _ in 0..<20 {
            #expect(try await fixture.engine.data(for: Fixture.request("/forbidden")).status == 401)
            #expect(try await fixture.engine.data(for: Fixture.request("/things")).status == 200)
            fixture.clock.advance(by: .seconds(2))
        }
        // At 0 and at 30 seconds.
        #expect(fixture.refresher.calls.count == 2)
        #expect(fixture.engine.state.profile != nil)
    }

    @Test("at the limit, each 401 is returned to its caller, and other requests continue (rule 10)")
    func limit() async throws {
        let fixture = rejecting { $0.hasPrefix("/forbidden") }
        try await fixture.signIn()
        for path in 0..<8 {
            #expect(try await fixture.engine.data(for: Fixture.request("/forbidden/\(path)")).status == 401)
        }
        #expect(fixture.refresher.calls.count == 5)
        #expect(try await fixture.engine.data(for: Fixture.request("/things")).status == 200)
        fixture.clock.advance(by: .seconds(30))
        #expect(try await fixture.engine.data(for: Fixture.request("/forbidden/8")).status == 401)
        #expect(fixture.refresher.calls.count == 6)
    }

    /// A back end of which some paths reject every token.
    private func rejecting(_ isRejected: @escaping @Sendable (String) -> Bool) -> Fixture {
        let backend = Backend()
        return Fixture(
            backend: backend,
            response: { (request, _) throws(TransportError) in
                isRejected(request.url.path) ? CardeaResponse(status: 401) : backend.response(request)
            }
        )
    }

    @Test(
        "at the limit, each request for a newer credential than a rejected one fails (rule 10)"
    )
    func limitForAll() async throws {
        let fixture = Fixture { $0.refreshLimit = 1 }
        let engine = fixture.engine
        try await fixture.signIn()
        func replace() async -> SessionError? {
            await failure { try await engine.credential(replacing: #require(engine.credential)) }
        }
        #expect(await replace() == nil)
        let errors = await withTaskGroup(of: SessionError?.self) { group in
            for _ in 0..<20 { group.addTask { await replace() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.allSatisfy { $0?.code == .tooManyRefreshes })
        // The limit outlives a credential from outside, and does not concern what the app itself asks for.
        try await engine.updateCredential(fixture.backend.signIn(), cause: .reauthenticated)
        #expect(await replace()?.code == .tooManyRefreshes)
        try await engine.refresh()
        #expect(try await engine.data(for: Fixture.request()).status == 200)
        fixture.clock.advance(by: .seconds(30))
        #expect(await replace() == nil)
    }

    @Test("options: without credential, and without replay")
    func options() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        fixture.backend.expireAccessTokens()
        let bare = try await fixture.engine.data(for: Fixture.request(), options: .unauthenticated)
        #expect(bare.status == 200)
        let options = RequestOptions(isReplayed: false)
        #expect(try await fixture.engine.data(for: Fixture.request(), options: options).status == 401)
        #expect(fixture.sentTokens == [nil, "Bearer access-1"])
        #expect(fixture.refresher.calls.isEmpty)
    }

    @Test("the functions for other HTTP libraries authorize, classify and recover")
    func otherLibraries() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        fixture.backend.expireAccessTokens()
        let credential = try await fixture.engine.validCredential()
        var request = Fixture.request()
        try await fixture.engine.authorize(&request)
        #expect(request.fields[.authorization] == "Bearer access-1")
        let response = fixture.backend.response(request)
        #expect(fixture.engine.classify(response, to: request) == .expired)
        let newer = try await fixture.engine.credentialForRetry(
            after: response,
            to: request,
            sentWith: credential
        )
        #expect(newer?.accessToken == SessionSecret("access-2"))
        #expect(
            try await fixture.engine.credential(replacing: credential).accessToken
                == SessionSecret("access-2")
        )
        #expect(fixture.refresher.calls.count == 1)
        if let newer { fixture.engine.authorize(&request, with: newer) }
        #expect(request.fields[.authorization] == "Bearer access-2")
        var foreign = CardeaRequest(.get, Fixture.url("https://api.example.com.evil.tld/things"))
        fixture.engine.authorize(&foreign, with: credential)
        #expect(foreign.fields[.authorization] == nil)
    }

    @Test("another library's request is not sent again with the credential of a new user (rule 1)")
    func otherLibrariesOtherUser() async throws {
        let fixture = Fixture()
        let engine = fixture.engine
        try await fixture.signIn("ada")
        var request = Fixture.request()
        let credential = try #require(try await engine.authorize(&request))
        for _ in 0..<3 { try await engine.refresh() }
        let rejection = CardeaResponse(status: 401)
        #expect(
            try await engine.credentialForRetry(after: rejection, to: request, sentWith: credential)?
                .accessToken
                == SessionSecret("access-4")
        )
        try await fixture.signIn("grace")
        let error = await failure {
            try await engine.credentialForRetry(after: rejection, to: request, sentWith: credential)
        }
        #expect(error?.code == .signedOut)
        #expect(error?.response == rejection)
        #expect(await failure { try await engine.credential(replacing: credential) }?.code == .signedOut)
        #expect(fixture.refresher.calls.count == 3)
    }
}
