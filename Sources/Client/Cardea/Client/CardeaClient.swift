public import Foundation
internal import CardeaSession
internal import CardeaLocks

/// Signs people in at an identity server, and knows who the current user is, over restarts of the app.
///
///     let client = CardeaClient(.init(server: .cardea(address), apiKey: key, store: store, transport: transport))
///     let user = try await client.restore()                 // no network
///     let response = try await user.data(for: request)        // with a token that is always fresh
///
/// User objects do not depend on it: one that the app keeps still works when another becomes the current one, or none.
public final class CardeaClient: Sendable {
    struct Current {
        var state = CardeaState.restoring
        var listeners = EventListeners<CardeaEvent>()
        /// Ends the forwarding of the current user's events.
        var observation: SessionObservation?
        /// The store with the record of the current user, or of the last one.
        var slot: UserCredentialStore?
    }

    /// The configuration of the client.
    public let configuration: Configuration
    let server: IdentityToolkitClient
    let store: ExclusiveStore
    let pendingSignIns: PendingSignIns
    let order: SignInOrder
    let revocations: Revocations
    let current = Mutex(Current())
    /// Changes of the current user happen one after another.
    let changes = SerialQueue()

    /// Creates a client; it does nothing until it is asked to restore or to sign in.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        store = ExclusiveStore(
            configuration.store,
            retries: configuration.session.refreshRetries,
            clock: configuration.clock
        )
        pendingSignIns = PendingSignIns(configuration)
        order = SignInOrder(beside: configuration.store)
        revocations = Revocations(configuration)
        server = IdentityToolkitClient(
            server: configuration.server,
            apiKey: configuration.apiKey,
            tenant: configuration.tenantID,
            language: configuration.languageCode,
            transport: configuration.transport
        )
    }

    /// Creates a client with the defaults, for an app with one host of its own.
    ///
    /// - Parameters:
    ///   - server: The identity server.
    ///   - apiKey: The project's API key.
    ///   - origin: An address of the app's own host, to which requests carry the token. The program stops if it is not an
    ///     absolute `http` or `https` address.
    public convenience init(server: ServerAddress, apiKey: String, origin: URL) {
        self.init(
            Configuration(server: server, apiKey: apiKey, session: SessionConfiguration(origin: origin))
        )
    }

    /// The state: whether somebody is signed in.
    public var state: CardeaState {
        let state = current.withLock { $0.state }
        // A session ends for its callers a moment before its listeners, this client among them, are notified.
        guard let user = state.user, case .signedOut(let reason?) = user.session.engine.state else {
            return state
        }
        return .signedOut(reason)
    }

    /// The current user; `nil` if no user is signed in, or if it is not known yet.
    public var currentUser: CardeaUser? { state.user }
}
