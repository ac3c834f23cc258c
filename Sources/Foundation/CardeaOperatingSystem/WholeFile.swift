internal import Glibc

/// Files that are read at once.
package enum WholeFile {
    /// Reads all bytes of a file.
    ///
    /// - Throws: `FileError`, which says whether the file is missing or forbidden.
    package static func read(_ path: String) throws(FileError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count == 0 { return bytes }
            if count > 0 {
                bytes += piece.prefix(count)
            } else if errno != EINTR {
                throw FileError(path)
            }
        }
    }

    /// Whether a file exists, readable or not.
    package static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR
    }

    /// Finds out whether this process may read a file.
    ///
    /// - Throws: `FileError`, which says whether the file is missing or forbidden.
    package static func checkReadable(_ path: String) throws(FileError) {
        guard unsafe access(path, R_OK) == 0 else { throw FileError(path) }
    }
}
