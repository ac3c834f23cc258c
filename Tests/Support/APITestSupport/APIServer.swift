package import CardeaHTTPRouting
package import CardeaIdentityDomain
package import CardeaIdentityService
package import CardeaIdentityStore
import CardeaHTTPMessages
import CardeaIdentityToolkitAPI
import CardeaKiiAPI
import CardeaOAuthAPI
import CardeaPasswordHashing
import CardeaSQLCore
import CardeaSQLiteDriver
import CardeaLogging
package import LoggingTestSupport
import CardeaSecrets

/// The API modules over the real use cases and an SQLite database in memory: the server without its sockets.
package struct APIServer: Sendable {
    package let services: IdentityServices
    package let projects: ProjectDirectory
    /// The store of the server, which can be made to fail.
    package let store: BreakableStore<SQLIdentityStore>
    package let log = LogRecorder()
    package let clock: ManualWallClock
    /// The identity providers of the server.
    package let providers = StandInProviders()
    package let project: Project
    /// Good for every project.
    package let administratorToken: String
    let database: any SQLDatabase
    private let site: any Responder
    private static let declaredErrors = DeclaredErrors(
        IdentityToolkitAPI.operations + OAuthAPI.operations + KiiAPI.operations + EmulatorAPI.operations
    )
    private let masterKey: [UInt8]

    /// Makes a server with the project `demo` (API key `demo-key`, number 1001) and a neighbour `other`
    /// (`other-key`, 1002).
    ///
    /// - Parameters:
    ///   - policy: Those of `demo`.
    ///   - emulator: Whether access is granted, and endpoints are there, as in an emulator.
    ///   - hashQueueLimit: How many passwords may wait to be hashed.
    /// - Throws: When a part of it does not start.
    package init(
        policy: Policy = Policy(),
        emulator: Bool = false,
        hashQueueLimit: Int = 256
    ) async throws {
        clock = ManualWallClock()
        let random = SystemRandomSource()
        database = try SQLiteDatabase.open(.memory)
        let sql = SQLIdentityStore(database)
        try await sql.migrate()
        store = BreakableStore(sql)
        let logger = log.logger(metadataProvider: RequestIdentifiers.metadataProvider)
        masterKey = random.bytes(32)
        projects = try await ProjectDirectory.load(
            from: store,
            masterKey: masterKey,
            publicURL: "https://id.example",
            clock: clock,
            random: random,
            logger: logger
        )
        project = try await projects.create(
            ProjectID(rawValue: "demo"),
            policy: policy,
            number: 1001,
            apiKeys: ["demo-key"],
            by: .server
        )
        _ = try await projects.create(
            ProjectID(rawValue: "other"),
            number: 1002,
            apiKeys: ["other-key"],
            by: .server
        )
        administratorToken =
            emulator
            ? "owner" : try await projects.createAdministratorToken(name: "tests", by: .server).reveal()
        services = IdentityServices(
            store: store,
            projects: projects,
            passwords: PasswordHasher(
                parameters: Argon2Parameters(memoryKiB: 8, iterations: 1),
                threads: 1,
                queueLimit: hashQueueLimit
            ),
            clock: clock,
            random: random,
            differences: emulator ? .all : .none,
            logger: logger,
            outbox: Outbox(isOpen: !emulator),
            links: emulator
                ? ActionLinks(path: EmulatorAction.path, recorder: ActionCodeRecorder())
                : ActionLinks(recorder: ActionCodeRecorder()),
            textMessages: Outbox(isOpen: !emulator),
            phoneCodes: emulator ? PhoneCodeRecorder() : nil,
            providers: providers,
            providerTokens: providers
        )
        let access: any ProjectAccess =
            emulator
            ? EmulatorAccess(projects: projects, defaultProject: project.id)
            : DirectoryAccess(projects: projects)
        let toolkit = IdentityToolkitAPI(services: services, access: access)
        var router = Router(renderError: IdentityToolkitAPI.renderError)
        toolkit.register(on: &router)
        toolkit.registerIssuers(on: &router)
        if emulator {
            let api = EmulatorAPI(
                users: services.users,
                verification: services.verification,
                phone: services.phone,
                projects: projects,
                access: access,
                control: Control(projects: projects, users: services.users, clock: clock)
            )
            api.register(on: &router)
            router.on(.get, "/emulator/auth/handler", api.providerPage)
        }
        var oauth = Router(renderError: OAuthAPI.renderError)
        OAuthAPI(sessions: services.sessions, serviceAccounts: services.serviceAccounts, access: access)
            .register(on: &oauth)
        var kii = Router(renderError: KiiAPI.renderError)
        KiiAPI(signIn: services.signIn, sessions: services.sessions, access: access, clock: clock)
            .register(on: &kii)
        site = Sites(
            [Site(oauth, prefixes: OAuthAPI.prefixes), Site(kii, prefixes: KiiAPI.prefixes)],
            rest: Site(router)
        )
        .behind(RequestIdentifiers { random.word() })
    }

    /// The project directory of another node on the same database.
    package func directoryOfAnotherNode() async throws -> ProjectDirectory {
        try await ProjectDirectory.load(
            from: store,
            masterKey: masterKey,
            publicURL: "https://id.example",
            clock: clock,
            random: SystemRandomSource(),
            logger: log.logger
        )
    }

    /// Sends one request.
    ///
    /// An error that its operation does not declare is an issue.
    package func send(_ request: Request) async -> APIResponse {
        let response = await site.respond(to: request)
        Self.declaredErrors.check(response, to: request)
        return APIResponse(response)
    }
}

/// An emulator's control over this composition.
private struct Control: EmulatorControl {
    let projects: ProjectDirectory
    let users: UserAdministration
    let clock: ManualWallClock

    func wipe() async throws {
        for project in projects.all() {
            let pool = UserPool(project: project.id)
            for user in try await users.list(in: pool, after: nil, limit: 1000) {
                try await users.delete(user.id, in: pool, by: .server)
            }
        }
    }

    func setClock(to moment: Timestamp?) async { clock.set(to: moment ?? Timestamp(seconds: 1_800_000_000)) }
}
