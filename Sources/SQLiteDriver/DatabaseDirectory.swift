internal import Glibc
internal import SQLCore

/// The directory of a database, held against every other process until the last reference is gone.
///
/// The hold is an advisory lock on an open file (`flock`), which ends with the process however it ends: a file
/// left behind by a killed process is no obstacle.
final class DatabaseDirectory: Sendable {
    /// The database file; its log lies beside it.
    let databasePath: String
    private let descriptor: Int32

    /// Makes the directory (0700) and the files in it (0600) where they are missing.
    init(path: String) throws(SQLError) {
        databasePath = path + "/cardea.sqlite"
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.error(path) }
        descriptor = try Self.openFile(path + "/cardea.lock")
        // From here on `deinit` closes the descriptor, also where this throws: a second close could hit another's file.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw errno == EWOULDBLOCK ? .inUse("another process uses \(path)") : Self.error(path)
        }
        // SQLite gives the log the permissions of the database file.
        close(try Self.openFile(databasePath))
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
