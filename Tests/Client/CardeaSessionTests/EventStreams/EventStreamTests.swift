import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

@testable import CardeaSession

struct EventStreamTests {
    static func stream(_ pieces: [String], failure: TransportError? = nil) -> HTTPStreamedResponse {
        HTTPStreamedResponse(
            status: 200,
            fields: [.contentType: "text/event-stream; charset=utf-8"],
            body: HTTPBytes(pieces, failure: failure)
        )
    }

    static let end = HTTPStreamedResponse(status: 204, body: HTTPBytes(Data()))
    static let atOnce = RetrySchedule(limit: 2, delay: .zero)

    func collect(_ fixture: Fixture) async throws -> [String] {
        var all: [String] = []
        for try await event in fixture.engine.serverSentEvents(
            for: Fixture.request(),
            reconnects: Self.atOnce
        ) {
            all.append("\(event.id) \(event.name) \(event.data)")
        }
        return all
    }

    @Test("events continue after a break, with the last id and a new token")
    func reconnect() async throws {
        let backend = Backend()
        let transport = StreamingTransport { (request, index) throws(TransportError) in
            let response = backend.response(request)
            guard response.status == 200 else {
                return HTTPStreamedResponse(status: response.status, body: HTTPBytes(Data()))
            }
            switch index {
            case 0:
                // The token dies while the stream runs.
                backend.expireAccessTokens()
                return Self.stream(["id: 1\ndata: a", "\n\ndata: lost"], failure: .lostResponse)
            case 2: return Self.stream(["event: x\ndata: b\n\n"])
            default: return Self.end
            }
        }
        let fixture = Fixture(backend: backend, streams: transport)
        try await fixture.signIn()
        #expect(try await collect(fixture) == ["1 message a", "1 x b"])
        #expect(fixture.refresher.calls.count == 1)
        let requests = transport.requests
        #expect(requests.map { $0.fields["last-event-id"] } == [nil, "1", "1", "1"])
        let tokens = ["access-1", "access-1", "access-2", "access-2"].map { "Bearer \($0)" }
        #expect(requests.map { $0.fields[.authorization] } == tokens)
        #expect(requests.allSatisfy { $0.fields[.accept] == "text/event-stream" })
    }

    @Test("a connection that fails is tried again up to the limit, and then throws")
    func limit() async throws {
        let transport = StreamingTransport { (_, index) throws(TransportError) in
            if index == 1 { return HTTPStreamedResponse(status: 503, body: HTTPBytes(Data())) }
            throw .offline
        }
        let fixture = Fixture(streams: transport)
        try await fixture.signIn()
        let error = await failure { try await collect(fixture) }
        #expect(error?.code == .transport)
        #expect(transport.requests.count == 3)
    }

    /// Reads a server that names a delay, cannot be reached twice, and then has no more to tell.
    private func waits(_ wanted: String, _ reconnects: RetrySchedule, _ pauses: [Duration]) async throws {
        let transport = StreamingTransport { (_, index) throws(TransportError) in
            switch index {
            case 0: return Self.stream(["retry: \(wanted)\n"])
            case 3: return Self.end
            default: throw .offline
            }
        }
        let fixture = Fixture(streams: transport)
        try await fixture.signIn()
        let events = fixture.engine.serverSentEvents(for: Fixture.request(), reconnects: reconnects)
        let reader = Task {
            var reader = events.makeAsyncIterator()
            return try await reader.next()
        }
        for pause in pauses {
            await fixture.clock.untilSomeoneSleeps(for: pause)
            fixture.clock.advance(by: pause)
        }
        #expect(try await reader.value == nil)
    }

    @Test("the delay is the server's, and doubles while no response arrives")
    func delays() async throws {
        let pauses: [Duration] = [.milliseconds(500), .milliseconds(500), .seconds(1)]
        try await waits("500", RetrySchedule(delay: .seconds(3)), pauses)
    }

    @Test(
        "if the server's delay is zero and it cannot be reached, the reader pauses between attempts"
    )
    func noDelay() async throws {
        try await waits("0", RetrySchedule(limit: 2, delay: .seconds(3)), [.seconds(3), .seconds(6)])
    }

    @Test(
        "a server's Retry-After is respected, also with a short configured delay",
        arguments: [429, 503]
    )
    func retryAfter(status: Int) async throws {
        let transport = StreamingTransport { (_, index) throws(TransportError) in
            switch index {
            case 0:
                let fields: HeaderFields = [.retryAfter: "120"]
                return HTTPStreamedResponse(status: status, fields: fields, body: HTTPBytes(Data()))
            case 1: throw .offline
            default: return Self.end
            }
        }
        let fixture = Fixture(streams: transport)
        try await fixture.signIn()
        let reader = Task {
            let policy = RetrySchedule(delay: .seconds(3))
            var reader = fixture.engine.serverSentEvents(for: Fixture.request(), reconnects: policy)
                .makeAsyncIterator()
            return try await reader.next()
        }
        for pause in [Duration.seconds(120), .seconds(6)] {
            #expect(await eventually { fixture.clock.sleepers == 1 })
            fixture.clock.advance(by: pause - .seconds(1))
            #expect(fixture.clock.sleepers == 1)
            fixture.clock.advance(by: .seconds(1))
        }
        #expect(try await reader.value == nil)
        #expect(transport.requests.count == 3)
    }

