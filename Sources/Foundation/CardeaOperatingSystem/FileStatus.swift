internal import Glibc

/// The metadata of a file.
package struct FileStatus: Sendable {
    /// The permission bits, such as 0600.
    package let mode: UInt32
    /// The ID of the user who owns the file.
    package let owner: UInt32
    package let size: Int64
    /// The time of the last change of the content, in seconds since 1970.
    package let modifiedAt: Int64
    package let isDirectory: Bool

    /// Reads the metadata of a file, or of the target of a symbolic link.
    ///
    /// - Returns: `nil` if the file does not exist.
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
        modifiedAt = Int64(status.st_mtim.tv_sec)
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
    }

    /// The number of the user that this process acts for.
    package static var effectiveUser: UInt32 { geteuid() }
}
