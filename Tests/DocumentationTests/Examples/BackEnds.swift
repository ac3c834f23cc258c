import CardeaSession
import Foundation

// What the pages of CardeaSession show of back ends, word for word: `ExampleTests` compares.
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

    func oAuthInFull(_ revocationEndpoint: URL, _ secret: Secret) {
        // EXAMPLE OAuthInFull
        let transport = SystemTransport.make()
        let client = ClientAuthentication.secretBasic(clientID: "my-app", secret: secret)
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: OAuthTokenRefresher(
                endpoint: tokenEndpoint,
                transport: transport,
                client: client,
                scope: "orders",
                parameters: ["resource": "https://api.example.com"]
            ),
            store: EncryptedFileStore(directory: directory),
            transport: transport,
            revoker: OAuthTokenRevoker(endpoint: revocationEndpoint, transport: transport, client: client)
        )
        // END
        _ = engine
    }

    func dPoP() {
        // EXAMPLE DPoP
        let dpop = DPoP()
        let transport = SystemTransport.make()
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: OAuthTokenRefresher(endpoint: tokenEndpoint, transport: transport, dpop: dpop),
            store: EncryptedFileStore(directory: directory),
            transport: transport,
            authorizer: dpop
        )
        // END
        _ = engine
    }

    func longLived(_ token: String) async throws {
        // EXAMPLE LongLivedToken
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: nil,
            store: EncryptedFileStore(directory: directory)
        )
        try await engine.adopt(Credential(accessToken: Secret(token), lifetime: .seconds(365 * 86_400)))
        // END
    }

    func exchange(_ exchangeEndpoint: URL) {
        // EXAMPLE TokenExchange
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin], refreshesAtStart: true),
            refresher: TokenExchangeRefresher(
                endpoint: exchangeEndpoint,
                transport: SystemTransport.make(),
                fields: TokenFields(accessToken: "data.token", lifetime: "data.ttl")
            ),
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
            classifier: .bodyCode("rcode", expired: [30061], signedOutElsewhere: [30062]).or(.unauthorized)
        )
        // END
        _ = engine
    }

    func places() {
        // EXAMPLE Places
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: OAuthTokenRefresher(endpoint: tokenEndpoint, transport: SystemTransport.make()),
            store: EncryptedFileStore(directory: directory),
            authorizer: HeaderAuthorizer.header("x-access-token").and(JSONFieldAuthorizer.jsonField("token"))
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

    func stepUp(_ askForPassword: @escaping @Sendable (StepUpChallenge) async -> Credential?) {
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

    func stepUpByHand(
        _ engine: SessionEngine,
        _ payment: HTTPRequest,
        _ signInAgain: (StepUpChallenge) async throws -> Credential
    ) async throws {
        // EXAMPLE StepUpByHand
        do throws(SessionError) {
            _ = try await engine.data(for: payment)
        } catch {
            guard let challenge = error.stepUp else { throw error }
            try await engine.replace(signInAgain(challenge), cause: .reauthenticated)
            _ = try await engine.data(for: payment)
        }
        // END
    }
}

private protocol BackEnd: Sendable {
    func renew(_ credential: Credential, key: String) async throws(RefreshFailure) -> Credential
}
