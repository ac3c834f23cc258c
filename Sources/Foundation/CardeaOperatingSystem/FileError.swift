internal import Glibc

/// The error of a system call on a file.
package struct FileError: Error, Equatable, CustomStringConvertible {
    package let path: String
    /// The system's number for the reason (`errno`).
    package let code: Int32

    /// Describes the failure of the last system call (`errno`).
    init(_ path: String) {
        self.path = path
        code = errno
    }

    package init(_ path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    /// The path and the system's text: `/data/master.key: Permission denied for the user cardea`.
    package var description: String { "\(path): \(reason)" }

    /// The system's text, with the user whose permissions do not suffice.
    package var reason: String {
        let text = SystemErrorText.text(of: code)
        return code == EACCES ? "\(text) for the user \(SystemUser.current)" : text
    }
}

/// The system's texts for its error numbers.
package enum SystemErrorText {
    /// The text of an `errno`, such as `Permission denied`.
    package static func text(of code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
