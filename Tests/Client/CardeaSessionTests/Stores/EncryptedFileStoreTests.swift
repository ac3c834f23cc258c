import CardeaSession
import CardeaTesting
import ChildProcesses
import Foundation
import CardeaLocks
import StoreContract
import Testing

struct EncryptedFileStoreTests {
    private let directory = StoreContractTests.temporaryDirectory()
    private var store: EncryptedFileStore { EncryptedFileStore(directory: directory) }
    private var file: URL { directory.appending(path: "default.credential") }
    private var key: URL { directory.appending(path: "store.key") }

    private func code(_ operation: () async throws -> some Any) async -> StoreError.Code? {
        do {
            _ = try await operation()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    private func mode(_ url: URL) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("the file on the disk is unreadable without the key, and other users cannot open it (S2)")
    func atRest() async throws {
        #expect(try await store.load() == nil)
        #expect(!FileManager.default.fileExists(atPath: directory.path))
        try await store.save(StoreContract.record(token: "top-secret-token"), replacing: nil)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            let content = try Data(contentsOf: directory.appending(path: name))
            for secret in ["top-secret-token", "ada@example.com"] {
                #expect(content.range(of: Data(secret.utf8)) == nil)
            }
            // The locks are empty.
            #expect(try content.isEmpty || mode(directory.appending(path: name)) == 0o600, "\(name)")
        }
        #expect(try mode(directory) == 0o700)
        #expect(try Data(contentsOf: key).count == 32)
    }

    @Test(
        "a store whose files are deleted while it is in use gets the record again, and the session continues (rule 7)",
        arguments: [true, false],
        [true, false]
    )
    func emptied(isDirectoryDeleted: Bool, isInBackground: Bool) async throws {
        let fixture = Fixture(store: store)
        try await fixture.signIn()
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            try FileManager.default.removeItem(at: directory.appending(path: name))
        }
        if isDirectoryDeleted { try FileManager.default.removeItem(at: directory) }
        if isInBackground { fixture.clock.advance(by: .seconds(4000)) }
        if isInBackground {
            #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        } else {
            try await fixture.engine.refresh()
        }
        #expect(fixture.engine.isPersisted)
        #expect(try await store.load()?.credential == fixture.engine.credential)
        #expect(await !fixture.events.all.contains(.signedOut(.signedOutByOtherProcess)))
        await fixture.engine.signOut()
        #expect(try await store.load() == nil)
        #expect(try await fixture.engine.restore() == nil)
    }

    @Test("after the files of a store were deleted, a rejected session ends, and nothing is stored")
    func emptiedAndRejected() async throws {
        let fixture = Fixture(store: store)
        try await fixture.signIn()
        fixture.backend.revoke()
        try FileManager.default.removeItem(at: directory)
        #expect(await failure { try await fixture.engine.refresh() }?.reason == .refreshRejected)
        #expect(try await fixture.engine.restore() == nil)
    }

    @Test("a session that another process ended is not stored again") func endedElsewhere() async throws {
        let fixture = Fixture(store: store)
        try await fixture.signIn()
        let other = fixture.anotherProcess(on: EncryptedFileStore(directory: directory))
        try await other.engine.restore()
        await other.engine.signOut()
        #expect(await failure { try await fixture.engine.refresh() }?.reason == .signedOutByOtherProcess)
        #expect(try await store.load() == nil)
    }

    @Test("an error of the file system names the file") func errorsNameTheFile() async throws {
        try await store.save(StoreContract.record(), replacing: nil)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        let error = await #expect(throws: StoreError.self) { try await store.load() }
        #expect(error?.detail.contains(file.path) == true)
    }

    @Test("a file that was changed anywhere is damaged, and stays as it is (S5)")
    func tampered() async throws {
        try await store.save(StoreContract.record(), replacing: nil)
        let good = try Data(contentsOf: file)
        var damages = stride(from: 0, to: good.count, by: 37).map { index in
            var bad = good
            bad[index] ^= 1
            return bad
        }
        damages += [Data(), good.prefix(6), good.prefix(10), good.dropLast(1), good + [0]]
        for bad in damages {
            try bad.write(to: file)
            #expect(await code { try await store.load() } == .damaged)
            #expect(try Data(contentsOf: file) == bad)
        }
        try good.write(to: file)
        #expect(try await store.load() == StoreContract.record())
    }

    @Test("without its key a store is damaged, and a new sign-in succeeds (S5)")
    func lostKey() async throws {
        try await store.save(StoreContract.record(), replacing: nil)
        try FileManager.default.removeItem(at: key)
        #expect(await code { try await store.load() } == .damaged)
        try await store.save(StoreContract.record("new"), replacing: nil)
        #expect(try await store.load()?.version.session == "new")
    }

