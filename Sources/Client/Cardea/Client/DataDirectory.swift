internal import Foundation

/// Where apps keep what belongs to the user (XDG Base Directory Specification).
struct DataDirectory {
    /// `XDG_DATA_HOME`, if it is set.
    private let named: URL?
    /// Below the home directory that `HOME` names, or else the system's database of users.
    private let ofHome: URL
    /// Below the one that the system's database of users names, whatever `HOME` says.
    private let ofUser: URL

    /// Reads the environment; a path that is not absolute counts as not set.
    ///
    /// - Parameters:
    ///   - environment: The variables of the environment.
    ///   - home: The user's home directory, by the system's database of users.
    init(environment: [String: String], home: URL) {
        func directory(_ variable: String) -> URL? {
            // Own texts.
            environment[variable].flatMap { path in
                path.hasPrefix("/") ? URL(filePath: path, directoryHint: .isDirectory) : nil
            }
        }
        named = directory("XDG_DATA_HOME")
        ofHome = (directory("HOME") ?? home).appending(path: ".local/share")
        ofUser = home.appending(path: ".local/share")
    }

    /// An app's part of it.
    ///
    /// Earlier versions took no notice of `HOME`: what they made stays in use as long as there is nothing in its place.
    ///
    /// - Parameters:
    ///   - path: The part's path in the directory.
    ///   - exists: Whether a directory exists.
    /// - Returns: The part's directory, which may have to be made.
    func part(_ path: String, exists: (URL) -> Bool) -> URL {
        let present = (named ?? ofHome).appending(path: path)
        let earlier = (named ?? ofUser).appending(path: path)
        return earlier != present && !exists(present) && exists(earlier) ? earlier : present
    }
}
