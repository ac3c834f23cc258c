import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import Testing

/// Back ends whose rejections, or token endpoints, must not stop the rest of the app.
struct RefreshLimitTests {
    @Test(
        "beside an endpoint that always returns 401, every other request gets its response (rule 10, client 1.1)"
    )
    func rejectingEndpoint() async throws {
        let setting = try await CallSetting()
        for number in 0..<12 {
            let forbidden = setting.request(.get, "forbidden", number: number)
            #expect(try await setting.engine.data(for: forbidden).status == 401)
            let things = setting.request(.get, "things", number: number)
            #expect(try await setting.engine.data(for: things).status == 200)
            setting.clock.advance(by: .seconds(2))
        }
        let log = try await setting.server.log
        #expect(log.filter { $0.hasPrefix("POST /token") } == ["POST /token 200 refresh 1"])
        #expect(log.count { $0.hasPrefix("GET /things 200") } == 12)
        #expect(log.count == 12 + 13 + 1)
    }

    @Test("at the limit of refreshes each 401 goes to its caller, and other requests continue (client 1.1)")
    func limit() async throws {
        let setting = try await CallSetting()
        for number in 0..<8 {
            let forbidden = setting.request(.get, "forbidden/\(number)")
            #expect(try await setting.engine.data(for: forbidden).status == 401)
        }
        #expect(try await setting.engine.data(for: setting.request(.get, "things")).status == 200)
        #expect(try await setting.server.log.count { $0.hasPrefix("POST /token 200") } == 5)
    }

    @Test(
        "the token endpoint's Retry-After is obeyed; callers get refreshFailed and the time (client 1.5)",
        arguments: [429, 503]
    )
    func retryAfter(status: Int) async throws {
        let setting = try await CallSetting()
        try await setting.server.fail("/token", "\(status)", retryAfter: 30)
        setting.clock.advance(by: .seconds(700))
        let request = setting.request(.get, "things")
        for second in [0, 1, 29] {
            setting.clock.advance(by: .seconds(second == 29 ? 28 : second))
            await #expect {
                _ = try await setting.engine.data(for: request)
            } throws: {
                let error = $0 as? SessionError
                return error?.code == .refreshFailed && error?.retryAfter == .seconds(30 - second)
            }
        }
        setting.clock.advance(by: .seconds(1))
        #expect(try await setting.engine.data(for: request).status == 200)
        let expected = ["POST /token \(status)", "POST /token 200 refresh 1", "GET /things 200 token 2"]
        #expect(try await setting.server.log == expected)
    }

    @Test("while the token endpoint demands a pause, a valid token is used (client 1.5)")
    func goodToken() async throws {
        let setting = try await CallSetting()
        try await setting.server.fail("/token", "429", retryAfter: 30)
        setting.clock.advance(by: .seconds(400))
        for _ in 0..<5 {
            #expect(try await setting.engine.data(for: setting.request(.get, "things")).status == 200)
        }
        try await until("a refresh") { try await setting.server.log.contains("POST /token 429") }
        setting.clock.advance(by: .seconds(29))
        #expect(try await setting.engine.data(for: setting.request(.get, "things")).status == 200)
        #expect(try await setting.server.log.count { $0.hasPrefix("POST /token") } == 1)
    }

    @Test("tokens of a second: no request fails, and the limit is not reached (client 1.4)")
    func shortLives() async throws {
        let server = try await PythonServer.start("schemes.py")
        let device = try await ShortLives(server)
        for _ in 0..<60 {
            _ = try await device.engine.data(for: CardeaRequest(.get, server.url.appending(path: "things")))
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try #require(await server.send(.get, "/counts").object["exchanges"] as? Int) > 5)
    }

    /// An app in real time at a back end whose tokens hardly live.
    private struct ShortLives {
        let engine: SessionEngine

        init(_ server: PythonServer) async throws {
            engine = SessionEngine(
                configuration: SessionConfiguration(origins: server.origins),
                refresher: OldForNewRefresher(
                    endpoint: server.url.appending(path: "exchange"),
                    transport: SystemTransport(),
                    fields: TokenFields(accessToken: "token", lifetime: "ttl")
                ),
                store: InMemoryStore()
            )
            let token = try #require(await server.send(.post, "/login?life=1")["token"])
            try await engine.signIn(
                with: SessionCredential(accessToken: SessionSecret(token), lifetime: .seconds(1))
            )
        }
    }
}
