import CardeaSession
import CardeaTesting
import Foundation
import CardeaLocks
import Testing

/// Large bodies over sockets: uploads, downloads and streams.
struct TransferTests {
    /// A megabyte in which no two places look alike.
    private static let file = Data(
        (0..<(1 << 20)).map { (place: UInt64) in UInt8(truncatingIfNeeded: (place &* 2_654_435_761) >> 11) }
    )

    /// A signed-in user whose token the server rejects; the client does not know that yet.
    private func setting() async throws -> CallSetting {
        let setting = try await CallSetting()
        _ = try await setting.server.send(.post, "/expire")
        return setting
    }

    @Test(
        "an upload is sent again after a 401, byte by byte (rule 11)",
        arguments: ["data", "file", "stream"]
    )
    func uploaded(kind: String) async throws {
        let setting = try await setting()
        let directory = try TemporaryDirectory()
        let path = URL(filePath: try directory.file("upload"))
        try Self.file.write(to: path)
        let content: HTTPContent =
            switch kind {
            case "data": .data(Self.file)
            case "file": try .file(path)
            default: .stream { () throws(TransportError) in HTTPBytes(Self.file) }
            }
        let request = setting.request(.put, "files")
        #expect(try await setting.engine.upload(for: request, from: content).status == 200)
        let expected = ["PUT /files 401 token 1", "POST /token 200 refresh 1", "PUT /files 200 token 2"]
        #expect(try await setting.server.log == expected)
        #expect(try await setting.server.send(.get, "/uploaded").body == Self.file)
    }

    @Test(
        "a body that can be read once is not sent again: its caller gets the 401, the next request a new token (rule 11)"
    )
    func once() async throws {
        let setting = try await setting()
        let content = HTTPContent.once(HTTPBytes(Self.file))
        let request = setting.request(.put, "files")
        #expect(try await setting.engine.upload(for: request, from: content).status == 401)
        #expect(try await setting.engine.data(for: setting.request(.get, "things")).status == 200)
        let log = try await setting.server.log
        #expect(log.count { $0.hasPrefix("PUT") } == 1 && log.last == "GET /things 200 token 2")
    }

    @Test("a download continues after a 401, and reports its progress")
    func downloaded() async throws {
        let setting = try await CallSetting()
        let directory = try TemporaryDirectory()
        let path = URL(filePath: try directory.file("download"))
        _ = try await setting.engine.upload(for: setting.request(.put, "files"), from: .data(Self.file))
        _ = try await setting.server.send(.post, "/expire")
        let progress = Mutex<[TransferProgress]>([])
        let response = try await setting.engine.download(for: setting.request(.get, "files"), to: path) {
            step in
            progress.withLock { $0.append(step) }
        }
        #expect(response.status == 200 && response.body.isEmpty)
        #expect(try Data(contentsOf: path) == Self.file)
        let steps = progress.withLock(\.self)
        #expect(steps.map(\.received) == steps.map(\.received).sorted() && steps.count > 1)
        #expect(steps.allSatisfy { $0.total == Int64(Self.file.count) } && steps.last?.fraction == 1)
        let expected = ["GET /files 401 token 1", "POST /token 200 refresh 1", "GET /files 200 token 2"]
        #expect(try await setting.server.log.suffix(3) == expected)
    }

    @Test("the first piece of a response is here while the server still holds the second one back")
    func streamed() async throws {
        let setting = try await setting()
        let response = try await setting.engine.stream(for: setting.request(.get, "stream"))
        #expect(response.status == 200)
        var pieces = response.body.makeAsyncIterator()
        #expect(try await pieces.next() == Data("one".utf8))
        _ = try await setting.server.send(.post, "/go")
        #expect(try await pieces.next() == Data("two".utf8))
        #expect(try await pieces.next() == nil)
    }

    @Test("server-sent events go on over broken connections, and over a token that expires")
    func events() async throws {
        let setting = try await CallSetting(isInRealTime: true)
        var read: [String] = []
        let stream = setting.engine.serverSentEvents(
            for: setting.request(.get, "events"),
            reconnects: RetrySchedule(limit: 100, delay: .milliseconds(1))
        )
        for try await event in stream {
            read.append("\(event.id) \(event.data)")
        }
        #expect(read == (1...6).map { "\($0) event \($0)" })
        let expected = [
            "GET /events 200 token 1 after 0", "GET /events 200 token 1 after 2",
            "GET /events 401 token 1 after 4", "POST /token 200 refresh 1",
            "GET /events 200 token 2 after 4", "GET /events 204 token 2 after 6",
        ]
        #expect(try await setting.server.log == expected)
    }
}
