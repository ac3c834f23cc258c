internal import CCardeaSQLite
internal import Glibc
package import CardeaSQLCore

/// Copies a database as it is at one moment, while another process goes on writing to it.
///
/// The copy is of the moment at which it begins: a read transaction holds that state for the whole time. Meanwhile
/// the write-ahead log cannot start anew, so it grows by what is written.
package final class SQLiteBackup {
    /// 4 MiB: progress is told a few times a second.
    private static let pagesPerStep: Int32 = 1024

    private let source: SQLiteConnection
    private let target: SQLiteConnection

    /// Opens both ends of a copy.
    ///
    /// - Parameters:
    ///   - path: The database file.
    ///   - copy: An empty file, or one that is not there.
    /// - Throws: `SQLError`
    package init(of path: String, to copy: String) throws(SQLError) {
        source = try SQLiteConnection(path: path, access: .readOnly)
        target = try SQLiteConnection(path: copy, access: .readWrite)
        // Nobody reads the copy before it is whole; a broken one is thrown away.
        try target.run("PRAGMA journal_mode = OFF")
    }

    /// Copies everything.
    ///
    /// - Parameter progress: Takes how many pages are copied, and how many there are.
    /// - Throws: `unwritable` when there is no room for the copy; `damaged` when a page cannot be read.
    package func run(progress: (_ copied: Int, _ total: Int) -> Void) throws(SQLError) {
        try source.run("BEGIN", "SELECT count(*) FROM sqlite_schema")
        try copy(progress)
        try source.run("COMMIT")
        // The copy has the source's mode, in which even a reader makes files beside it.
        try target.run("PRAGMA journal_mode = DELETE")
    }

    private func copy(_ progress: (_ copied: Int, _ total: Int) -> Void) throws(SQLError) {
        let handle = unsafe try source.backup(to: target)
        defer { unsafe sqlite3_backup_finish(handle) }
        while true {
            let code = unsafe sqlite3_backup_step(handle, Self.pagesPerStep)
            let total = Int(unsafe sqlite3_backup_pagecount(handle))
            progress(total - Int(unsafe sqlite3_backup_remaining(handle)), total)
            switch code {
            case SQLITE_OK: continue
            case SQLITE_DONE: return
            case SQLITE_BUSY, SQLITE_LOCKED: usleep(10_000)
            default: throw SQLError(code: code, message: unsafe String(cString: sqlite3_errstr(code)))
            }
        }
    }
}