    @Test(
        "a store with a truncated or foreign key is damaged, and a new sign-in succeeds (S5)",
        arguments: [0, 31, 33]
    )
    func brokenKey(length: Int) async throws {
        try await store.save(StoreContract.record(), replacing: nil)
        let version = StoreContract.record().version
        try Data(repeating: 7, count: length).write(to: key)
        #expect(await code { try await store.load() } == .damaged)
        #expect(
            await code { try await store.save(StoreContract.record("s", 2), replacing: version) } == .damaged
        )
        #expect(try Data(contentsOf: key).count == length)
        try await store.save(StoreContract.record("new"), replacing: nil)
        #expect(try await store.load()?.version.session == "new")
        #expect(try mode(key) == 0o600)
    }

    @Test("missing directories of the path are created, and other users cannot open them")
    func deepDirectory() async throws {
        let deep = directory.appending(path: "b b/c", directoryHint: .isDirectory)
        try await EncryptedFileStore(directory: deep).save(StoreContract.record(), replacing: nil)
        for name in ["", "b b", "b b/c"] { #expect(try mode(directory.appending(path: name)) == 0o700) }
        #expect(try await EncryptedFileStore(directory: deep).load() == StoreContract.record())
    }

    @Test("many processes create the directory at the same time without an error")
    func madeAtOnce() async throws {
        for _ in 0..<50 {
            let directory = StoreContractTests.temporaryDirectory()
            try await withThrowingTaskGroup { group in
                for index in 0..<8 {
                    group.addTask {
                        let store = EncryptedFileStore(directory: directory, name: "\(index)")
                        try await store.exclusiveAccess().end()
                    }
                }
                try await group.waitForAll()
            }
            #expect(try mode(directory) == 0o700)
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(names.count == 8)
            try FileManager.default.removeItem(at: directory)
        }
    }

    @Test("stores in different directories make one key, where it is shared")
    func sharedKey() async throws {
        let shared = StoreContractTests.temporaryDirectory()
        let source = SharedKey(file: KeyFile(directory: shared))
        let stores = (0..<16).map { _ in
            EncryptedFileStore(directory: StoreContractTests.temporaryDirectory(), key: source)
        }
        try await withThrowingTaskGroup { group in
            for store in stores {
                group.addTask { try await store.save(StoreContract.record(), replacing: nil) }
            }
            try await group.waitForAll()
        }
        for store in stores { #expect(try await store.load() == StoreContract.record()) }
    }

    @Test("one account's file in another's place is damaged")
    func swapped() async throws {
        let other = EncryptedFileStore(directory: directory, name: "../other")
        try await store.save(StoreContract.record(), replacing: nil)
        try await other.save(StoreContract.record("b"), replacing: nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        let otherFile = try #require(names.first { $0.hasSuffix("other.credential") })
        try FileManager.default.removeItem(at: file)
        try FileManager.default.copyItem(at: directory.appending(path: otherFile), to: file)
        #expect(await code { try await store.load() } == .damaged)
    }

    @Test("a directory or key that others may read is rejected (S5)", arguments: [0o755, 0o750, 0o701])
    func permissions(mode: Int) async throws {
        try await store.save(StoreContract.record(), replacing: nil)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.path)
        #expect(await code { try await store.load() } == .denied)
        #expect(await code { try await store.save(StoreContract.record(), replacing: nil) } == .denied)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory.path)
        try FileManager.default.setAttributes([.posixPermissions: mode & 0o666], ofItemAtPath: key.path)
        #expect((await code { try await store.load() } == .denied) == (mode & 0o066 != 0))
    }

    @Test(
        "a released lock is free, also while a starting process has its file open",
        .timeLimit(.minutes(10))
    )
    func inheritance() async throws {
        try await store.save(StoreContract.record(), replacing: nil)
        let access = try await store.exclusiveAccess()
        let lock = try InheritedFile(at: directory.appending(path: "default.refresh-lock").path)
        #expect(!lock.isKept)
        access.end()
        try await store.exclusiveAccess().end()
        withExtendedLifetime(lock) {}
    }

    @Test("a path that cannot be written has a separate error")
    func unwritable() async throws {
        let store = EncryptedFileStore(directory: URL(filePath: "/dev/null/cardea"))
        #expect(await code { try await store.save(StoreContract.record(), replacing: nil) } != nil)
        let fixture = Fixture(store: store)
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
    }
}

/// A key file that sees whether two make its key at once.
private final class SharedKey: StoreKeySource {
    private let file: KeyFile
    private let makers = Mutex(0)

    init(file: KeyFile) { self.file = file }

    var lockDirectory: URL? { file.lockDirectory }

    func existingKey() async throws(StoreError) -> [UInt8]? { try await file.existingKey() }

    func key() async throws(StoreError) -> [UInt8] {
        let count = makers.withLock { makers in
            makers += 1
            return makers
        }
        defer { makers.withLock { $0 -= 1 } }
        #expect(count == 1)
        for _ in 0..<100 { await Task.yield() }
        return try await file.key()
    }
}
