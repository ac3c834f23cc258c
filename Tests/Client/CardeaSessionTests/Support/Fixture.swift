import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks

/// An engine on doubles: everything that happens around it is decided by the test.
struct Fixture {
    let clock: ManualClock
    let backend: Backend
    let store: FaultInjectingStore
    let refresher: ScriptedRefresher
    let transport: ScriptedTransport
    let engine: SessionEngine
    let events: EventLog

    init(
        _ adjust: (inout SessionConfiguration) -> Void = { _ in },
        clock: ManualClock = ManualClock(),
        backend: Backend = Backend(),
        store: any CredentialStore = InMemoryStore(),
        authorizer: any RequestAuthorizer = .bearer,
        classifier: ResponseRule = .standard,
        revoker: CredentialRevoker? = nil,
        profileReader: ProfileReader? = nil,
        stepUp: StepUpHandler? = nil,
        monitor: SessionMonitor? = nil,
        refreshesInBand: Bool = false,
        streams: StreamingTransport? = nil,
        refresh: ScriptedRefresher.Script? = nil,
        response: ScriptedTransport.Script? = nil
    ) {
        var configuration = SessionConfiguration(origins: [Fixture.origin])
        configuration.requestRetries = .none
        adjust(&configuration)
        self.clock = clock
        self.backend = backend
        self.store = FaultInjectingStore(store)
        let exchange: ScriptedRefresher.Script = { (call, _) throws(RefreshFailure) in
            try backend.exchange(call.credential, call.attempt)
        }
        let serve: ScriptedTransport.Script = { (request, _) throws(TransportError) in
            backend.response(request)
        }
        refresher = ScriptedRefresher(refresh ?? exchange)
        transport = ScriptedTransport(response ?? serve)
        engine = SessionEngine(
            configuration: configuration,
            refresher: refreshesInBand ? InBandRefresher() : refresher,
            store: self.store,
            transport: streams ?? transport,
            authorizer: authorizer,
            classifier: classifier,
            revoker: revoker,
            profileReader: profileReader,
            stepUp: stepUp,
            monitor: monitor,
            clock: clock
        )
        events = EventLog(engine)
    }

    static let origin = origin("https://api.example.com")

    static func origin(_ text: String) -> WebOrigin {
        guard let origin = WebOrigin(text) else { preconditionFailure("no origin: \(text)") }
        return origin
    }

    /// A request to the app's own host.
    static func request(_ path: String = "/things", method: RequestMethod = .get) -> CardeaRequest {
        CardeaRequest(method, url("https://api.example.com\(path)"))
    }

    static func url(_ text: String) -> URL {
        guard let url = URL(string: text) else { preconditionFailure("no address: \(text)") }
        return url
    }

    /// Signs a user in.
    @discardableResult
    func signIn(
        _ userID: String = "ada",
        lifetime: Duration? = .seconds(3600)
    ) async throws -> SessionCredential {
        let credential = backend.signIn(userID: userID, lifetime: lifetime)
        try await engine.signIn(with: credential)
        return credential
    }

    /// The tokens that requests carried, in order.
    var sentTokens: [String?] {
        transport.requests.map { $0.fields[.authorization] }
    }

    /// The same back end and store, as a process sees them that starts afterwards, or runs beside.
    func anotherProcess(
        refresh: ScriptedRefresher.Script? = nil,
        on store: any CredentialStore
    ) -> Fixture {
        Fixture(clock: clock, backend: backend, store: store, refresh: refresh)
    }
}

/// The events that a listener got.
final class EventLog: Sendable {
    private let engine: SessionEngine
    private let log: Log

    private final class Log: Sendable {
        let events = Mutex<[SessionEvent]>([])
    }

    init(_ engine: SessionEngine) {
        let log = Log()
        (self.engine, self.log) = (engine, log)
        engine.listen { event in log.events.withLock { $0.append(event) } }
    }

    /// Everything that has happened: callers have their responses a moment before listeners are notified.
    var all: [SessionEvent] {
        get async {
            // A new listener hears the present state when the others have heard all that led to it.
            for await _ in engine.events { break }
            return log.events.withLock(\.self)
        }
    }

    func count(_ event: SessionEvent) async -> Int { await all.count { $0 == event } }
}

/// The error that an operation throws.
func failure(_ operation: () async throws -> some Any) async -> SessionError? {
    do {
        _ = try await operation()
        return nil
    } catch {
        return error as? SessionError
    }
}
