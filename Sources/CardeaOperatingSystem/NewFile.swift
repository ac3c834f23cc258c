internal import Glibc

/// A file that is being written; only its owner can read it, from the first moment on.
package final class NewFile {
    package let path: String
    private let descriptor: Int32

    /// Creates a file of mode 0600.
    ///
    /// - Throws: `FileError`, also when something of this name exists.
    package init(at path: String) throws(FileError) {
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path) }
    }

    deinit { close(descriptor) }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                throw FileError(path)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Gives the file another name, and returns when the file and its name are on the disk.
    ///
    /// - Throws: `FileError`, also when something of that name exists.
    package func publish(as name: String) throws(FileError) {
        try synchronize()
        // A link fails if the name exists; a rename would replace the file.
        guard unsafe link(path, name) == 0 else { throw FileError(name) }
        _ = unsafe unlink(path)
        try Directory.synchronize(Directory.parent(of: name))
    }

    /// Returns when everything that was written is on the disk.
    package func synchronize() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw FileError(path) }
    }
}
