internal import Glibc

/// The status of a file.
package struct FileStatus: Sendable {
    /// The permission bits, such as 0600.
    package let mode: UInt32
    /// The number of the user who owns it.
    package let owner: UInt32
    package let size: Int64
    package let isDirectory: Bool

    /// Asks about a file, or about the one that a symbolic link leads to.
    ///
    /// - Returns: `nil` when there is no such file.
    /// - Throws: `FileError`
    package init?(of path: String) throws(FileError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw FileError(path)
        }
        mode = status.st_mode & 0o7777
        owner = status.st_uid
        size = Int64(status.st_size)
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
    }

    /// The number of the user that this process acts for.
    package static var effectiveUser: UInt32 { geteuid() }
}
