internal import Glibc

/// A file that is being written; only its owner can read it, from the first moment on.
package final class NewFile {
    package let path: String
    private let descriptor: Int32

    /// Creates a file of mode 0600.
    ///
    /// - Parameters:
    ///   - path: The name.
    ///   - owner: Its owner; `nil` for the user of this process.
    /// - Throws: `FileError`, also when something of this name exists.
    package init(at path: String, owner: FileOwner? = nil) throws(FileError) {
        self.path = path
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path) }
        // A process that continues the file begins when this one has ended. Some file systems have no locks.
        flock(descriptor, LOCK_EX | LOCK_NB)
        try owner?.own(descriptor, at: path)
    }

    /// Opens a file that a process before has not finished, or creates it; no other process may be writing it.
    ///
    /// - Throws: `FileError`: `EWOULDBLOCK` if another process writes the file, `EPERM` if it belongs to another user.
    package init(continuing path: String) throws(FileError) {
        self.path = path
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path) }
        var status = stat()
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe fstat(descriptor, &status) == 0 else {
            throw FileError(path)
        }
        // Somebody else who can read the file would learn what is written from now on.
        guard status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(path, code: EPERM)
        }
        guard fchmod(descriptor, 0o600) == 0 else { throw FileError(path) }
    }

    deinit { close(descriptor) }

    /// Removes a line at the end that is not whole.
    ///
    /// - Returns: The number of lines, and the last one without its end.
    /// - Throws: `FileError`
    package func keepWholeLines() throws(FileError) -> (count: Int, last: [UInt8]) {
        var (count, begin, end, position) = (0, 0, 0, 0)
        while true {
            let piece = try read(1 << 18, at: position)
            if piece.isEmpty { break }
            for (index, byte) in piece.enumerated() where byte == UInt8(ascii: "\n") {
                count += 1
                (begin, end) = (end, position + index + 1)
            }
            position += piece.count
        }
        guard ftruncate(descriptor, off_t(end)) == 0 else { throw FileError(path) }
        return (count, count == 0 ? [] : try read(end - 1 - begin, at: begin))
    }

    /// Reads bytes; fewer at the end of the file.
    private func read(_ count: Int, at position: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: count)
        while bytes.count < count {
            let read = unsafe piece.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, count - bytes.count, off_t(position + bytes.count))
            }
            guard read != 0 else { break }
            if read > 0 {
                bytes += piece.prefix(read)
            } else if errno != EINTR {
                throw FileError(path)
            }
        }
        return bytes
    }

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
