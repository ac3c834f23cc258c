import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct KindsOfCallTests {
    static func serving(_ backend: Backend) -> StreamingTransport {
        StreamingTransport { (request, _) throws(TransportError) in
            let response = backend.response(request)
            return HTTPStreamedResponse(
                status: response.status,
                body: HTTPBytes([String(decoding: response.body, as: UTF8.self), "!"])
            )
        }
    }

    @Test("an upload that can be made again is sent again with the new token (rule 11)")
    func repeatable() async throws {
        let backend = Backend()
        let transport = Self.serving(backend)
        let fixture = Fixture(backend: backend, streams: transport)
        try await fixture.signIn()
        backend.expireAccessTokens()
        let response = try await fixture.engine.upload(
            for: Fixture.request(method: .put),
            from: .stream { () throws(TransportError) in HTTPBytes(["a", "b"]) }
        )
        #expect(response.status == 200)
        #expect(response.body == Data("access-2 /things!".utf8))
        #expect(transport.requests.map(\.body) == [Data("ab".utf8), Data("ab".utf8)])
    }

    @Test("an upload that cannot: the credential is refreshed, and the caller gets the 401 (rule 11)")
    func once() async throws {
        let backend = Backend()
        let transport = Self.serving(backend)
        let fixture = Fixture(backend: backend, streams: transport)
        try await fixture.signIn()
        backend.expireAccessTokens()
        let content = HTTPContent.once(HTTPBytes(["a", "b"]))
        let response = try await fixture.engine.upload(for: Fixture.request(method: .put), from: content)
        #expect(response.status == 401)
        #expect(response.body == Data("access-1 /things!".utf8))
        #expect(transport.requests.count == 1)
        #expect(fixture.refresher.calls.count == 1)
        #expect(fixture.engine.accessToken == SessionSecret("access-2"))
    }

    @Test("a body that cannot be sent twice is neither retried nor redirected")
    func onceOnly() async throws {
        for status in [503, 307] {
            let transport = StreamingTransport { (_, _) throws(TransportError) in
                HTTPStreamedResponse(status: status, fields: [.location: "/b"], body: HTTPBytes(Data()))
            }
            let fixture = Fixture({ $0.requestRetries = RequestRetries() }, streams: transport)
            try await fixture.signIn()
            let content = HTTPContent.once(HTTPBytes(["a"]))
            let response = try await fixture.engine.upload(for: Fixture.request(method: .put), from: content)
            #expect(response.status == status)
            #expect(transport.requests.count == 1)
        }
    }

    @Test("a streamed response is replayed before its first piece is delivered")
    func stream() async throws {
        let backend = Backend()
        let fixture = Fixture(backend: backend, streams: Self.serving(backend))
        try await fixture.signIn()
        backend.expireAccessTokens()
        let response = try await fixture.engine.stream(for: Fixture.request("/s"))
        #expect(response.status == 200)
        #expect(try await response.collected().body == Data("access-2 /s!".utf8))
        #expect(fixture.refresher.calls.count == 1)
    }

    static let framings: [HeaderFields] = [[.contentLength: "15"], [:], ["content-encoding": "gzip"]]

    @Test(
        "a code in a short JSON body ends a stream too; other bodies are not read in advance (X8)",
        arguments: framings
    )
    func codeInStream(framing: HeaderFields) async throws {
        let body = #"{"rcode":30061}"#
        var json = framing
        json[.contentType] = "application/json"
        let first = json
        let transport = StreamingTransport { (_, index) throws(TransportError) in
            let isFirst = index == 0
            let fields: HeaderFields = isFirst ? first : [:]
            return HTTPStreamedResponse(
                status: 200,
                fields: fields,
                body: isFirst ? HTTPBytes([body]) : HTTPBytes(["unread"], failure: .lostResponse)
            )
        }
        let fixture = Fixture(classifier: .bodyCode("rcode", expired: [30061]), streams: transport)
        try await fixture.signIn()
        let response = try await fixture.engine.stream(for: Fixture.request())
        #expect(fixture.refresher.calls.count == 1)
        var pieces = response.body.makeAsyncIterator()
        #expect(try await pieces.next() == Data("unread".utf8))
    }

    @Test("JSON that turns out longer than is looked at reaches its caller whole")
    func longJSON() async throws {
        let piece = String(repeating: "1", count: 40_000)
        let transport = StreamingTransport { (_, _) throws(TransportError) in
            let body = HTTPBytes([#"{"rcode":30061,"n":"#, piece, piece, piece, "}"])
            return HTTPStreamedResponse(status: 200, fields: [.contentType: "application/json"], body: body)
        }
        let fixture = Fixture(classifier: .bodyCode("rcode", expired: [30061]), streams: transport)
        try await fixture.signIn()
        let response = try await fixture.engine.stream(for: Fixture.request())
        #expect(try await response.collected().body.count == 120_020)
        #expect(fixture.refresher.calls.isEmpty)
    }

    @Test("a response to an upload, and to a download that was rejected, is kept within bounds")
    func endless() async throws {
        let transport = StreamingTransport { (_, _) throws(TransportError) in
            HTTPStreamedResponse(
                status: 404,
                body: HTTPBytes { () throws(TransportError) in Data(count: 1 << 20) }
            )
        }
        let fixture = Fixture(streams: transport)
        try await fixture.signIn()
        let content = HTTPContent.data(Data("a".utf8))
        let request = Fixture.request(method: .put)
        let upload = await failure { try await fixture.engine.upload(for: request, from: content) }
        #expect(upload?.transport?.code == .responseTooLarge)
        let file = URL.temporaryDirectory.appending(path: "never-written")
        let download = await failure { try await fixture.engine.download(for: Fixture.request(), to: file) }
        #expect(download?.transport?.code == .responseTooLarge)
    }

    @Test("a rejection longer than is looked at reaches its caller whole")
    func longRejection() async throws {
        let piece = String(repeating: "x", count: 40_000)
        let transport = StreamingTransport { (_, _) throws(TransportError) in
            HTTPStreamedResponse(status: 403, body: HTTPBytes([piece, piece, piece]))
        }
        let fixture = Fixture(streams: transport)
        try await fixture.signIn()
        let response = try await fixture.engine.stream(for: Fixture.request())
        #expect(try await response.collected().body.count == 120_000)
    }

    @Test("every kind of call in its callback form (S7)")
    func callbacks() async throws {
        let backend = Backend()
        let fixture = Fixture(backend: backend, streams: Self.serving(backend))
        let engine = fixture.engine
        let credential = try await fixture.signIn()
        let request = Fixture.request(method: .put)
        #expect(try await result { engine.data(for: request, completion: $0) }.status == 200)
        let content = HTTPContent.data(Data("a".utf8))
        #expect(try await result { engine.upload(for: request, from: content, completion: $0) }.status == 200)
        let streamed = try await result { engine.stream(for: request, onPiece: { _ in }, completion: $0) }
        #expect(streamed.status == 200)
        let authorized = try await result { engine.authorize(request, completion: $0) }
        #expect(authorized.fields[.authorization] == "Bearer access-1")
        let rejection = CardeaResponse(status: 401)
        let newer = try await result {
            engine.credentialForRetry(after: rejection, to: authorized, sentWith: credential, completion: $0)
        }
        #expect(newer?.accessToken == SessionSecret("access-2"))
        let same = try await result { engine.credential(replacing: credential, completion: $0) }
        #expect(same.accessToken == SessionSecret("access-2"))
        let profile = UserProfile(userID: "ada", displayName: "Ada")
        try await result { engine.update(profile, completion: $0) }
        #expect(engine.state.profile?.displayName == "Ada")
        let changed = backend.signIn()
        try await result { engine.updateCredential(changed, cause: .passwordChanged, completion: $0) }
        #expect(engine.accessToken == SessionSecret("access-3"))
    }

    @Test("the result of a completion-handler call cancels the request (S7)")
    func cancelled() async throws {
        let gate = TestLatch()
        let fixture = Fixture(response: { (_, _) throws(TransportError) in
            await gate.pass()
            throw TransportError(.cancelled, mayHaveBeenReceived: true, description: "")
        })
        try await fixture.signIn()
        let error = await failure {
            try await result { (completion: @escaping SessionEngine.Completion<CardeaResponse>) in
                fixture.engine.data(for: Fixture.request(), completion: completion).cancel()
                gate.open()
            }
        }
        #expect(error?.code == .cancelled)
    }

    /// Waits for the completion of a callback form.
    private func result<Value: Sendable>(
        _ call: (@escaping SessionEngine.Completion<Value>) -> Void
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            call { continuation.resume(with: $0) }
        }
    }
}
