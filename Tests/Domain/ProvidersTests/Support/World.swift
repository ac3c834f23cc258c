import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaLocks
import CardeaOutboundHTTP
import CardeaProviders
import CardeaSecrets
import CardeaSQLiteDriver
import LoggingTestSupport
import ProviderStandIns
import Testing

/// A project with providers, and the client that verifies what comes from them.
struct World: Sendable {
    static let app = "https://app.example/back"

    let clock = WorldClock()
    let log = LogRecorder()
    let store: SQLIdentityStore
    let projects: ProjectDirectory
    let project: Project
    let administration: ProviderAdministration
    let redirects: RedirectFlow
    let client: ConfiguredProviders

    /// Creates a project in memory.
    ///
    /// - Parameters:
    ///   - replacements: As in the configuration, `FROM=TO`.
    ///   - configure: Changes how requests are sent.
    /// - Throws: If a part of it does not start.
    init(
        replacing replacements: [String] = [],
        configure: (inout OutboundConfiguration) -> Void = { _ in }
    ) async throws {
        store = SQLIdentityStore(try SQLiteDatabase.open(.memory))
        try await store.migrate()
        let random = WorldRandom()
        projects = try await ProjectDirectory.load(
            from: store,
            masterKey: random.bytes(32),
            publicURL: "https://id.example",
            clock: clock,
            random: random,
            logger: log.logger
        )
        var policy = Policy()
        policy.providers.redirectURLs = [Self.app, "http://127.0.0.1/back", "com.example.app:/back"]
        project = try await projects.create(ProjectID(rawValue: "shop"), policy: policy, by: .server)
        var outbound = OutboundConfiguration()
        outbound.allowsPrivateNetworks = true
        outbound.allowsPlainHTTP = true
        outbound.timeout = 60
        outbound.maximumResponseBytes = 262_144
        configure(&outbound)
        administration = ProviderAdministration(projects: projects)
        let replaced = try #require(URLReplacements(replacements))
        let urls = AuthorizationURLs(
            http: ProviderHTTP(OutboundHTTPClient(outbound), replacements: replaced),
            clock: clock,
            allowsPlainHTTP: true
        )
        redirects = RedirectFlow(projects: projects, authorizer: urls, logger: log.logger)
        client = ConfiguredProviders(
            administration: administration,
            redirects: redirects,
            protocols: ProviderClient(
                publicURL: { [projects] in projects.publicURL },
                urls: urls,
                clock: clock
            ),
            logger: log.logger
        )
    }

    var pool: UserPool { UserPool(project: project.id) }
    var scope: RequestScope { RequestScope(project: project) }
    var caller: Caller { Caller(scope, remoteAddress: "192.0.2.1") }

    /// Configures a provider with the client `cardea`.
    @discardableResult
    func configure(
        _ provider: String,
        secret: String? = "the secret of the client",
        _ change: @escaping @Sendable (inout ProviderConfiguration) -> Void = { _ in }
    ) async throws -> ProviderID {
        let id = try #require(ProviderID(rawValue: provider))
        let newSecret = secret.map { SecretChange.set(Secret($0)) } ?? .unchanged
        _ = try await administration.set(id, in: pool, secret: newSecret, by: .server) {
            $0.clientID = "cardea"
            change(&$0)
        }
        return id
    }

    /// Configures a stand-in as `oidc.acme`.
    @discardableResult
    func configure(
        _ standIn: StandIn,
        _ change: @escaping @Sendable (inout ProviderConfiguration) -> Void = { _ in }
    ) async throws -> ProviderID {
        let issuer = standIn.url
        return try await configure("oidc.acme") {
            $0.issuer = issuer
            change(&$0)
        }
    }

    /// Claims of a valid ID token.
    func claims(of issuer: String) -> JSONValue {
        let now = clock.now().seconds
        return [
            "iss": .string(issuer), "sub": "248289761001", "aud": "cardea", "iat": .integer(now),
            "exp": .integer(now + 600), "email": "ada@example.com", "email_verified": true,
            "name": "Ada Lovelace",
        ]
    }

    func verify(
        _ credential: ProviderCredential,
        _ place: ProviderPlace = .unlimited
    ) async throws(ProviderError) -> ProviderAssertion {
        try await client.verify(credential, in: scope, place)
    }

    func revoke(_ token: RevocableToken, of provider: ProviderID) async throws(ProviderError) {
        try await client.revoke(token, of: provider, in: scope, .unlimited)
    }

    func verify(
        idToken: String,
        of provider: ProviderID,
        nonce: String? = nil,
        accessToken: String? = nil
    ) async throws(ProviderError) -> ProviderAssertion {
        try await verify(.idToken(idToken, of: provider, nonce: nonce, accessToken: accessToken, user: nil))
    }

    /// The error of a credential; `nil` if it is accepted.
    func error(
        _ credential: ProviderCredential,
        _ place: ProviderPlace = .unlimited
    ) async -> ProviderError? {
        do throws(ProviderError) {
            _ = try await verify(credential, place)
            return nil
        } catch {
            return error
        }
    }

    func error(
        idToken: String,
        of provider: ProviderID,
        nonce: String? = nil,
        accessToken: String? = nil
    ) async -> ProviderError? {
        await error(.idToken(idToken, of: provider, nonce: nonce, accessToken: accessToken, user: nil))
    }
}

/// A clock that stands until it is moved.
final class WorldClock: WallClock {
    private let time = Mutex((now: Timestamp(seconds: 1_800_000_000), steady: Timestamp(seconds: 1000)))

    func now() -> Timestamp { time.withLock(\.now) }
    func steady() -> Timestamp { time.withLock(\.steady) }
    func advance(_ span: TimeSpan) { time.withLock { $0 = ($0.now + span, $0.steady + span) } }
}

struct WorldRandom: RandomSource {
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255) } }
    func word() -> UInt64 { .random(in: 0 ... .max) }
}
