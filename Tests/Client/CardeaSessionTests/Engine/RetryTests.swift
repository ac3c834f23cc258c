import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct RetryTests {
    static func retrying(_ configuration: inout SessionConfiguration) {
        configuration.requestRetries = RequestRetries(policy: RetrySchedule())
    }

    @Test(
        "time-outs are retried up to the limit, then reported as a network error, never as a sign-out (R5, R11)"
    )
    func timeOuts() async throws {
        let fixture = Fixture(
            Self.retrying,
            response: { (_, _) throws(TransportError) in throw .lostResponse }
        )
        try await fixture.signIn()
        let call = Task { await failure { try await fixture.engine.data(for: Fixture.request()) } }
        for seconds in [1, 2, 4] {
            await fixture.clock.untilSomeoneSleeps(for: .seconds(seconds))
            fixture.clock.advance(by: .seconds(seconds))
        }
        #expect(await call.value == SessionError(.transport, transport: .lostResponse))
        #expect(fixture.transport.requests.count == 4)
        #expect(fixture.refresher.calls.isEmpty)
        #expect(fixture.engine.state.profile != nil)
    }

    /// A network that swallows every request, until its timeout.
    private static func silent(_ clock: ManualClock) -> ScriptedTransport.Script {
        { (request, _) throws(TransportError) in
            try? await clock.sleep(for: request.timeout)
            throw TransportError(.timedOut, mayHaveBeenReceived: true, description: "silent")
        }
    }

    @Test(
        "a call ends at its deadline, with all its retries, on a silent network (client 3)",
        arguments: [
            (20, nil, [20, 20, 17]), (60, nil, [60]), (90, nil, [90]), (20, 30, [20, 9]), (60, 5, [5]),
            (90, 60, [60]),
        ]
    )
    func deadline(timeout: Int, deadline: Int?, attempts: [Int]) async throws {
        let clock = ManualClock()
        let fixture = Fixture(Self.retrying, clock: clock, response: Self.silent(clock))
        try await fixture.signIn()
        var request = Fixture.request()
        request.timeout = .seconds(timeout)
        let options = RequestOptions(deadline: deadline.map { .seconds($0) })
        let begun = clock.uptime
        let call = Task { await failure { try await fixture.engine.data(for: request, options: options) } }
        _ = await clock.advance { fixture.transport.requests.count == attempts.count }
        await clock.untilSomeoneSleeps(for: .seconds(attempts.last ?? 0))
        clock.advance(by: .seconds(attempts.last ?? 0))
        #expect(await call.value?.transport?.code == .timedOut)
        #expect(fixture.transport.requests.map(\.timeout) == attempts.map { .seconds($0) })
        #expect(clock.uptime - begun == .seconds(deadline ?? max(timeout, 60)))
    }

    @Test("a call whose refresh takes too long ends at its own deadline; the refresh continues (client 3)")
    func deadlineOfTheWait() async throws {
        let gate = TestLatch()
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            refresh: { (call, _) throws(RefreshFailure) in
                await gate.pass()
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let options = RequestOptions(deadline: .seconds(5))
        var request = Fixture.request()
        request.timeout = .seconds(5)
        let call = Task { [request] in
            await failure { try await fixture.engine.data(for: request, options: options) }
        }
        await gate.arrivals(reach: 1)
        await fixture.clock.untilSomeoneSleeps(for: .seconds(5))
        fixture.clock.advance(by: .seconds(5))
        #expect(await call.value?.code == .refreshTimedOut)
        gate.open()
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(fixture.refresher.calls.count == 1)
    }

    @Test("a retry carries the token of its time")
    func newerToken() async throws {
        let backend = Backend()
        let fixture = Fixture(
            Self.retrying,
            backend: backend,
            response: { (request, index) throws(TransportError) in
                guard index == 0 else { return backend.response(request) }
                return CardeaResponse(status: 503, fields: [.retryAfter: "30"])
            }
        )
        try await fixture.signIn()
        let call = Task { try await fixture.engine.data(for: Fixture.request()).status }
        await fixture.clock.untilSomeoneSleeps(for: .seconds(30))
        try await fixture.engine.refresh()
        fixture.clock.advance(by: .seconds(30))
        #expect(try await call.value == 200)
        #expect(fixture.sentTokens == ["Bearer access-1", "Bearer access-2"])
    }

    @Test("a cancelled request is not tried again")
    func cancelled() async throws {
        let fixture = Fixture(Self.retrying, response: { (_, _) throws(TransportError) in throw .offline })
        try await fixture.signIn()
        let call = Task { await failure { try await fixture.engine.data(for: Fixture.request()) } }
        await fixture.clock.untilSomeoneSleeps(for: .seconds(1))
        call.cancel()
        #expect(await call.value?.code == .cancelled)
        #expect(fixture.transport.requests.count == 1)
    }

    @Test("the retry policy of a request replaces the default, also without a credential")
    func override() async throws {
        let fixture = Fixture(
            Self.retrying,
            response: { (_, _) throws(TransportError) in throw .lostResponse }
        )
        let once = RequestOptions(isAuthorized: false, retries: RequestRetries.none)
        #expect(await failure { try await fixture.engine.data(for: Fixture.request(), options: once) } != nil)
        #expect(fixture.transport.requests.count == 1)
        let twice = RequestOptions(
            isAuthorized: false,
            retries: RequestRetries(policy: RetrySchedule(limit: 1, delay: .zero), methods: [.post])
        )
        let request = Fixture.request(method: .post)
        #expect(await failure { try await fixture.engine.data(for: request, options: twice) } != nil)
        #expect(fixture.transport.requests.count == 3)
    }

    @Test("a response that is rejected after the last retry reaches the caller unchanged")
    func stays() async throws {
        let fixture = Fixture(
            { $0.requestRetries = RequestRetries(policy: RetrySchedule(limit: 2, delay: .zero)) },
            response: { (_, index) throws(TransportError) in
                CardeaResponse(status: 503, body: Data("\(index)".utf8))
            }
        )
        try await fixture.signIn()
        let response = try await fixture.engine.data(for: Fixture.request())
        #expect(response.status == 503)
        #expect(response.body == Data("2".utf8))
    }

    @Test("a POST that followed a redirect to an unreachable address is not sent again (R11)")
    func redirectToNowhere() async throws {
        let fixture = Fixture(
            { $0.requestRetries = RequestRetries(policy: RetrySchedule(limit: 3, delay: .zero)) },
            response: { (request, _) throws(TransportError) in
                guard request.method == .post else { throw .offline }
                return CardeaResponse(status: 303, fields: [.location: "https://elsewhere.example.com/"])
            }
        )
        try await fixture.signIn()
        let error = await failure { try await fixture.engine.data(for: Fixture.request(method: .post)) }
        #expect(error?.transport?.code == .cannotConnect)
        #expect(error?.transport?.mayHaveBeenReceived == true)
        #expect(fixture.transport.requests.map(\.method) == [.post, .get])
    }
}
