@testable import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing

/// A back end with no token endpoint: it accepts the access token and the refresh token.
///
/// The response to the refresh token has a new access token.
struct InBandTests {
    static let classifier = ResponseRule.issuedToken(
        in: .authorization,
        scheme: "Bearer",
        lifetime: .seconds(600)
    )
    .or(.unauthorized)

    static func fixture(
        rejected: @escaping @Sendable () -> Set<String>,
        before: @escaping @Sendable (String) async throws(TransportError) -> Void = { _ in }
    ) -> Fixture {
        Fixture(
            classifier: classifier,
            refreshesInBand: true,
            response: { (request, index) throws(TransportError) in
                let token = String(request.fields[.authorization]?.dropFirst("Bearer ".count) ?? "")
                try await before(token)
                if rejected().contains(token) { return CardeaResponse(status: 401) }
                let body = Data("\(token) \(request.url.path)".utf8)
                let isRefreshing = token.hasPrefix("refresh")
                let fields: HeaderFields = isRefreshing ? [.authorization: "Bearer issued-\(index)"] : [:]
                return CardeaResponse(status: 200, fields: fields, body: body)
            }
        )
    }

    @Test("after a 401 the request goes out with the refresh token; its response goes to the caller (R7)")
    func reactive() async throws {
        let fixture = Self.fixture(rejected: { ["access-1"] })
        try await fixture.signIn()
        let response = try await fixture.engine.data(for: Fixture.request("/a"))
        #expect(String(decoding: response.body, as: UTF8.self) == "refresh-1 /a")
        #expect(try await fixture.store.load()?.credential.accessToken == SessionSecret("issued-1"))
        #expect(try await fixture.engine.data(for: Fixture.request("/b")).status == 200)
        let sent = ["Bearer access-1", "Bearer refresh-1", "Bearer issued-1"]
        #expect(fixture.sentTokens == sent)
    }

    @Test("an HTML page with 401 ends no session, also as response to a refresh (rule 6)")
    func page() async throws {
        let page = CardeaResponse(status: 401, fields: [.contentType: "text/html"], body: Data("<html>".utf8))
        let fixture = Fixture(
            classifier: .issuedToken(in: .authorization, scheme: "Bearer").or(.ownUnauthorized),
            refreshesInBand: true,
            response: { (_, index) throws(TransportError) in
                index < 2 ? page : CardeaResponse(status: 200, fields: [.authorization: "Bearer issued"])
            }
        )
        try await fixture.signIn()
        #expect(try await fixture.engine.data(for: Fixture.request()) == page)
        fixture.clock.advance(by: .seconds(3600))
        #expect(try await fixture.engine.data(for: Fixture.request()) == page)
        #expect(fixture.engine.state.profile?.userID == "ada")
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(fixture.sentTokens == ["Bearer access-1", "Bearer refresh-1", "Bearer refresh-1"])
    }

