import CardeaIdentityDomain
import CardeaIdentityService
import CardeaPasswordHashing
import CardeaSQLCore
import CardeaSecrets
import CardeaSQLiteDriver
import LoggingTestSupport

@testable import CardeaIdentityStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The use cases on a real SQLite store, with a clock that is set by hand.
final class Server: Sendable {
    static let masterKey = [UInt8](repeating: 7, count: 32)
    /// Cheap hashes: what argon2id costs is not what is tested here.
    static let parameters = Argon2Parameters(memoryKiB: 64, iterations: 1)

    let clock: ManualClock
    let random: SeededRandom
    let store: SQLIdentityStore
    let projects: ProjectDirectory
    let services: IdentityServices
    let project: Project

    /// Starts a server with one project; on the files, the clock and the randomness of another when it follows it.
    convenience init(
        at location: SQLiteDatabase.Location = .memory,
        policy: Policy = Policy(),
        clock: ManualClock = ManualClock(),
        random: SeededRandom = SeededRandom(),
        parameters: Argon2Parameters = Server.parameters,
        outbox: Outbox<OutgoingMail> = Outbox(isOpen: true),
        textMessages: Outbox<OutgoingTextMessage> = Outbox(isOpen: true),
        phoneCodes: PhoneCodeRecorder? = PhoneCodeRecorder()
    ) async throws {
        try await self.init(
            on: SQLiteDatabase.open(location),
            policy: policy,
            clock: clock,
            random: random,
            parameters: parameters,
            outbox: outbox,
            textMessages: textMessages,
            phoneCodes: phoneCodes
        )
    }

    init(
        on database: any SQLDatabase,
        project id: ProjectID = ProjectID(rawValue: "shop"),
        masterKey: [UInt8] = Server.masterKey,
        policy: Policy = Policy(),
        clock: ManualClock = ManualClock(),
        random: SeededRandom = SeededRandom(),
        parameters: Argon2Parameters = Server.parameters,
        outbox: Outbox<OutgoingMail> = Outbox(isOpen: true),
        textMessages: Outbox<OutgoingTextMessage> = Outbox(isOpen: true),
        phoneCodes: PhoneCodeRecorder? = PhoneCodeRecorder()
    ) async throws {
        self.clock = clock
        self.random = random
        store = SQLIdentityStore(database)
        try await store.migrate()
        projects = try await ProjectDirectory.load(
            from: store,
            masterKey: masterKey,
            publicURL: "https://id.example",
            clock: clock,
            random: random,
            logger: .silent
        )
        if let existing = projects.project(id: id) {
            project = existing
        } else {
            project = try await projects.create(id, policy: policy, by: .server)
        }
        services = IdentityServices(
            store: store,
            projects: projects,
            passwords: PasswordHasher(parameters: parameters, threads: 1, queueLimit: 1000),
            clock: clock,
            random: random,
            logger: .silent,
            outbox: outbox,
            links: ActionLinks(recorder: ActionCodeRecorder()),
            textMessages: textMessages,
            phoneCodes: phoneCodes
        )
    }

    var pool: UserPool { UserPool(project: project.id) }

    /// Somebody who calls from an address, maybe with an `Idempotency-Key`.
    func caller(
        key: String? = nil,
        from address: String = "192.0.2.1",
        userAgent: String = "tests",
        tenant: TenantID? = nil,
        app: AppID? = nil,
        language: String? = nil
    ) -> Caller {
        Caller(
            projects.scope(in: UserPool(project: project.id, tenant: tenant), of: app)
                ?? RequestScope(project: project, tenant: tenant),
            remoteAddress: address,
            userAgent: userAgent,
            idempotencyKey: key,
            language: language
        )
    }

    func signUp(
        _ email: String = "ann@example.com",
        password: String = "correct horse"
    ) async throws -> SignedIn {
        try await services.accounts.signUp(NewAccount(email: email, password: Secret(password)), by: caller())
            .get()
    }

    func signIn(
        _ email: String = "ann@example.com",
        password: String = "correct horse",
        from address: String = "192.0.2.1"
    ) async throws -> SignedIn {
        try await services.signIn.withPassword(
            email: email,
            password: Secret(password),
            by: caller(from: address)
        )
    }

    func refresh(_ tokens: IssuedTokens, key: String? = nil) async throws -> Refreshed {
        try await services.sessions.refresh(tokens.refreshToken ?? [], by: caller(key: key))
    }

    /// The kinds of the events that were recorded, in order.
    func securityEvents() async throws -> [String] {
        let statement = SQLStatement("SELECT kind FROM security_events ORDER BY number", isReused: false)
        return try await store.database.read([SQLQuery(statement)])[0].map { row in
            var cursor = row.cursor
            return try cursor.text()
        }
    }

    func authenticate(_ tokens: IssuedTokens) async throws -> SignedInCaller {
        try await services.sessions.authenticate(
            String(decoding: tokens.accessToken, as: UTF8.self),
            by: caller()
        )
    }
}

extension Server {
    /// The sessions of a user, those that have ended included.
    func sessions(of user: UserID) async throws -> [Session] {
        var sessions: [Session] = []
        for id in try await store.read(.sessions(.some(user, pool, limit: 2000))) {
            if let session = try await store.read(.session(id)) { sessions.append(session) }
        }
        return sessions
    }
}

extension Policy {
    /// Settings under which users may change their address, and responses tell which ones are taken.
    static var withoutEnumerationProtection: Policy {
        var policy = Policy()
        policy.signIn.protectsEmailEnumeration = false
        return policy
    }
}

/// Runs a body with a directory of its own, and removes it afterwards.
func withDirectory<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let url = FileManager.default.temporaryDirectory.appending(path: "cardea-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(url.path)
}

/// The error that a use case throws; `nil` when it throws none.
func failure<Value>(of body: () async throws -> Value) async -> IdentityError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? IdentityError
    }
}
