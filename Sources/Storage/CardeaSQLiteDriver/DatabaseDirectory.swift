internal import Glibc
internal import CardeaSQLCore

/// The directory of a database, locked against other processes while a reference to it exists.
///
/// The lock is an advisory lock on an open file (`flock`). The system releases it when the process ends, however it
/// ends: the lock file of a killed process does not matter.
final class DatabaseDirectory: Sendable {
    /// The database file; its log is in the same directory.
    var databasePath: String { path + "/" + Self.database }
    private static let database = "cardea.sqlite"
    private let path: String
    private let descriptor: Int32

    /// Creates the directory (0700) if it is missing, and locks it.
    init(path: String) throws(SQLError) {
        self.path = path
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.error(path) }
        descriptor = try Self.open("cardea.lock", in: path)
        // From here on `deinit` closes the descriptor, also where this throws: a second close could hit another's file.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw errno == EWOULDBLOCK ? .inUse("another process uses \(path)") : Self.error(path)
        }
    }

    /// Creates the database file (0600) if it is missing; SQLite gives the log the same owner and permissions.
    func createDatabase() throws(SQLError) { close(try Self.open(Self.database, in: path)) }

    /// Whether there is a write-ahead log: the process that closes a database removes it.
    var hasLog: Bool {
        var status = stat()
        return unsafe stat(databasePath + "-wal", &status) == 0 && status.st_size > 0
    }

    deinit {
        // Closing the file is not enough: a process that is just being started can have it open for a moment, too.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Creates a file of the directory, or opens the existing one.
    ///
    /// Root creates it for the owner of the directory, whose server must be able to use it; SQLite does the same with the log.
    private static func open(_ name: String, in directory: String) throws(SQLError) -> Int32 {
        let path = directory + "/" + name
        var descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0, geteuid() == 0 {
            var status = stat()
            guard unsafe stat(directory, &status) == 0, fchown(descriptor, status.st_uid, status.st_gid) == 0
            else {
                let error = error(path)
                close(descriptor)
                throw error
            }
        } else if descriptor < 0, errno == EEXIST {
            descriptor = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw error(path) }
        return descriptor
    }

    /// The error of the last system call (`errno`), for a path.
    private static func error(_ path: String) -> SQLError {
        let code = errno
        let message = "\(path): \(unsafe String(cString: strerror(code)))"
        switch code {
        case EACCES, EPERM, EROFS, ENOSPC, EDQUOT: return .unwritable(message)
        default: return .unavailable(message)
        }
    }
}
