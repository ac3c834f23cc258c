// EXAMPLE Hello
import CardeaSession
import Foundation

/// A shop's back end, and who is signed in there.
struct Shop: Sendable {
    let api: URL
    let session: SessionEngine

    init?(_ address: String, directory: URL, transport: any HTTPTransport = SystemTransport()) {
        // Only requests to this scheme, host and port carry the token.
        guard let api = URL(string: address), let origin = WebOrigin(api) else { return nil }
        self.api = api
        session = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: .json(endpoint: api.appending(path: "refresh")),
            store: EncryptedFileStore(directory: directory),
            transport: transport
        )
    }

    /// After the app asked for name and password: the app's own request, and what the session is made of.
    func signIn(_ name: String, _ password: String) async throws -> Bool {
        let form = try JSONEncoder().encode(["name": name, "password": password])
        var login = CardeaRequest(.post, api.appending(path: "login"), body: form)
        login.fields[.contentType] = "application/json"
        let response = try await session.data(for: login, options: .unauthenticated)
        guard response.status == 200, var credential = TokenFields.standard.credential(in: response) else {
            return false
        }
        credential.profile = UserProfile(userName: name)
        try await session.signIn(with: credential)
        return true
    }

    /// From then on a request is one line.
    func orders() async throws -> Data {
        try await session.data(for: CardeaRequest(.get, api.appending(path: "orders"))).body
    }
}
// END
