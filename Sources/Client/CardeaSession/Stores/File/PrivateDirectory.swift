package import Foundation

/// A directory that only its owner may enter; writes into it are atomic and durable.
package struct PrivateDirectory: Sendable {
    let url: URL

    package init(_ url: URL) {
        self.url = url
    }

    /// Creates the directory with mode 0700, or checks that it has no wider one.
    package func create() throws(StoreError) {
        if try !exists() { try make() }
    }

    /// Creates the directory durably, with mode 0700; an existing one keeps its permissions.
    ///
    /// Missing parent directories are created too.
    func make() throws(StoreError) {
        let files = FileManager.default
        let parent = PrivateDirectory(url.deletingLastPathComponent())
        // The parent of ".." is no shorter.
        let isAbove = parent.url.path.count < url.path.count
        if isAbove, !files.fileExists(atPath: parent.url.path) { try parent.make() }
        try translating(url) {
            if files.makePrivateDirectory(url) {
                // A directory that cannot be read cannot be synced.
                do { try parent.synchronize() } catch CocoaError.fileReadNoPermission {}
                return
            }
            // Another process was faster, or the directory cannot be created: this gives the reason.
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
            try files.createDirectory(at: url, withIntermediateDirectories: true, attributes: attributes)
        }
    }

    /// Whether the directory is there; one that others may enter is rejected.
    func exists() throws(StoreError) -> Bool {
        try isPrivate(url.path)
    }

    /// - Returns: `nil` when there is no such file.
    func read(_ name: String, isKey: Bool = false) throws(StoreError) -> Data? {
        guard try exists() else { return nil }
        let file = file(name)
        if isKey, try !isPrivate(file.path) { return nil }
        do {
            return try Data(contentsOf: file)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw StoreError(error, at: file)
        }
    }

    /// Replaces a file at one stroke.
    func replace(_ name: String, with data: Data) throws(StoreError) {
        try translating(file(name)) {
            let draft = try draft(of: name, data)
            guard FileManager.default.moveAtomically(draft, over: file(name)) else {
                throw CocoaError(.fileWriteUnknown)
            }
            try synchronize()
        }
    }

    func remove(_ name: String) throws(StoreError) {
        do {
            try FileManager.default.removeItem(at: file(name))
            try synchronize()
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            return
        } catch {
            throw StoreError(error, at: file(name))
        }
    }

    /// Creates a file; one that is there already is left as it is, and the call fails.
    func create(_ name: String, _ data: Data) throws(StoreError) {
        try translating(file(name)) {
            try FileManager.default.moveItem(at: draft(of: name, data), to: file(name))
            try synchronize()
        }
    }

    /// Whether there is a file of this name.
    func contains(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: file(name).path)
    }

    func file(_ name: String) -> URL {
        url.appending(path: name, directoryHint: .notDirectory)
    }

    /// Writes a file beside its place, durably; at no time can anybody else read what is in it.
    private func draft(of name: String, _ data: Data) throws -> URL {
        let draft = file("\(name).new")
        try Data().write(to: draft)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: draft.path)
        let handle = try FileHandle(forWritingTo: draft)
        try handle.write(contentsOf: data)
        try handle.synchronize()
        try handle.close()
        return draft
    }

    /// Creates the directory's entries durable.
    private func synchronize() throws {
        let handle = try FileHandle(forReadingFrom: url)
        try handle.synchronize()
        try handle.close()
    }

    /// Whether something is there; throws `denied` when others than its owner may read it.
    private func isPrivate(_ path: String) throws(StoreError) -> Bool {
        let attributes: [FileAttributeKey: Any]
        do {
            attributes = try FileManager.default.attributesOfItem(atPath: path)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return false
        } catch {
            throw StoreError(error, at: URL(filePath: path))
        }
        let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
        guard mode & 0o077 == 0 else {
            throw StoreError(
                .denied,
                "\(path): others than its owner have access (mode \(String(mode, radix: 8)))"
            )
        }
        return true
    }

    private func translating(_ file: URL, _ work: () throws -> Void) throws(StoreError) {
        do {
            try work()
        } catch {
            throw StoreError(error, at: file)
        }
    }
}

extension StoreError {
    /// Tells rejected access to a file from other failures of the file system.
    init(_ error: any Error, at file: URL) {
        let code = (error as? CocoaError)?.code
        let isDenied = code == .fileReadNoPermission || code == .fileWriteNoPermission
        let reason = (error as? CocoaError)?.localizedDescription ?? "\(error)"
        self.init(isDenied ? .denied : .failed, "\(file.path): \(reason)")
    }
}
