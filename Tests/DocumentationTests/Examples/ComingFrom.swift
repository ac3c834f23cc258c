import Cardea
import CardeaSession
import Foundation

// The page "Coming from Alamofire, FirebaseAuth, Auth0, AppAuth or supabase".
private struct Newcomer {
    let address: URL
    let apiKey: String
    let api: URL
    let orders: URL

    func setUp() -> CardeaClient {
        // EXAMPLE TaskSetUp
        let client = CardeaClient(server: .cardea(address), apiKey: apiKey, origin: api)
        // END
        return client
    }

    func signIn(_ client: CardeaClient, _ email: String, _ password: String) async throws -> CardeaUser {
        // EXAMPLE TaskSignIn
        let user = try await client.signIn(email: email, password: password)
        // END
        return user
    }

    func restore(_ client: CardeaClient) async throws -> CardeaUser? {
        // EXAMPLE TaskRestore
        let user = try await client.restore()
        // END
        return user
    }

    func request(_ user: CardeaUser) async throws -> CardeaResponse {
        // EXAMPLE TaskRequest
        let response = try await user.data(for: CardeaRequest(.get, orders))
        // END
        return response
    }

    func backEnd(_ refreshEndpoint: URL, _ directory: URL) -> SessionEngine {
        // EXAMPLE TaskBackEnd
        let engine = SessionEngine(
            configuration: SessionConfiguration(origin: api),
            refresher: .json(endpoint: refreshEndpoint),
            store: EncryptedFileStore(directory: directory)
        )
        // END
        return engine
    }

    func page(_ client: CardeaClient) async throws -> CardeaUser {
        // EXAMPLE TaskPage
        let user = try await client.signIn(with: .gitHub, through: .loopback())
        // END
        return user
    }

    func browserSetUp(
        _ authorizationEndpoint: URL,
        _ tokenEndpoint: URL,
        _ revocationEndpoint: URL,
        _ directory: URL
    ) -> (AuthorizationCodeFlow, SessionEngine) {
        // EXAMPLE TaskBrowserSetUp
        let client = ClientAuthentication.none(clientID: "my-app")
        let flow = AuthorizationCodeFlow(
            server: AuthorizationServer(
                authorizationEndpoint: authorizationEndpoint,
                tokenEndpoint: tokenEndpoint
            ),
            client: client
        )
        let engine = SessionEngine(
            configuration: SessionConfiguration(origin: api),
            refresher: .oauth(endpoint: tokenEndpoint, client: client),
            store: EncryptedFileStore(directory: directory),
            revoker: .oauth(endpoint: revocationEndpoint, client: client)
        )
        // END
        return (flow, engine)
    }

    func browser(_ engine: SessionEngine, _ flow: AuthorizationCodeFlow) async throws {
        // EXAMPLE TaskBrowser
        try await engine.signIn { try await flow.signIn(through: .loopback()) }
        await engine.signOut()
        // END
    }
}
