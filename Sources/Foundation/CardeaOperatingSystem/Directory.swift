internal import Glibc

/// Operations on directories.
package enum Directory {
    /// Creates a directory of mode 0700; one that exists is left as it is.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - owner: The owner of a new directory; `nil` for the user of this process.
    /// - Throws: `FileError`
    package static func create(_ path: String, owner: FileOwner? = nil) throws(FileError) {
        guard unsafe mkdir(path, 0o700) == 0 else {
            if errno == EEXIST { return }
            throw FileError(path)
        }
        guard let owner else { return }
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path) }
        defer { close(descriptor) }
        try owner.own(descriptor, at: path)
    }

    /// Finds out whether a directory could be created; it does not stay.
    package static func tryCreating(_ path: String) throws(FileError) {
        guard unsafe mkdir(path, 0o700) == 0 else { throw FileError(path) }
        try remove(path)
    }

    /// Removes an empty directory.
    package static func remove(_ path: String) throws(FileError) {
        guard unsafe rmdir(path) == 0 else { throw FileError(path) }
    }

    /// Finds out whether this process may create files in a directory.
    package static func checkWritable(_ path: String) throws(FileError) {
        guard unsafe access(path, W_OK | X_OK) == 0 else { throw FileError(path) }
    }

    /// Returns when the names in a directory are on the disk.
    package static func synchronize(_ path: String) throws(FileError) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path) }
    }

    /// Renames a file; a file with the new name is replaced.
    package static func rename(_ path: String, to name: String) throws(FileError) {
        guard unsafe Glibc.rename(path, name) == 0 else { throw FileError(name) }
    }

    /// Sets the permissions of a file or directory.
    package static func setMode(_ mode: UInt32, of path: String) throws(FileError) {
        guard unsafe chmod(path, mode) == 0 else { throw FileError(path) }
    }

    /// The bytes that this process may still use on the disk of a path; `nil` if the system does not know.
    package static func availableBytes(at path: String) -> UInt64? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }

    /// The directory of a path; slashes at its end do not count.
    package static func parent(of path: String) -> String {
        let slash = UInt8(ascii: "/")
        guard let last = path.utf8.lastIndex(where: { $0 != slash }),
            let separator = path.utf8[..<last].lastIndex(of: slash)
        else { return path.utf8.first == slash ? "/" : "." }
        return separator == path.startIndex ? "/" : String(path[..<separator])
    }
}
