import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// The documented transport over AsyncHTTPClient does what an engine expects of its transport.
@Suite("A transport over another HTTP library")
struct TransportAdapterTests {
    private static let url = URL(string: "https://api.example.com/orders")

    private let refresher = ScriptedRefresher { _, _ in
        SessionCredential(accessToken: SessionSecret("second"), lifetime: .seconds(3600))
    }

    private func engine(
        _ client: HTTPClient,
        _ clock: ManualClock = ManualClock()
    ) async throws -> SessionEngine {
        var configuration = SessionConfiguration(
            origins: [try #require(WebOrigin("https://api.example.com"))]
        )
        // Without chance, so that a test can wait for a certain delay.
        configuration.requestRetries.policy.jitter = 0
        let engine = SessionEngine(
            configuration: configuration,
            refresher: refresher,
            store: InMemoryStore(),
            transport: AsyncHTTPClientTransport(client: client),
            clock: clock
        )
        try await engine.signIn(
            with: SessionCredential(
                accessToken: SessionSecret("first"),
                refreshToken: SessionSecret("r"),
                lifetime: .seconds(3600)
            )
        )
        return engine
    }

    private static func authorization(_ request: HTTPClientRequest) -> String? {
        request.headers.first { $0.name == "authorization" }?.value
    }

    private static func response(
        _ status: UInt,
        _ pieces: [String],
        type: String = "text/plain"
    ) -> HTTPClientResponse {
        let pieces = ScriptedPieces(pieces)
        return HTTPClientResponse(
            status: .init(code: status),
            headers: HTTPHeaders(pairs: [("content-type", type)]),
            body: .init { try await pieces.next() }
        )
    }

    @Test("the engine sees a 401 before anybody accepts it (R10)")
    func unauthorized() async throws {
        let client = HTTPClient { request, deadline in
            #expect(request.method == .RAW(value: "POST"))
            #expect(deadline != .distantFuture)
            let body = try await request.body?.pieces()
            #expect(body == [Data("order".utf8)])
            return Self.response(
                Self.authorization(request) == "Bearer second" ? 200 : 401,
                [request.url, "!"]
            )
        }
        let url = try #require(Self.url)
        let request = CardeaRequest(.post, url, body: Data("order".utf8))
        let response = try await engine(client).data(for: request)
        #expect(response.status == 200)
        #expect(response.body == Data("https://api.example.com/orders!".utf8))
        #expect(refresher.calls.count == 1)
    }

    @Test("an upload is read piece by piece, and from its beginning when it is sent again")
    func upload() async throws {
        let client = HTTPClient { request, deadline in
            #expect(deadline == .distantFuture && request.body?.length == .known(3))
            let body = try await request.body?.pieces().reduce(Data(), +)
            #expect(body == Data("abc".utf8))
            return Self.response(Self.authorization(request) == "Bearer second" ? 200 : 401, [])
        }
        let content = HTTPContent.stream(length: 3) { () throws(TransportError) in HTTPBytes(Data("abc".utf8))
        }
        let request = CardeaRequest(.put, try #require(Self.url))
        #expect(try await engine(client).upload(for: request, from: content).status == 200)
    }

    @Test("events are delivered while the connection stays open")
    func events() async throws {
        let client = HTTPClient { _, deadline in
            #expect(deadline == .distantFuture)
            // Nothing comes after the last piece.
            return Self.response(200, ["data: one\n\ndata: t", "wo\n\n", "never"], type: "text/event-stream")
        }
        var data: [String] = []
        for try await event in try await engine(client).serverSentEvents(
            for: CardeaRequest(.get, try #require(Self.url))
        ) {
            data.append(event.data)
            if data.count == 2 { break }
        }
        #expect(data == ["one", "two"])
    }

    static let failures: [(any Error & Sendable, TransportError.Code, Bool)] = [
        (HTTPClientError.connectTimeout, .cannotConnect, false),
        (HTTPClientError.tlsHandshakeTimeout, .cannotConnect, false),
        (NIOConnectionError(), .cannotConnect, false),
        (HTTPClientError.getConnectionFromPoolTimeout, .timedOut, false),
        (HTTPClientError.deadlineExceeded, .timedOut, true), (HTTPClientError.readTimeout, .timedOut, true),
        (HTTPClientError.writeTimeout, .timedOut, true),
        (HTTPClientError.remoteConnectionClosed, .connectionLost, true),
        (HTTPClientError.cancelled, .cancelled, true), (CancellationError(), .cancelled, true),
        (HTTPClientError.invalidHeaderFieldNames, .other, true),
        (TransportError.offline, .cannotConnect, false),
    ]

    @Test("an error names its cause, and whether a refresh may be lost (R11)", arguments: failures)
    func failure(
        error: any Error & Sendable,
        code: TransportError.Code,
        mayHaveBeenReceived: Bool
    ) async throws {
        let url = try #require(Self.url)
        let beforeTheHead = HTTPClient { _, _ in throw error }
        let inTheBody = HTTPClient { _, _ in
            HTTPClientResponse(status: .init(code: 200), body: .init { throw error })
        }
        for client in [beforeTheHead, inTheBody] {
            await #expect {
                _ = try await AsyncHTTPClientTransport(client: client).send(CardeaRequest(.get, url))
            } throws: {
                let error = $0 as? TransportError
                return error?.code == code && error?.mayHaveBeenReceived == mayHaveBeenReceived
            }
        }
    }

    @Test("a time-out is tried again by the engine (R11)")
    func retry() async throws {
        let clock = ManualClock()
        let attempts = Attempts()
        let client = HTTPClient { _, _ in
            if await attempts.next() == 1 { throw HTTPClientError.readTimeout }
            return Self.response(200, [])
        }
        let engine = try await engine(client, clock)
        let request = CardeaRequest(.get, try #require(Self.url))
        async let response = engine.data(for: request)
        await clock.untilSomeoneSleeps(for: .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(try await response.status == 200)
        #expect(await attempts.count == 2)
    }
}

/// Pieces that come one after another; "never" does not come.
private actor ScriptedPieces {
    private var pieces: ArraySlice<String>

    init(_ pieces: [String]) { self.pieces = pieces[...] }

    func next() async throws -> Data? {
        guard let piece = pieces.popFirst() else { return nil }
        if piece == "never" { try await Task.sleep(for: .seconds(3600)) }
        return Data(piece.utf8)
    }
}

private actor Attempts {
    private(set) var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
