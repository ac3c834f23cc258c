package import Foundation

/// A directory that only its owner may enter; writes into it are atomic and durable.
package struct PrivateDirectory: Sendable {
    let url: URL

    package init(_ url: URL) {
        self.url = url
    }

    /// Makes the directory with mode 0700, or checks that it has no wider one.
    package func create() throws(StoreError) {
        if try exists() { return }
        try translating {
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
    }

    /// Whether the directory is there; one that others may enter is refused.
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
            throw StoreError(error)
        }
    }

    /// Replaces a file: written beside it, made durable, and moved into its place.
    func replace(_ name: String, with data: Data) throws(StoreError) {
        try translating {
            try data.write(to: file(name), options: .atomic)
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
            throw StoreError(error)
        }
    }

    /// Writes a new key file, which at no time anybody else can read, nor anybody find half-written.
    func createKey(_ name: String, _ key: Data) throws(StoreError) {
        let draft = file("\(name).new")
        try translating {
            try Data().write(to: draft)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: draft.path)
            let handle = try FileHandle(forWritingTo: draft)
            try handle.write(contentsOf: key)
            try handle.synchronize()
            try handle.close()
            try FileManager.default.moveItem(at: draft, to: file(name))
            try synchronize()
        }
    }

    func file(_ name: String) -> URL {
        url.appending(path: name, directoryHint: .notDirectory)
    }

    /// Makes the directory's entries durable.
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
            throw StoreError(error)
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

    private func translating(_ work: () throws -> Void) throws(StoreError) {
        do {
            try work()
        } catch {
            throw StoreError(error)
        }
    }
}

extension StoreError {
    /// Tells refused access from other failures of the file system.
    init(_ error: any Error) {
        let code = (error as? CocoaError)?.code
        let isDenied = code == .fileReadNoPermission || code == .fileWriteNoPermission
        self.init(isDenied ? .denied : .failed, (error as? CocoaError)?.localizedDescription ?? "\(error)")
    }
}
