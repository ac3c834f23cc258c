import CardeaSession
import CardeaTesting
import CardeaCurlTransport
import Foundation
import Testing

/// An app, and its sign-in through a browser at `authorization_server.py`.
struct BrowserSetting: Sendable {
    let flow: AuthorizationCodeFlow
    let engine: SessionEngine
    let clock = ManualClock(date: Date())
    let things: URL

    init(
        _ server: PythonServer,
        client: ClientAuthentication = .none(clientID: "app"),
        issuer: String? = nil,
        dpop: DPoP? = nil
    ) {
        let transport = CurlTransport()
        let tokens = server.url.appending(path: "token")
        let flow = AuthorizationCodeFlow(
            server: AuthorizationServer(
                authorizationEndpoint: server.url.appending(path: "authorize"),
                tokenEndpoint: tokens,
                issuer: issuer ?? "http://127.0.0.1:\(server.url.port ?? 0)",
                sendsIssuer: true
            ),
            client: client,
            scope: "openid email",
            transport: transport,
            dpop: dpop
        )
        self.flow = flow
        engine = SessionEngine(
            configuration: SessionConfiguration(origins: server.origins),
            refresher: OAuthTokenRefresher(
                endpoint: tokens,
                transport: transport,
                client: client,
                dpop: dpop
            ),
            store: InMemoryStore(),
            transport: transport,
            authorizer: dpop ?? .bearer,
            revoker: .oauth(
                endpoint: server.url.appending(path: "revoke"),
                transport: transport,
                client: client
            ),
            stepUp: { try? await flow.signIn(through: Self.user(responding: "yes"), for: $0) },
            clock: clock
        )
        things = server.url.appending(path: "things")
    }

    /// A user who presses a button of the server's page, in a browser that follows where it leads.
    static func user(responding response: String) -> LoopbackUserAgent {
        LoopbackUserAgent { page in
            Task {
                let browser = CurlTransport()
                #expect(try await browser.send(CardeaRequest(.get, page)).status == 200)
                var press = CardeaRequest(.post, page, body: Data("response=\(response)".utf8))
                press.fields[.contentType] = "application/x-www-form-urlencoded"
                let location = try await browser.send(press).fields[.location]
                let back = try #require(location.flatMap { URL(string: $0) })
                #expect(try await browser.send(CardeaRequest(.get, back)).status == 200)
            }
        }
    }
}