    @Test("the stored expiry decides before sending which token is used (R8)")
    func proactive() async throws {
        let fixture = Self.fixture(rejected: { [] })
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(3599))
        _ = try await fixture.engine.data(for: Fixture.request())
        fixture.clock.advance(by: .seconds(1))
        _ = try await fixture.engine.data(for: Fixture.request())
        _ = try await fixture.engine.data(for: Fixture.request())
        #expect(fixture.sentTokens == ["Bearer access-1", "Bearer refresh-1", "Bearer issued-1"])
    }

    @Test("one request refreshes, the others wait for it (R7, X7)")
    func singleFlight() async throws {
        let gate = TestLatch()
        let fixture = Self.fixture(rejected: { [] }) { (token) throws(TransportError) in
            if token == "refresh-1" { await gate.pass() }
        }
        try await fixture.signIn(lifetime: .zero)
        let engine = fixture.engine
        let responses = await withTaskGroup(of: String?.self) { group in
            for index in 0..<20 {
                group.addTask {
                    (try? await engine.data(for: Fixture.request("/\(index)")).body)
                        .map { String(decoding: $0, as: UTF8.self) }
                }
            }
            await gate.arrivals(reach: 1)
            gate.open()
            return await group.reduce(into: Set<String>()) { all, one in if let one { all.insert(one) } }
        }
        #expect(responses.count == 20)
        #expect(responses.count { $0.hasPrefix("refresh-1 ") } == 1)
        #expect(fixture.transport.requests.count == 20)
    }

    @Test("rejected with the refresh token too: signed out, once, with the 401 (R7)")
    func rejected() async throws {
        let fixture = Self.fixture(rejected: { ["access-1", "refresh-1"] })
        try await fixture.signIn()
        let error = await failure { try await fixture.engine.data(for: Fixture.request()) }
        #expect(error?.code == .refreshRejected)
        #expect(error?.response?.status == 401)
        #expect(fixture.engine.state == .signedOut(.refreshRejected))
        #expect(try await fixture.store.load() == nil)
        #expect(await failure { try await fixture.engine.data(for: Fixture.request()) } != nil)
        #expect(fixture.transport.requests.count == 2)
    }

    @Test("the caller gets a response without a token, and a later request tries again")
    func noToken() async throws {
        let statuses = Mutex([503, 200])
        let fixture = Fixture(
            classifier: Self.classifier,
            refreshesInBand: true,
            response: { (_, _) throws(TransportError) in
                CardeaResponse(status: statuses.withLock { $0.removeFirst() })
            }
        )
        try await fixture.signIn(lifetime: .zero)
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 503)
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(fixture.sentTokens == ["Bearer refresh-1", "Bearer refresh-1"])
        #expect(fixture.engine.state.profile != nil)
    }

    @Test(
        "a refresh request without a token, or a lost one, has its own result, and the held requests continue (R7)",
        arguments: [true, false]
    )
    func inVain(isLost: Bool) async throws {
        let gate = TestLatch()
        let fixture = Fixture(
            { $0.refreshRetries = RetrySchedule(limit: 0) },
            classifier: Self.classifier,
            refreshesInBand: true,
            response: { (request, index) throws(TransportError) in
                if index == 0 { await gate.pass() }
                if index < 8 {
                    if isLost { throw .offline }
                    return CardeaResponse(status: 404)
                }
                let isRefreshing = request.fields[.authorization] == "Bearer refresh-1"
                return CardeaResponse(
                    status: 200,
                    fields: isRefreshing ? [.authorization: "Bearer issued"] : [:]
                )
            }
        )
        try await fixture.signIn(lifetime: .zero)
        let engine = fixture.engine
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<20 { group.addTask { try? await engine.data(for: Fixture.request()).status } }
            await gate.arrivals(reach: 1)
            #expect(await eventually { engine.core.withLock { $0.waiters.count(for: .refresh) } == 20 })
            gate.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        let (good, vain) = (statuses.count { $0 == 200 }, statuses.count { $0 == (isLost ? nil : 404) })
        #expect(good + vain == 20)
        // One that was lost on its way may go out again, with the token that another has brought meanwhile.
        #expect(isLost ? good >= 12 : good == 12)
        #expect(fixture.transport.requests.count == 8 + good)
    }

    @Test(
        "a request that must not reach the server twice is sent once, and the session continues",
        arguments: [true, false]
    )
    func lostResponse(isIdempotent: Bool) async throws {
        let fixture = Fixture(
            { $0.refreshRetries = RetrySchedule(limit: 2, delay: .zero) },
            classifier: Self.classifier,
            refreshesInBand: true,
            response: { (_, _) throws(TransportError) in throw .lostResponse }
        )
        try await fixture.signIn(lifetime: .zero)
        let request = Fixture.request(method: isIdempotent ? .get : .post)
        let options = RequestOptions(retries: RequestRetries(policy: RetrySchedule(limit: 0)))
        let error = await failure { try await fixture.engine.data(for: request, options: options) }
        #expect(error?.code == .transport)
        #expect(fixture.transport.requests.count == (isIdempotent ? 3 : 1))
        #expect(fixture.engine.state.profile != nil)
    }

    @Test(
        "the same with a token that is still good by its date: it does not go out again with that",
        arguments: [(RequestMethod.post, 1), (.get, 2)]
    )
    func lostBeforeItsTime(method: RequestMethod, count: Int) async throws {
        let store = InMemoryStore()
        let credential = Backend().signIn()
        try await store.save(
            CredentialRecord(
                version: .init(session: "ada", revision: 1),
                generation: 1,
                credential: credential,
                attempt: .init(idempotencyKey: "key", tokenHash: Data(count: 32))
            ),
            replacing: nil
        )
        let fixture = Fixture(
            { $0.refreshRetries = RetrySchedule(limit: 0) },
            store: store,
            classifier: Self.classifier,
            refreshesInBand: true,
            response: { (_, index) throws(TransportError) in
                if index == 0 { throw .lostResponse }
                return CardeaResponse(status: 200)
            }
        )
        let request = Fixture.request(method: method)
        let status = try? await fixture.engine.data(for: request).status
        #expect(status == (count == 1 ? nil : 200))
        #expect(fixture.sentTokens.first == "Bearer refresh-1")
        #expect(fixture.transport.requests.count == count)
    }

    @Test("the caller may leave; the token that its request brings is kept")
    func cancelled() async throws {
        let gate = TestLatch()
        let fixture = Self.fixture(rejected: { [] }) { (token) throws(TransportError) in
            if token == "refresh-1" { await gate.pass() }
        }
        try await fixture.signIn(lifetime: .zero)
        let call = Task { await failure { try await fixture.engine.data(for: Fixture.request()) } }
        await gate.arrivals(reach: 1)
        call.cancel()
        #expect(await call.value?.code == .cancelled)
        gate.open()
        #expect(await eventually { fixture.engine.accessToken == SessionSecret("issued-0") })
    }
}
