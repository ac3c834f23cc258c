package import CardeaSQLCore

/// A directory that this process holds while it puts a database into it.
package final class DirectoryHold: Sendable {
    private let directory: DatabaseDirectory

    /// Creates the directory where it is missing, and holds it against every other process.
    ///
    /// - Throws: `inUse` when another process has it.
    package init(_ path: String) throws(SQLError) {
        directory = try DatabaseDirectory(path: path)
    }
}
