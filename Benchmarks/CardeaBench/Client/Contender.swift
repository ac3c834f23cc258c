import BareServers
import CardeaSession
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport

/// Sends a request; says whether the response was 200.
typealias Caller = @Sendable (CardeaRequest) async -> Bool

/// The client that is measured.
enum Contender: String {
    case floor, engine

    /// A client that holds the first token.
    func caller(
        _ base: URL,
        _ transport: any HTTPTransport,
        _ endpoint: TokenEndpoint,
        _ clock: AdjustableClock
    ) async throws -> Caller {
        switch self {
        case .floor:
            let client = SingleFlight(endpoint, transport, clock)
            return { (try? await client.data(for: $0).status) == 200 }
        case .engine:
            let engine = try await Self.engine(for: base, transport, endpoint, clock)
            return { (try? await engine.data(for: $0).status) == 200 }
        }
    }

    /// An engine that is signed in with the first token.
    static func engine(
        for base: URL,
        _ transport: any HTTPTransport,
        _ endpoint: TokenEndpoint,
        _ clock: any SessionClock
    ) async throws -> SessionEngine {
        guard let origin = WebOrigin(base) else { throw BenchmarkError("no origin") }
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: ClosureRefresher { credential, _ async throws(RefreshFailure) in
                Self.credential(try await endpoint.refresh(credential.accessToken.reveal()))
            },
            store: InMemoryStore(),
            transport: transport,
            clock: clock
        )
        try await engine.signIn(with: Self.credential("1"))
        return engine
    }

    private static func credential(_ token: String) -> SessionCredential {
        SessionCredential(
            accessToken: SessionSecret(token),
            refreshToken: SessionSecret("r\(token)"),
            lifetime: TokenEndpoint.lifetime
        )
    }
}