    @Test(
        "the token endpoint's Retry-After is respected, and the stream begins after it (client 1.5)"
    )
    func tokenEndpointRetryAfter() async throws {
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            streams: StreamingTransport { (_, _) throws(TransportError) in Self.end },
            refresh: { (call, index) throws(RefreshFailure) in
                if index == 0 { throw .transient(retryAfter: .seconds(90)) }
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let reader = Task {
            let policy = RetrySchedule(delay: .seconds(3))
            var reader = fixture.engine.serverSentEvents(for: Fixture.request(), reconnects: policy)
                .makeAsyncIterator()
            return try await reader.next()
        }
        await fixture.clock.untilSomeoneSleeps(for: .seconds(90))
        fixture.clock.advance(by: .seconds(90))
        #expect(try await reader.value == nil)
        #expect(fixture.refresher.calls.count == 2)
    }

    static let failures: [(TransportError.Code, passes: Bool)] = [
        (.timedOut, true), (.cannotConnect, true), (.connectionLost, true), (.other, true),
        (.invalidRequest, false), (.secureConnectionFailed, false),
    ]

    @Test("a permanent failure ends the stream, and a temporary one is tried again", arguments: failures)
    func passing(code: TransportError.Code, passes: Bool) async throws {
        let transport = StreamingTransport { (_, index) throws(TransportError) in
            if index > 0 { return Self.end }
            throw TransportError(code, mayHaveBeenReceived: true, description: "")
        }
        let fixture = Fixture(streams: transport)
        try await fixture.signIn()
        let error = await failure { try await collect(fixture) }
        #expect(error?.transport?.code == (passes ? nil : code))
        #expect(transport.requests.count == (passes ? 2 : 1))
    }

    @Test("a store that is locked for a while does not end it (rule 7)")
    func locked() async throws {
        let first = Fixture()
        try await first.signIn()
        let store = FaultInjectingStore(first.store)
        store.fail(.load, .locked, times: 1)
        let transport = StreamingTransport { (_, index) throws(TransportError) in
            index == 0 ? Self.stream(["data: a\n\n"]) : Self.end
        }
        let second = Fixture(backend: first.backend, store: store, streams: transport)
        #expect(try await collect(second) == [" message a"])
    }

    @Test("an event that does not end is an error")
    func endless() async throws {
        let transport = StreamingTransport { (_, _) throws(TransportError) in
            Self.stream(["data: a\n\n", "data: bbbbbbbb", "bbbbbbbb", "bbbbbbbb"])
        }
        let fixture = Fixture(streams: transport)
        try await fixture.signIn()
        var events = fixture.engine.serverSentEvents(for: Fixture.request(), reconnects: Self.atOnce)
        events.longestEvent = 16
        var reader = events.makeAsyncIterator()
        #expect(try await reader.next()?.data == "a")
        await #expect(throws: SessionError(.badEventStream, detail: "an event that does not end")) {
            _ = try await reader.next()
        }
        #expect(transport.requests.count == 1)
    }

    static let others: [(Int, String?)] = [(200, "text/html"), (200, nil), (404, nil), (500, nil)]

    @Test("a response that is not an event stream throws", arguments: others)
    func bad(status: Int, type: String?) async throws {
        let transport = StreamingTransport { (_, _) throws(TransportError) in
            var response = HTTPStreamedResponse(status: status, body: HTTPBytes(["data: a\n\n"]))
            response.fields[.contentType] = type
            return response
        }
        let fixture = Fixture(streams: transport)
        try await fixture.signIn()
        let error = await failure { try await collect(fixture) }
        #expect(error?.code == .badEventStream)
        #expect(error?.response?.status == status)
        #expect(transport.requests.count == 1)
    }

    @Test("a sign-out ends it at the next connection")
    func signedOut() async throws {
        let transport = StreamingTransport { (_, _) throws(TransportError) in
            Self.stream(["data: a\n\n"])
        }
        let fixture = Fixture(streams: transport)
        try await fixture.signIn()
        var reader = fixture.engine.serverSentEvents(for: Fixture.request(), reconnects: Self.atOnce)
            .makeAsyncIterator()
        #expect(try await reader.next()?.data == "a")
        await fixture.engine.signOut()
        do {
            _ = try await reader.next()
            Issue.record("the stream went on")
        } catch {
            #expect(error.code == .signedOut)
        }
    }

    @Test("the stream does not continue with the credential of a new user (R2, rule 1)")
    func otherUser() async throws {
        let transport = StreamingTransport { (_, _) throws(TransportError) in
            Self.stream(["data: a\n\n"])
        }
        let fixture = Fixture(streams: transport)
        try await fixture.signIn("ada")
        var reader = fixture.engine.serverSentEvents(for: Fixture.request(), reconnects: Self.atOnce)
            .makeAsyncIterator()
        #expect(try await reader.next()?.data == "a")
        try await fixture.signIn("grace")
        do {
            _ = try await reader.next()
            Issue.record("the stream went on")
        } catch {
            #expect(error.code == .signedOut)
        }
        #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer access-1"])
    }
}
