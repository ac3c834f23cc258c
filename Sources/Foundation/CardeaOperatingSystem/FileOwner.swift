internal import Glibc

/// The user and the group that own a file.
package struct FileOwner: Sendable, Equatable {
    package let user: UInt32
    package let group: UInt32

    /// The owner of the files that root creates in a directory: that of the directory, whose server must be able to use them.
    ///
    /// - Returns: `nil` if the new files have the right owner anyway: this process is not root, or root owns the directory.
    /// - Throws: `FileError`
    package static func ofNewFiles(in directory: String) throws(FileError) -> FileOwner? {
        guard geteuid() == 0 else { return nil }
        var status = stat()
        guard unsafe stat(directory, &status) == 0 else { throw FileError(directory) }
        return status.st_uid == 0 ? nil : FileOwner(user: status.st_uid, group: status.st_gid)
    }

    /// Makes this the owner of an open file that this process has created.
    ///
    /// - Parameters:
    ///   - descriptor: The open file; its name could lead to another file meanwhile.
    ///   - path: Its name, for the error.
    /// - Throws: `FileError`
    package func own(_ descriptor: Int32, at path: String) throws(FileError) {
        guard fchown(descriptor, user, group) == 0 else { throw FileError(path) }
    }
}
