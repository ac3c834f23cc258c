import CardeaLogging
import CardeaMetrics
import CardeaSQLCore

/// The open database of a server, with what differs from engine to engine.
protocol Storage: Sendable {
    var database: any SQLDatabase { get }

    /// Tries to write to the database, by a commit that changes nothing.
    func tryWriting() async throws(SQLError)
    /// Adds the gauges of its files.
    func watch(in registry: MetricsRegistry)
    /// Looks for damage in everything that is stored.
    ///
    /// - Returns: One line for each problem.
    func damage() async throws(SQLError) -> [String]
    /// The reasons why tables cannot be created or changed, one line for each.
    func migrationProblems() async throws(SQLError) -> [String]
}

extension Storage {
    func watch(in registry: MetricsRegistry) {}
    func damage() async throws(SQLError) -> [String] { [] }
    func migrationProblems() async throws(SQLError) -> [String] { [] }
}

extension CardeaServer.Configuration {
    /// The engine of the database, by which commands notice that the running server has another one.
    package var databaseEngine: String { database == nil ? "sqlite" : "postgresql" }
}

/// The place of the database of a server.
enum StoragePlace: Sendable {
    /// A file in the data directory.
    case file(DataDirectory)
    /// A PostgreSQL server, by its URL.
    case server(url: String)
    /// Gone when closed.
    case memory

    /// The place that a configuration names.
    init(_ configuration: CardeaServer.Configuration) {
        self = configuration.database.map { .server(url: $0) } ?? .file(DataDirectory(configuration))
    }

    /// Opens the database.
    ///
    /// - Parameters:
    ///   - observer: Receives commits and failures.
    ///   - logger: Logs the check after an unclean stop.
    /// - Returns: The open database.
    /// - Throws: If it is in use, damaged or out of reach.
    func open(observer: any SQLObserver, _ logger: Logger) throws(SQLError) -> any Storage {
        switch self {
        case .file(let directory): try SQLiteStorage(directory, observer: observer, logger)
        case .server(let url): try PostgreSQLStorage(url, observer: observer)
        case .memory: try SQLiteStorage(nil, observer: observer, logger)
        }
    }

    /// Opens the database for a check, which changes nothing.
    func openForReading() throws(SQLError) -> any Storage {
        switch self {
        case .file(let directory): try SQLiteFile(path: directory.database)
        case .server(let url): try PostgreSQLStorage(url, observer: nil)
        case .memory: throw .unavailable("A database in memory has no other reader.")
        }
    }

    /// The bytes that its disk has left; `nil` if they are not known.
    var availableBytes: UInt64? {
        if case .file(let directory) = self { directory.availableBytes } else { nil }
    }
}
