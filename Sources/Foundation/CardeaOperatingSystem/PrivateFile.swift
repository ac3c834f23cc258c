internal import Glibc

/// Small files that only their owner may read: keys, tokens.
package enum PrivateFile {
    /// Writes a file of mode 0600; it has its name only when all of it is on the disk.
    ///
    /// - Parameters:
    ///   - bytes: The contents.
    ///   - path: The name.
    ///   - replacing: Whether a file of this name is replaced; otherwise it is an error.
    ///   - owner: Its owner; `nil` for the user of this process.
    /// - Throws: `FileError`
    package static func write(
        _ bytes: [UInt8],
        to path: String,
        replacing: Bool = false,
        owner: FileOwner? = nil
    ) throws(FileError) {
        let draft = path + ".new"
        // Left by a process that was killed.
        unlink(draft)
        let file = try NewFile(at: draft, owner: owner)
        try file.write(bytes)
        try file.synchronize()
        if replacing {
            try Directory.rename(draft, to: path)
        } else {
            // A link fails if the name exists; a rename would replace the file.
            guard unsafe link(draft, path) == 0 else {
                let error = FileError(path)
                unlink(draft)
                throw error
            }
            unlink(draft)
        }
        try Directory.synchronize(Directory.parent(of: path))
    }

    /// Removes a file; it is not an error if the file does not exist.
    package static func remove(_ path: String) throws(FileError) {
        guard unsafe Glibc.unlink(path) == 0 || errno == ENOENT else { throw FileError(path) }
    }

    private static func unlink(_ path: String) { _ = unsafe Glibc.unlink(path) }
}
