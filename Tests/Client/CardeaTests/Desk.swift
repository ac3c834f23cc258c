import Cardea
import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPTransport
import Testing

/// A server, a clock and a device: what every test of the SDK stands on.
struct Desk {
    let clock = ManualClock()
    let server: RotatingFakeServer
    let store = FaultInjectingStore()
    /// The app's own back end, whose requests carry the user's token.
    let backEnd: URL

    static let email = "ada@example.com"
    static let password = "correct horse"

    init(_ settings: RotatingFakeServer.Settings = .init()) throws {
        server = RotatingFakeServer(settings: settings, clock: clock)
        backEnd = try #require(URL(string: "https://api.example.com"))
    }

    /// A client of a device; defaults to each has a store of its own.
    func client(
        store: (any CredentialStore)? = nil,
        readsProfileAfterRefresh: Bool = false,
        _ adjust: (inout SessionConfiguration) -> Void = { _ in }
    ) throws -> CardeaClient {
        var session = SessionConfiguration(origins: [try #require(WebOrigin(backEnd))])
        adjust(&session)
        session.refreshRetries = RetrySchedule(limit: 3, delay: .zero)
        session.requestRetries.policy = session.refreshRetries
        return CardeaClient(
            .init(
                server: .cardea(server.url),
                apiKey: "key",
                store: store ?? self.store,
                transport: server,
                clock: clock,
                session: session,
                readsProfileAfterRefresh: readsProfileAfterRefresh
            )
        )
    }

    /// The same account on another device.
    func otherDevice() async throws -> CardeaUser {
        try await client(store: InMemoryStore()).signIn(email: Self.email, password: Self.password)
    }

    func signedUp() async throws -> (client: CardeaClient, user: CardeaUser) {
        let client = try client()
        return (client, try await client.signUp(email: Self.email, password: Self.password))
    }

    /// Calls the app's back end as a user.
    func call(as user: CardeaUser, path: String = "items") async throws -> CardeaResponse {
        try await user.data(for: CardeaRequest(.get, backEnd.appending(path: path)))
    }
}

extension Desk {
    static let patience = Duration.seconds(30)

    /// A client whose retries wait until the clock is moved.
    func patientClient(
        store: (any CredentialStore)? = nil,
        by transport: (any HTTPTransport)? = nil
    ) throws -> CardeaClient {
        var configuration = try client(store: store).configuration
        configuration.transport = transport ?? server
        configuration.session.refreshRetries = RetrySchedule(limit: 1, delay: Self.patience)
        return CardeaClient(configuration)
    }

    /// Whether the store holds a user's record.
    func stores(_ user: CardeaUser) async -> Bool {
        (try? await store.load()?.credential.profile?.userID) == user.uid
    }
}

/// The error that an operation of the SDK throws; `nil` when it throws none.
func failure(_ operation: () async throws -> Void) async -> CardeaError? {
    do {
        try await operation()
        return nil
    } catch {
        return error as? CardeaError
    }
}
