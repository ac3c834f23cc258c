import CardeaHTTPRouting
import Dispatch
import Testing
import TransportTestSupport

@testable import CardeaHTTPServing

@Suite("LoopActivity")
struct LoopActivityTests {
    @Test("a turn lasts until the loop waits again")
    func turnLastsUntil() {
        let activity = LoopActivity()
        #expect(activity.duration == .zero)
        activity.begin(at: .now() - 5000)
        #expect(activity.duration >= .seconds(5))
        activity.end()
        #expect(activity.duration == .zero)
    }

    @Test("a handler that blocks its loop makes the turn grow")
    func handlerBlocksLoop() async throws {
        let release = DispatchSemaphore(value: 0)
        try await withServer(respond: { request in
            Self.wait(for: release)
            return await echo(request)
        }) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            while server.longestTurn < .milliseconds(20) { try await Task.sleep(for: .milliseconds(1)) }
            release.signal()
            #expect(try await client.response()?.status == 200)
            while server.longestTurn > .zero { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}
