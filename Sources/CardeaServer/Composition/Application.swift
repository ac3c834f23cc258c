import Cryptography
import IdentityDomain
import IdentityService
import IdentityStore
import PasswordHashing
import SQLiteDriver
import Telemetry

/// The rooms put together, down to the store: everything behind the sockets.
struct Application: Sendable {
    let service: IdentityService
    let projects: ProjectDirectory
    let surroundings: Surroundings
    private let store: SQLIdentityStore

    /// What an application is given by the process around it.
    struct Surroundings: Sendable {
        let passwords: PasswordHasher
        let clock: any WallClock
        let random: any RandomSource
        let logger: Logger
    }

    /// Opens the store, and then the keys in it with the master key.
    static func open(
        _ location: SQLiteDatabase.Location,
        masterKey: () throws(CardeaServer.StartError) -> [UInt8],
        publicURL: String,
        _ surroundings: Surroundings
    ) async throws(CardeaServer.StartError) -> Application {
        let database: SQLiteDatabase
        do {
            database = try SQLiteDatabase.open(location)
        } catch {
            throw CardeaServer.StartError(error)
        }
        let store = SQLIdentityStore(database)
        do {
            try await store.migrate()
            let projects = try await ProjectDirectory.load(
                from: store,
                masterKey: try masterKey(),
                publicURL: publicURL,
                clock: surroundings.clock,
                random: surroundings.random,
                logger: surroundings.logger
            )
            return Application(store: store, projects: projects, surroundings)
        } catch {
            await store.close()
            throw CardeaServer.StartError(describing: error)
        }
    }

    private init(store: SQLIdentityStore, projects: ProjectDirectory, _ surroundings: Surroundings) {
        self.store = store
        self.projects = projects
        self.surroundings = surroundings
        service = IdentityService(
            users: store,
            projects: projects,
            passwords: surroundings.passwords,
            throttle: AttemptThrottle(),
            clock: surroundings.clock,
            random: surroundings.random,
            logger: surroundings.logger
        )
    }

    /// Finishes what waits in the store, and closes it.
    func close() async { await store.close() }
}

extension Application {
    /// Opens the application of a data directory.
    static func open(
        _ configuration: CardeaServer.Configuration
    ) async throws(CardeaServer.StartError) -> Application {
        let directory = DataDirectory(configuration)
        let surroundings = Surroundings(configuration)
        return try await open(
            .file(directory: configuration.data),
            masterKey: { () throws(CardeaServer.StartError) in
                try directory.masterKey(file: configuration.masterKeyFile, surroundings.random)
            },
            publicURL: configuration.publicURL(port: configuration.port),
            surroundings
        )
    }
}
