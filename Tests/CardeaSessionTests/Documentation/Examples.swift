import CardeaSession
import Foundation

// The examples of the documentation, which shows each of them word for word: `DocumentationTests` compares.
// What stands around an example is what an app has already.
private struct App {
    let origin: Origin
    let directory: URL
    let tokenEndpoint: URL

    func oAuth() {
        // EXAMPLE OAuth
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: OAuthTokenRefresher(
                endpoint: tokenEndpoint,
                transport: SystemTransport.make(),
                client: .none(clientID: "my-app")
            ),
            store: EncryptedFileStore(directory: directory)
        )
        // END
        _ = engine
    }

    func use(_ engine: SessionEngine, _ orders: URL, _ answer: (access: String, refresh: String)) async throws
    {
        // EXAMPLE Using
        // At the start of the app, with no network:
        let user = try? await engine.restore()

        // After the app's own sign-in brought its tokens:
        let credential = Credential(
            accessToken: Secret(answer.access),
            refreshToken: Secret(answer.refresh),
            lifetime: .seconds(3600),
            profile: Profile(userID: "ada", email: "ada@example.com")
        )
        if user == nil { try await engine.adopt(credential) }

        // From then on:
        let response = try await engine.data(for: HTTPRequest(.get, orders))

        // And at the end:
        let result = await engine.signOut()
        // END
        _ = (response, result)
    }

    func longLived() async throws {
        // EXAMPLE LongLivedToken
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: nil,
            store: EncryptedFileStore(directory: directory)
        )
        try await engine.adopt(
            Credential(accessToken: Secret("good for a year"), lifetime: .seconds(365 * 86_400))
        )
        // END
    }

    func exchange() {
        // EXAMPLE TokenExchange
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin], refreshesAtStart: true),
            refresher: TokenExchangeRefresher(endpoint: tokenEndpoint, transport: SystemTransport.make()),
            store: EncryptedFileStore(directory: directory)
        )
        // END
        _ = engine
    }

    func inBand() {
        // EXAMPLE TokenInHeader
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: InBandRefresher(),
            store: EncryptedFileStore(directory: directory),
            classifier: .issuedToken(in: "x-access-token").or(.unauthorized)
        )
        // END
        _ = engine
    }

    func bodyCodes() {
        // EXAMPLE BodyCodes
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: OAuthTokenRefresher(endpoint: tokenEndpoint, transport: SystemTransport.make()),
            store: EncryptedFileStore(directory: directory),
            authorizer: .jsonField("token"),
            classifier: .bodyCode("rcode", expired: [30061], signedOutElsewhere: [30062]).or(.unauthorized)
        )
        // END
        _ = engine
    }

    func closure(_ myBackEnd: some BackEnd) {
        // EXAMPLE Closure
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: ClosureRefresher { credential, attempt throws(RefreshFailure) in
                try await myBackEnd.renew(credential, key: attempt.idempotencyKey)
            },
            store: EncryptedFileStore(directory: directory)
        )
        // END
        _ = engine
    }

    func stepUp(_ askForPassword: @escaping @Sendable (StepUpChallenge) async -> Bool) {
        // EXAMPLE StepUp
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: OAuthTokenRefresher(endpoint: tokenEndpoint, transport: SystemTransport.make()),
            store: EncryptedFileStore(directory: directory),
            stepUp: { challenge in await askForPassword(challenge) }
        )
        // END
        _ = engine
    }

    func send(
        _ request: HTTPRequest,
        by library: some OtherLibrary,
        _ engine: SessionEngine
    ) async throws -> HTTPResponse {
        // EXAMPLE OtherLibrary
        var outgoing = request
        let credential = try await engine.authorize(&outgoing)
        var answer = try await library.send(outgoing)
        if let credential, try await engine.recover(from: answer, to: outgoing, sentWith: credential) != nil {
            outgoing = request
            try await engine.authorize(&outgoing)
            answer = try await library.send(outgoing)
        }
        return answer
        // END
    }

    func signInByBrowser(_ engine: SessionEngine, _ signInPage: URL) async throws {
        // EXAMPLE BrowserSignIn
        let flow = AuthorizationCodeFlow(
            server: AuthorizationServer(
                authorizationEndpoint: signInPage,
                tokenEndpoint: tokenEndpoint,
                issuer: "https://id.example.com"
            ),
            client: .none(clientID: "my-app"),
            scope: "openid email"
        )
        try await engine.adopt(flow.signIn(through: LoopbackUserAgent()))
        // END
    }

    func renewAhead(
        _ profile: @escaping @Sendable (Credential) async throws -> Profile,
        _ log: any SessionMonitor
    ) {
        // EXAMPLE RefreshAhead
        var configuration = SessionConfiguration(origins: [origin])
        configuration.refreshAhead = RefreshAhead()
        let engine = SessionEngine(
            configuration: configuration,
            refresher: OAuthTokenRefresher(endpoint: tokenEndpoint, transport: SystemTransport.make()),
            store: EncryptedFileStore(directory: directory),
            profileReader: { credential in try await profile(credential) },
            monitor: log
        )
        // END
        _ = engine
    }
}

private protocol BackEnd: Sendable {
    func renew(_ credential: Credential, key: String) async throws(RefreshFailure) -> Credential
}

private protocol OtherLibrary: Sendable {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
