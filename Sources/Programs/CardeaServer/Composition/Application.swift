import CardeaAdminAPI
import CardeaCryptography
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaOutboundHTTP
import CardeaPasswordHashing
import CardeaProviders
import CardeaSQLCore
import CardeaLogging

/// The modules put together, down to the store: everything behind the sockets.
struct Application: Sendable {
    let services: IdentityServices
    let projects: ProjectDirectory
    let dependencies: Dependencies
    private let providers: ConfiguredProviders
    private let store: SQLIdentityStore
    let storage: any Storage
    private let health: StorageHealth

    /// The parts of the process that an application uses.
    struct Dependencies: Sendable {
        let passwords: PasswordHasher
        let clock: any WallClock
        let random: any RandomSource
        let log: ServerLog
        var logger: Logger { log.logger }
        var metrics = ServerMetrics()
        /// Where the links in mails lead.
        var links = ActionLinks()
        /// The points in which an emulator differs.
        var differences = Set<EmulatorDifference>.none
        /// The way to identity providers.
        var providers = CardeaServer.Configuration.Providers()
        /// The way to the mail server; `nil` if none is configured.
        var mail: (any MessageTransport<OutgoingMail>)?
        /// The way text messages take; it delivers none if no gateway is configured.
        var textMessages = Outbox<OutgoingTextMessage>(isOpen: false)
        /// Keeps codes for phone numbers: for an emulator alone.
        var phoneCodes: PhoneCodeRecorder?
    }

    /// Opens the store, and then the keys in it with the master key.
    ///
    /// `checkSchema` rejects a database without tables if new ones must not be made.
    static func open(
        _ place: StoragePlace,
        checkSchema: (_ version: Int) throws(CardeaServer.StartError) -> Void = { _ in },
        masterKey: (_ hasSealedKeys: Bool) throws(CardeaServer.StartError) -> [UInt8],
        publicURL: String,
        _ dependencies: Dependencies
    ) async throws(CardeaServer.StartError) -> Application {
        guard dependencies.passwords.hasAllThreads else { throw .threadsExhausted }
        let health = StorageHealth(place)
        let observer = StorageObserver(metrics: dependencies.metrics, health: health)
        let storage: any Storage
        do {
            storage = try place.open(observer: observer, dependencies.logger)
        } catch {
            throw CardeaServer.StartError(error)
        }
        let store = SQLIdentityStore(storage.database)
        do {
            let version = try await storage.database.schemaVersion
            try checkSchema(version)
            try await store.migrate()
            // A new database has what the migrations have just made.
            if version > 0, let part = try await DataCheck.missingParts(in: store).first {
                throw CardeaServer.StartError(
                    .damaged,
                    "the database is damaged: it lacks \(part). Restore a backup"
                )
            }
            let hasSealedKeys = try await !store.read(.sealedKeys).isEmpty
            let projects = try await ProjectDirectory.load(
                from: store,
                masterKey: try masterKey(hasSealedKeys),
                publicURL: publicURL,
                clock: dependencies.clock,
                random: dependencies.random,
                allowsPlainIssuers: dependencies.providers.allowPrivateNetworks,
                logger: dependencies.logger
            )
            return Application(
                store: store,
                storage: storage,
                health: health,
                projects: projects,
                dependencies
            )
        } catch {
            await store.close()
            throw CardeaServer.StartError(describing: error)
        }
    }

    private init(
        store: SQLIdentityStore,
        storage: any Storage,
        health: StorageHealth,
        projects: ProjectDirectory,
        _ dependencies: Dependencies
    ) {
        self.store = store
        self.storage = storage
        self.health = health
        self.projects = projects
        self.dependencies = dependencies
        providers = ConfiguredProviders(projects, dependencies)
        services = IdentityServices(
            store: store,
            projects: projects,
            passwords: dependencies.passwords,
            clock: dependencies.clock,
            random: dependencies.random,
            differences: dependencies.differences,
            logger: dependencies.logger,
            metrics: dependencies.metrics.service,
            outbox: Outbox(transport: dependencies.mail),
            links: dependencies.links,
            textMessages: dependencies.textMessages,
            phoneCodes: dependencies.phoneCodes,
            providers: providers,
            providerTokens: providers,
            redirects: providers.redirects
        )
    }

    /// Whether the database can be written to; a write is tried only after a failure.
    func canWrite() async -> Bool {
        await health.canWrite { try await storage.tryWriting() }
    }

    /// Whether a read of the database is done.
    func isResponding() async -> Bool {
        do {
            // There may be no such user: the read alone counts.
            _ = try await store.read(.deletedUser)
            return true
        } catch {
            return false
        }
    }

    /// The counts of the store, for the metrics.
    var sampler: StoreSampler { StoreSampler(store, clock: dependencies.clock) }

    /// The management API.
    var administration: AdminAPI {
        AdminAPI(services: services, providerTester: providers)
    }

    /// Finishes waiting transactions, and closes the store.
    func close() async { await store.close() }
}

extension ConfiguredProviders {
    fileprivate init(_ projects: ProjectDirectory, _ dependencies: Application.Dependencies) {
        let configuration = dependencies.providers
        let http = ProviderHTTP(
            OutboundHTTPClient(configuration.outbound),
            // The configuration was checked.
            replacements: URLReplacements(configuration.replacedURLs) ?? URLReplacements(),
            observe: dependencies.metrics.recordProviderRequest
        )
        let urls = AuthorizationURLs(
            http: http,
            clock: dependencies.clock,
            allowsPlainHTTP: configuration.allowPrivateNetworks
        )
        self.init(
            administration: ProviderAdministration(projects: projects),
            redirects: RedirectFlow(projects: projects, authorizer: urls, logger: dependencies.logger),
            protocols: ProviderClient(
                publicURL: { projects.publicURL },
                urls: urls,
                clock: dependencies.clock
            ),
            logger: dependencies.logger
        )
    }
}

extension Application {
    /// Opens the application of a data directory.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - dependencies: The parts that the application uses.
    ///   - needsData: Whether an empty database is an error.
    /// - Returns: The application.
    /// - Throws: If the database cannot be used, or the configuration has an error.
    static func open(
        _ configuration: CardeaServer.Configuration,
        _ dependencies: Dependencies,
        needsData: Bool = false
    ) async throws(CardeaServer.StartError) -> Application {
        let directory = DataDirectory(configuration)
        var dependencies = dependencies
        dependencies.mail = try SMTPTransport(configuration)
        dependencies.textMessages = Outbox(
            transport: try SMSGateway(configuration.sms, clock: dependencies.clock)
        )
        dependencies.providers = configuration.providers
        try directory.prepare(dependencies.logger)
        return try await open(
            StoragePlace(configuration),
            checkSchema: { version throws(CardeaServer.StartError) in
                try directory.checkSchema(version: version)
                if needsData, version == 0, !directory.holdsDatabase {
                    throw CardeaServer.StartError.withoutData
                }
            },
            masterKey: { hasSealedKeys throws(CardeaServer.StartError) in
                try directory.masterKey(hasSealedKeys: hasSealedKeys, dependencies.random)
            },
            publicURL: configuration.publicURL(port: configuration.port),
            dependencies
        )
    }
}
