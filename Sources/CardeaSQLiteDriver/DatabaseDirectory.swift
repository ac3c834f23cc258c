internal import Glibc
internal import CardeaSQLCore

/// The directory of a database, held against every other process until the last reference is gone.
///
/// The hold is an advisory lock on an open file (`flock`), which ends with the process however it ends: a file
/// left behind by a killed process is no obstacle.
final class DatabaseDirectory: Sendable {
    /// The database file; its log lies beside it.
    let databasePath: String
    private let descriptor: Int32

    /// Makes the directory (0700) where it is missing, and takes hold of it.
    init(path: String) throws(SQLError) {
        databasePath = path + "/cardea.sqlite"
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.error(path) }
        descriptor = try Self.openFile(path + "/cardea.lock")
        // From here on `deinit` closes the descriptor, also where this throws: a second close could hit another's file.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw errno == EWOULDBLOCK ? .inUse("another process uses \(path)") : Self.error(path)
        }
    }

    /// Makes the database file (0600) where it is missing; SQLite gives the log its permissions.
    func createDatabase() throws(SQLError) { close(try Self.openFile(databasePath)) }

    /// Whether there is a write-ahead log: the process that closes a database removes it.
    var hasLog: Bool {
        var status = stat()
        return unsafe stat(databasePath + "-wal", &status) == 0 && status.st_size > 0
    }

    deinit {
        // Closing would do, but for a process that is being started just now, which has the file open, too, for a while.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func openFile(_ path: String) throws(SQLError) -> Int32 {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw error(path) }
        return descriptor
    }

    /// What `errno` says about a path.
    private static func error(_ path: String) -> SQLError {
        let code = errno
        let message = "\(path): \(unsafe String(cString: strerror(code)))"
        switch code {
        case EACCES, EPERM, EROFS, ENOSPC, EDQUOT: return .unwritable(message)
        default: return .unavailable(message)
        }
    }
}
