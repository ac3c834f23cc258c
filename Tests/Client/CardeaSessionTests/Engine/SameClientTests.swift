import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing

/// A refresh through the same client, which holds all requests while it is refreshed.
struct SameClientTests {
    /// The engine, for the parts of it that use it themselves.
    private final class Line: Sendable {
        private let held = Mutex<SessionEngine?>(nil)

        func connect(_ engine: SessionEngine) { held.withLock { $0 = engine } }

        var engine: SessionEngine {
            get throws {
                let engine: SessionEngine? = held.withLock(\.self)
                return try #require(engine)
            }
        }
    }

    /// A fixture whose refresher does something with the engine before it refreshes.
    private func fixture(
        profileReader: ProfileReader? = nil,
        on line: Line = Line(),
        whose use: @escaping @Sendable (SessionEngine) async throws -> Void = { _ in }
    ) async throws -> Fixture {
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            profileReader: profileReader,
            refresh: { (call, _) throws(RefreshFailure) in
                do {
                    try await use(line.engine)
                } catch {
                    throw .transient((error as? SessionError)?.detail)
                }
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        line.connect(fixture.engine)
        try await fixture.signIn()
        return fixture
    }

    @Test(
        "a refresher that sends its request with the engine does not deadlock",
        arguments: [(RequestOptions.unauthenticated, nil), (RequestOptions(), "Bearer access-1")]
    )
    func refresher(options: RequestOptions, token: String?) async throws {
        let fixture = try await fixture(whose: { engine in
            // Also a rejection is handed over as it is.
            _ = try await engine.data(for: Fixture.request("/token"), options: options)
        })
        fixture.backend.expireAccessTokens()
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(fixture.sentTokens == ["Bearer access-1", token, "Bearer access-2"])
        #expect(fixture.refresher.calls.count == 1)
    }

    @Test("a refresher that asks for a refresh fails at once")
    func circle() async throws {
        let fixture = try await fixture(whose: { engine in try await engine.refresh() })
        let error = await failure { try await fixture.engine.refresh() }
        #expect(error?.code == .refreshFailed)
        #expect(error?.detail == "a refresh cannot wait for itself")
        #expect(fixture.engine.state.profile?.userID == "ada")
    }

    @Test("a profile that is read through the engine is asked for with the new token (X10)")
    func profileReader() async throws {
        let line = Line()
        let read: ProfileReader = { _ in
            _ = try await line.engine.data(for: Fixture.request("/me"))
            return UserProfile(userID: "ada", displayName: "Ada")
        }
        let fixture = try await fixture(profileReader: read, on: line)
        fixture.clock.advance(by: .seconds(4000))
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(fixture.transport.requests.map(\.url.path) == ["/me", "/things"])
        #expect(fixture.sentTokens == ["Bearer access-2", "Bearer access-2"])
        #expect(fixture.engine.state.profile?.displayName == "Ada")
    }

    @Test("a task that a refresher starts makes ordinary requests after the refresh")
    func leftBehind() async throws {
        let gate = TestLatch()
        let late = Mutex<Task<Int, any Error>?>(nil)
        let fixture = try await fixture(whose: { engine in
            late.withLock { late in
                late = Task {
                    await gate.pass()
                    return try await engine.data(for: Fixture.request("/late")).status
                }
            }
        })
        try await fixture.engine.refresh()
        gate.open()
        #expect(try await late.withLock(\.self)?.value == 200)
        #expect(fixture.sentTokens == ["Bearer access-2"])
    }
}
