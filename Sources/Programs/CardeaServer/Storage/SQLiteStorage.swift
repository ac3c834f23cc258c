import CardeaLogging
import CardeaMetrics
import CardeaOperatingSystem
import CardeaSQLCore
import CardeaSQLiteDriver

/// A database in a file of the data directory, or in memory.
struct SQLiteStorage: Storage {
    var database: any SQLDatabase { file }
    private let file: SQLiteDatabase
    /// `nil` in memory.
    private let directory: DataDirectory?

    init(_ directory: DataDirectory?, observer: any SQLObserver, _ logger: Logger) throws(SQLError) {
        self.directory = directory
        file = try SQLiteDatabase.open(
            directory.map { .file(directory: $0.path) } ?? .memory,
            observer: observer
        )
        if let recovery = file.recovery { logger.log(recovery) }
    }

    func tryWriting() async throws(SQLError) { try await file.tryWriting() }

    func watch(in registry: MetricsRegistry) {
        guard let directory else { return }
        registry.read("cardea_database_size_bytes") { Self.size(of: directory.database) }
        registry.read("cardea_database_log_size_bytes") { Self.size(of: directory.database + "-wal") ?? 0 }
        registry.read("cardea_backup_last_timestamp_seconds") {
            (try? FileStatus(of: directory.lastBackup)).map { Double($0.modifiedAt) }
        }
        registry.read("cardea_disk_available_bytes") { directory.availableBytes.map { Double($0) } }
    }

    private static func size(of file: String) -> Double? {
        (try? FileStatus(of: file)).map { Double($0.size) }
    }
}

/// A database file that is only read, whether or not a server has it open.
struct SQLiteFile: Storage {
    var database: any SQLDatabase { reader }
    private let reader: SQLiteReader

    init(path: String) throws(SQLError) { reader = try SQLiteReader(path: path) }

    func tryWriting() throws(SQLError) { throw .unwritable("The database is open for reading only.") }
    func damage() async throws(SQLError) -> [String] { try await reader.problems() }
}

extension DataDirectory {
    var availableBytes: UInt64? { Directory.availableBytes(at: path) }

    /// Whether another process uses the database in the directory.
    var isInUse: Bool {
        guard (try? FileStatus(of: path + "/cardea.lock")) != nil else { return false }
        do {
            _ = try DirectoryHold(path)
            return false
        } catch {
            return if case .inUse(_) = error { true } else { false }
        }
    }
}
