internal import CCardeaSQLite
internal import Glibc
package import CardeaSQLCore

/// Copies the database as it is at one moment; another process may write to it meanwhile.
///
/// The copy is of the moment at which it begins: a read transaction keeps that state until the end. Until then the
/// write-ahead log cannot restart, so it grows by every write.
package final class SQLiteBackup {
    /// 4 MiB: progress is reported a few times per second.
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
        // An incomplete copy is deleted, so it needs no journal.
        try target.run("PRAGMA journal_mode = OFF")
    }

    /// Copies the whole database.
    ///
    /// - Parameter progress: Receives the number of copied pages and the number of all pages.
    /// - Throws: `unwritable` if the disk is full; `damaged` if a page is unreadable.
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
