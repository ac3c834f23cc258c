import CardeaSession
import CardeaTesting
import CardeaCurlTransport
import Foundation
import Testing

/// Tokens that are bound to a key of the device (RFC 9449), at a server whose proofs joserfc checks.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: PythonClients.interpreter)))
struct BoundTokenTests {
    @Test("DPoP: sign-in, twenty requests, a refresh, and with each new token a nonce to learn (X2, R3)")
    func session() async throws {
        let server = try await PythonServer.start("authorization_server.py", PythonClients.interpreter)
        let setting = BrowserSetting(server, client: .none(clientID: "bound"), dpop: DPoP())
        let engine = setting.engine
        try await engine.signIn(
            with: try await setting.flow.signIn(through: BrowserSetting.user(responding: "yes"))
        )
        let first = try #require(engine.credential)
        try await twentyRequests(setting)

        setting.clock.advance(by: .seconds(3700))
        try await twentyRequests(setting)
        let second = try #require(engine.credential)
        #expect(second.accessToken != first.accessToken && second.refreshToken != first.refreshToken)
        #expect(second.proofKey == first.proofKey)

        let proofs = try await server.send(.get, "/proofs").object
        // Two token requests and forty others; nothing but missing nonces was ever held against a proof.
        #expect(proofs["accepted"] as? Int == 42)
        let rejected = try #require(proofs["rejected"] as? [String])
        #expect(Set(rejected) == ["use_dpop_nonce"])
    }

    @Test("DPoP: a stolen access token and a stolen refresh token are rejected without their key")
    func stolen() async throws {
        let server = try await PythonServer.start("authorization_server.py", PythonClients.interpreter)
        let setting = BrowserSetting(server, client: .none(clientID: "bound"), dpop: DPoP())
        var credential = try await setting.flow.signIn(through: BrowserSetting.user(responding: "yes"))

        let thief = BrowserSetting(server, client: .none(clientID: "bound"), dpop: DPoP())
        credential.proofKey = DPoP.newKey()
        try await thief.engine.signIn(with: credential)
        let unproven = RequestOptions(isReplayed: false)
        let things = CardeaRequest(.get, thief.things)
        #expect(try await thief.engine.data(for: things, options: unproven).status == 401)
        await #expect(throws: SessionError(.refreshRejected, reason: .refreshRejected)) {
            try await thief.engine.refresh()
        }
        var asBearer = CardeaRequest(.get, thief.things)
        asBearer.fields[.authorization] = "Bearer \(credential.accessToken.reveal())"
        #expect(try await CurlTransport().send(asBearer).status == 401)
    }

    private func twentyRequests(_ setting: BrowserSetting) async throws {
        let statuses = try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    try await setting.engine.data(for: CardeaRequest(.get, setting.things)).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 20))
    }
}
