internal import Glibc

/// Why the system did not do something with a file.
package struct FileError: Error, Equatable, CustomStringConvertible {
    package let path: String
    /// The system's number for the reason (`errno`).
    package let code: Int32

    /// Takes the reason of the call that failed just now.
    init(_ path: String) {
        self.path = path
        code = errno
    }

    package init(_ path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    /// The path and the system's words: `/data/master.key: Permission denied`.
    package var description: String { "\(path): \(unsafe String(cString: strerror(code)))" }
}
