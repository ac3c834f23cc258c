import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing

/// Downloads, each into a directory of its own.
final class DownloadTests {
    let directory: URL
    var file: URL { directory.appending(path: "a file.bin") }

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "download \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory.path(percentEncoded: false))) ?? []
    }

    static func fixture(
        _ backend: Backend = Backend(),
        then response: @escaping StreamingTransport.Script
    ) -> Fixture {
        let transport = StreamingTransport { (request, index) async throws(TransportError) in
            let classification = backend.response(request)
            guard classification.status == 200 else {
                return HTTPStreamedResponse(status: classification.status, body: HTTPBytes(["rejected"]))
            }
            return try await response(request, index)
        }
        return Fixture(
            { $0.requestRetries = RequestRetries(policy: RetrySchedule(limit: 1, delay: .zero)) },
            backend: backend,
            streams: transport
        )
    }

    static func content(_ pieces: [String], failure: TransportError? = nil) -> HTTPStreamedResponse {
        let length = pieces.reduce(0) { $0 + $1.utf8.count }
        return HTTPStreamedResponse(
            status: 200,
            fields: [.contentLength: "\(length)"],
            body: HTTPBytes(pieces, failure: failure)
        )
    }

    @Test("the file is there when it is complete, with progress, and the 401 before it is not in it")
    func download() async throws {
        let backend = Backend()
        let fixture = Self.fixture(backend) { (_, _) throws(TransportError) in Self.content(["abc", "de"]) }
        try await fixture.signIn()
        backend.expireAccessTokens()
        try Data("old".utf8).write(to: file)
        let progress = Mutex<[TransferProgress]>([])
        let response = try await fixture.engine.download(for: Fixture.request(), to: file) { step in
            progress.withLock { $0.append(step) }
        }
        #expect(response.status == 200)
        #expect(response.body.isEmpty)
        #expect(try Data(contentsOf: file) == Data("abcde".utf8))
        #expect(progress.withLock(\.self).map(\.received) == [3, 5])
        #expect(progress.withLock(\.self).last?.fraction == 1)
        #expect(names == ["a file.bin"])
        #expect(fixture.refresher.calls.count == 1)
    }

    @Test("a response without success writes nothing, and is returned with its content")
    func rejection() async throws {
        let fixture = Self.fixture { (_, _) throws(TransportError) in
            HTTPStreamedResponse(status: 404, body: HTTPBytes(["none"]))
        }
        try await fixture.signIn()
        let response = try await fixture.engine.download(for: Fixture.request(), to: file)
        #expect(response.status == 404)
        #expect(response.body == Data("none".utf8))
        #expect(names.isEmpty)
    }

    @Test(
        "a download that is interrupted starts again; one that fails finally leaves no file",
        arguments: [1, 2]
    )
    func broken(breaks: Int) async throws {
        let fixture = Self.fixture { (_, index) throws(TransportError) in
            index < breaks ? Self.content(["ab"], failure: .lostResponse) : Self.content(["abcde"])
        }
        try await fixture.signIn()
        let error = await failure { try await fixture.engine.download(for: Fixture.request(), to: file) }
        #expect(error?.code == (breaks == 1 ? nil : .transport))
        #expect(names == (breaks == 1 ? ["a file.bin"] : []))
        if breaks == 1 { #expect(try Data(contentsOf: file) == Data("abcde".utf8)) }
    }

    @Test("a download that begins again does not use the credential of a new user (rule 1)")
    func otherUser() async throws {
        let gate = TestLatch()
        let fixture = Self.fixture { (_, index) throws(TransportError) in
            guard index == 0 else { return Self.content(["grace's"]) }
            await gate.pass()
            return Self.content(["ab"], failure: .lostResponse)
        }
        try await fixture.signIn("ada")
        let download = Task { [file] in try await fixture.engine.download(for: Fixture.request(), to: file) }
        await gate.arrivals(reach: 1)
        try await fixture.signIn("grace")
        gate.open()
        #expect(await failure { try await download.value }?.code == .signedOut)
        #expect(names.isEmpty)
    }

    @Test("a file may have the longest name that the file system allows", arguments: [216, 217, 255])
    func longName(length: Int) async throws {
        let fixture = Self.fixture { (_, _) throws(TransportError) in Self.content(["abc"]) }
        try await fixture.signIn()
        let name = String(repeating: "n", count: length)
        _ = try await fixture.engine.download(for: Fixture.request(), to: directory.appending(path: name))
        #expect(names == [name])
    }

    @Test("a missing directory is a separate error")
    func noDirectory() async throws {
        let fixture = Self.fixture { (_, _) throws(TransportError) in Self.content(["a"]) }
        try await fixture.signIn()
        let nowhere = directory.appending(path: "none/file")
        let error = await failure { try await fixture.engine.download(for: Fixture.request(), to: nowhere) }
        #expect(error?.code == .fileFailed)
    }

    @Test("a cancelled download leaves nothing behind")
    func cancelled() async throws {
        let gate = TestLatch()
        let fixture = Self.fixture { (_, _) throws(TransportError) in
            let first = Mutex(true)
            let body = HTTPBytes { () async throws(TransportError) in
                if first.withLock({ isFirst in
                    defer { isFirst = false }; return isFirst
                }) {
                    return Data("a".utf8)
                }
                await gate.pass()
                throw TransportError(.cancelled, mayHaveBeenReceived: true, description: "")
            }
            return HTTPStreamedResponse(status: 200, body: body)
        }
        try await fixture.signIn()
        let file = file
        let call = Task {
            await failure { try await fixture.engine.download(for: Fixture.request(), to: file) }
        }
        await gate.arrivals(reach: 1)
        #expect(names.count == 1)
        call.cancel()
        gate.open()
        #expect(await call.value?.code == .cancelled)
        #expect(names.isEmpty)
    }
}
