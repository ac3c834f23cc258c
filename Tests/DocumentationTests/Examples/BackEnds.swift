import CardeaSession
import Foundation

// The examples of back ends on the pages of CardeaSession, word for word: `ExampleTests` compares.
// The code around an example is what an app has already.
private struct App {
    let origin: WebOrigin
    let directory: URL
    let tokenEndpoint: URL

    func oAuth() {
        // EXAMPLE OAuth
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: .oauth(endpoint: tokenEndpoint, client: .none(clientID: "my-app")),
            store: EncryptedFileStore(directory: directory)
        )
        // END
        _ = engine
    }

    func oAuthInFull(_ revocationEndpoint: URL, _ secret: SessionSecret) {
        // EXAMPLE OAuthInFull
        let client = ClientAuthentication.secretBasic(clientID: "my-app", secret: secret)
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: .oauth(
                endpoint: tokenEndpoint,
                client: client,
                scope: "orders",
                parameters: ["resource": "https://api.example.com"]
            ),
            store: EncryptedFileStore(directory: directory),
            revoker: .oauth(endpoint: revocationEndpoint, client: client)
        )
        // END
        _ = engine
    }

    func dPoP() {
        // EXAMPLE DPoP
        let dpop = DPoP()
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: .oauth(endpoint: tokenEndpoint, dpop: dpop),
            store: EncryptedFileStore(directory: directory),
            authorizer: dpop
        )
        // END
        _ = engine
    }

    func json(_ refreshEndpoint: URL) {
        // EXAMPLE JSON
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: .json(endpoint: refreshEndpoint),
            store: EncryptedFileStore(directory: directory)
        )
        // END
        _ = engine
    }

    func jsonSignIn(_ engine: SessionEngine, _ login: CardeaRequest) async throws {
        // EXAMPLE SigningInByJSON
        let response = try await engine.data(for: login, options: .unauthenticated)
        if let credential = TokenFields.standard.credential(in: response) {
            try await engine.signIn(with: credential)
        }
        // END
    }

    func jsonInFull(_ refreshEndpoint: URL, _ deviceID: String) {
        // EXAMPLE JSONInFull
        let refresher = RefreshScheme.json(
            endpoint: refreshEndpoint,
            refreshToken: "session.token",
            members: ["device": deviceID],
            authorizer: .bearer,
            fields: TokenFields(
                accessToken: "data.jwt",
                refreshToken: "data.session.token",
                lifetime: "data.ttl"
            ),
            rejection: .status([401, 403])
        )
        // END
        _ = refresher
    }

    func signIn(_ engine: SessionEngine, _ response: CardeaResponse) async throws {
        // EXAMPLE AdoptingAResponse
        let fields = TokenFields(accessToken: "data.token", lifetime: "data.ttl")
        if let credential = fields.credential(in: response) { try await engine.signIn(with: credential) }
        // END
    }

    func signIn(_ engine: SessionEngine, _ tokens: (access: String, refresh: String)) async throws {
        // EXAMPLE AdoptingTokens
        try await engine.signIn(
            with: SessionCredential(
                accessToken: SessionSecret(tokens.access),
                refreshToken: SessionSecret(tokens.refresh),
                lifetime: .seconds(900)
            )
        )
        // END
    }

    func longLived(_ token: String) async throws {
        // EXAMPLE LongLivedToken
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: nil,
            store: EncryptedFileStore(directory: directory)
        )
        try await engine.signIn(
            with: SessionCredential(accessToken: SessionSecret(token), lifetime: .seconds(365 * 86_400))
        )
        // END
    }

    func exchange(_ exchangeEndpoint: URL) {
        // EXAMPLE TokenExchange
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin], refreshesAtStart: true),
            refresher: .oldForNew(
                endpoint: exchangeEndpoint,
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
            refresher: .inBand,
            store: EncryptedFileStore(directory: directory),
            classifier: .issuedToken(in: "x-access-token").or(.ownUnauthorized)
        )
        // END
        _ = engine
    }

    func bodyCodes(_ refreshEndpoint: URL) {
        // EXAMPLE BodyCodes
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: .json(
                endpoint: refreshEndpoint,
                fields: TokenFields(
                    accessToken: "data.token",
                    refreshToken: "data.refresh",
                    lifetime: "data.ttl"
                ),
                rejection: .bodyCode("rcode", expired: [30063], signedOutElsewhere: [30062])
            ),
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
            refresher: .oauth(endpoint: tokenEndpoint),
            store: EncryptedFileStore(directory: directory),
            authorizer: .header("x-access-token").and(.jsonField("token"))
        )
        // END
        _ = engine
    }

    func stepUp(_ askForPassword: @escaping @Sendable (StepUpChallenge) async -> SessionCredential?) {
        // EXAMPLE StepUp
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: .oauth(endpoint: tokenEndpoint),
            store: EncryptedFileStore(directory: directory),
            stepUp: { challenge in await askForPassword(challenge) }
        )
        // END
        _ = engine
    }

    func stepUpByCode(_ askForPassword: @escaping @Sendable (StepUpChallenge) async -> SessionCredential?) {
        // EXAMPLE StepUpByCode
        struct Failure: Decodable { let rcode: Int }
        let passwordAgain = ResponseRule { response, _ in
            let failure = try? response.json(Failure.self)
            return failure?.rcode == 30064 ? .stepUp(StepUpChallenge()) : .accepted
        }
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: .oauth(endpoint: tokenEndpoint),
            store: EncryptedFileStore(directory: directory),
            classifier: passwordAgain.or(.unauthorized),
            stepUp: { challenge in await askForPassword(challenge) }
        )
        // END
        _ = engine
    }

    func newPassword(_ engine: SessionEngine, _ changeOfPassword: CardeaRequest) async throws {
        // EXAMPLE ReplacingByACall
        try await engine.updateCredential(cause: .passwordChanged) { _ in
            let response = try await engine.data(for: changeOfPassword)
            guard let new = TokenFields.standard.credential(in: response) else {
                throw SessionError(.refreshFailed, response: response)
            }
            return new
        }
        // END
    }

    func stepUpByHand(
        _ engine: SessionEngine,
        _ payment: CardeaRequest,
        _ signInAgain: (StepUpChallenge) async throws -> SessionCredential
    ) async throws {
        // EXAMPLE StepUpByHand
        do throws(SessionError) {
            _ = try await engine.data(for: payment)
        } catch {
            guard let challenge = error.stepUp else { throw error }
            try await engine.updateCredential(signInAgain(challenge), cause: .reauthenticated)
            _ = try await engine.data(for: payment)
        }
        // END
    }
}

// EXAMPLE LoggedRefresher
struct LoggedRefresher: CredentialRefresher {
    let refresher: any CredentialRefresher
    let log: @Sendable (String) -> Void

    var refreshesInBand: Bool { refresher.refreshesInBand }

    func canRefresh(_ credential: SessionCredential) -> Bool { refresher.canRefresh(credential) }

    func refresh(
        _ credential: SessionCredential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> SessionCredential {
        log("refresh, sent again \(attempt.retries) times")
        return try await refresher.refresh(credential, attempt: attempt)
    }
}
// END
