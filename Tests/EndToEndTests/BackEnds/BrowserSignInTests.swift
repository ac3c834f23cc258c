import CardeaSession
import CardeaTesting
import CardeaCurlTransport
import Foundation
import Testing

/// Sign-in through a browser, at a server that others wrote: `Scripts/python-clients` installs it.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: PythonClients.interpreter)))
struct BrowserSignInTests {
    static let clients: [ClientAuthentication] = [
        .none(clientID: "app"),
        .secretBasic(clientID: "basic", secret: SessionSecret("correct-horse")),
        .secretPost(clientID: "post", secret: SessionSecret("battery-staple")),
    ]

    @Test(
        "code and PKCE at Authlib's server, then refreshes, then a sign-out there (X2, R9)",
        arguments: clients
    )
    func codePKCEAuthlib(
        client: ClientAuthentication
    ) async throws {
        let server = try await PythonServer.start("authorization_server.py", PythonClients.interpreter)
        let setting = BrowserSetting(server, client: client)
        let engine = setting.engine
        try await engine.signIn(
            with: try await setting.flow.signIn(through: BrowserSetting.user(responding: "yes"))
        )
        #expect(engine.state.profile?.userID == "ada" && engine.state.profile?.email == "ada@example.com")
        #expect(try await engine.data(for: CardeaRequest(.get, setting.things)).status == 200)

        let first = try #require(engine.credential)
        setting.clock.advance(by: .seconds(3700))
        #expect(try await engine.data(for: CardeaRequest(.get, setting.things)).status == 200)
        let second = try #require(engine.credential)
        #expect(second.refreshToken != first.refreshToken && second.accessToken != first.accessToken)
        #expect(second.profile == first.profile)

        #expect(await engine.signOut().isComplete)
        let ended = try await CurlTransport().send(
            CardeaRequest(
                .get,
                setting.things,
                fields: [.authorization: "Bearer \(second.accessToken.reveal())"]
            )
        )
        #expect(ended.status == 401)
    }

    @Test("a session that the server has ended ends in the client at the next refresh (R6)")
    func sessionEndedServer() async throws {
        let server = try await PythonServer.start("authorization_server.py", PythonClients.interpreter)
        let (setting, thief) = (BrowserSetting(server), BrowserSetting(server))
        let credential = try await setting.flow.signIn(through: BrowserSetting.user(responding: "yes"))
        try await setting.engine.signIn(with: credential)
        try await thief.engine.signIn(with: credential)
        #expect(await thief.engine.signOut().isComplete)
        await #expect(throws: SessionError(.refreshRejected, reason: .refreshRejected)) {
            try await setting.engine.refresh()
        }
    }

    @Test(
        "RFC 9470 a payment leads to a sign-in as the server wants it, and is made (X12)",
        arguments: ["app", "bound"]
    )
    func rfc9470Payment(
        client: String
    ) async throws {
        let server = try await PythonServer.start("authorization_server.py", PythonClients.interpreter)
        let dpop = client == "bound" ? DPoP() : nil
        let setting = BrowserSetting(server, client: .none(clientID: client), dpop: dpop)
        let engine = setting.engine
        try await engine.signIn(
            with: try await setting.flow.signIn(through: BrowserSetting.user(responding: "yes"))
        )
        let first = engine.accessToken
        let payment = CardeaRequest(.post, server.url.appending(path: "payments"))
        #expect(try await engine.data(for: payment).status == 200)
        let second = engine.accessToken
        #expect(second != first)
        #expect(try await engine.data(for: payment).status == 200)
        #expect(engine.accessToken == second)
    }

    @Test("a sign-in that the user denies throws")
    func userSays() async throws {
        let server = try await PythonServer.start("authorization_server.py", PythonClients.interpreter)
        await #expect(throws: SignInError(.denied, detail: "access_denied")) {
            try await BrowserSetting(server).flow.signIn(through: BrowserSetting.user(responding: "no"))
        }
    }

    @Test("RFC 9207 a callback of another server than the one that was asked")
    func rfc9207Callback() async throws {
        let server = try await PythonServer.start("authorization_server.py", PythonClients.interpreter)
        let setting = BrowserSetting(server, issuer: "https://id.example.com")
        let expected = SignInError(.foreignCallback, detail: "another server's issuer, or none")
        await #expect(throws: expected) {
            try await setting.flow.signIn(through: BrowserSetting.user(responding: "yes"))
        }
    }
}
