import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// A back end with no token endpoint, which takes the refresh token for the access token and responds with a new one.
struct InBandCallTests {
    private func setting() async throws -> CallSetting {
        try await CallSetting(
            refresher: { _ in InBandRefresher() },
            classifier: ResponseRule.issuedToken(in: "new-token", lifetime: .seconds(600)).or(.unauthorized)
        )
    }

    private func expectRefresh(_ setting: CallSetting) async throws -> [String] {
        #expect(await setting.atOnce(.get, "inband").areOwnResponses)
        let log = try await setting.server.log
        #expect(log.count { $0 == "GET /inband 200 refresh 1" } == 1)
        #expect(log.count { $0 == "GET /inband 200 token 2" } == 19)
        let stored = try await setting.store.load()?.credential
        #expect(stored == setting.engine.credential && stored?.refreshToken != nil)
        #expect(stored?.accessToken != stored?.refreshToken)
        return log
    }

    @Test(
        "of twenty requests with an expired token one carries the refresh token, and each gets its own response (R7, X7)"
    )
    func reactive() async throws {
        let setting = try await setting()
        _ = try await setting.server.send(.post, "/expire")
        let log = try await expectRefresh(setting)
        #expect(log.contains("GET /inband 401 token 1"))
    }

    @Test("no request is sent with a token that has expired by the stored date (R8)")
    func proactive() async throws {
        let setting = try await setting()
        setting.clock.advance(by: .seconds(601))
        #expect(try await expectRefresh(setting).count == 20)
    }

    @Test(
        "if the refresh token has expired too, every request fails, and the sign-out is shown once (R7, R6)"
    )
    func over() async throws {
        let setting = try await setting()
        _ = try await setting.server.send(.post, "/end")
        for response in await setting.atOnce(.get, "inband") {
            #expect(response.error?.code == .refreshRejected)
        }
        #expect(setting.engine.state == .signedOut(.refreshRejected))
        #expect(try await setting.server.log.count { $0 == "GET /inband 401 refresh 1" } == 1)
    }

    @Test(
        "a request that carries the refresh token fails if it brings no new one, and the others continue (R7)"
    )
    func failedRequest() async throws {
        let setting = try await setting()
        setting.clock.advance(by: .seconds(601))
        try await setting.server.fail("/inband", "404")
        let responses = await setting.atOnce(.get, "inband")
        let statuses = responses.map { (try? $0.get().status) ?? 0 }
        #expect(statuses.count { $0 == 404 } == 1 && statuses.count { $0 == 200 } == 19, "\(responses)")
        #expect(try await setting.server.log.count { $0 == "GET /inband 200 refresh 1" } == 1)
    }
}
