import CardeaSession
import Foundation
import CardeaLocks
import StoreContract
import Testing

/// Where the key of a store is made, and that it stays there.
struct PreferredKeySourceTests {
    private let directory = StoreContractTests.temporaryDirectory()
    private let keyring = FakeKeyring()

    private var store: EncryptedFileStore { store("default") }

    private func store(_ name: String) -> EncryptedFileStore {
        EncryptedFileStore(
            directory: directory,
            name: name,
            key: PreferredKeySource(keyring, orFileIn: directory)
        )
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: directory.appending(path: name).path)
    }

    static let failures = [StoreError.Code.locked, .denied, .failed]

    @Test("once the keyring has the key, its failures are the store's (rule 7)", arguments: failures)
    func settledOnKeyring(code: StoreError.Code) async throws {
        try await store.save(StoreContract.record(), replacing: nil)
        keyring.fail(code)
        let load = await #expect(throws: StoreError.self) { try await store.load() }
        #expect(load?.code == code)
        let save = await #expect(throws: StoreError.self) {
            try await store("other").save(StoreContract.record(), replacing: nil)
        }
        #expect(save?.code == code)
        #expect(!exists("store.key"))
        keyring.fail(nil)
        #expect(try await store.load() == StoreContract.record())
    }

    @Test("while the keyring fails the key is made in a file, and stays there (S2)", arguments: failures)
    func settledOnFile(code: StoreError.Code) async throws {
        keyring.fail(code)
        try await store.save(StoreContract.record(), replacing: nil)
        keyring.fail(nil)
        #expect(try await store.load() == StoreContract.record())
        try await store("other").save(StoreContract.record(), replacing: nil)
        #expect(exists("store.key"))
        #expect(!keyring.hasKey)
    }

    @Test("a key file from before stays in use")
    func before() async throws {
        let plain = EncryptedFileStore(directory: directory)
        try await plain.save(StoreContract.record(), replacing: nil)
        #expect(try await store.load() == StoreContract.record())
        try await store.save(StoreContract.record("t"), replacing: nil)
        #expect(try await plain.load() == StoreContract.record("t"))
        #expect(!keyring.hasKey)
    }

    @Test("a key file that was cut short is made anew where it is (S5)")
    func brokenFile() async throws {
        let plain = EncryptedFileStore(directory: directory)
        try await plain.save(StoreContract.record(), replacing: nil)
        try Data(repeating: 7, count: 16).write(to: directory.appending(path: "store.key"))
        try await store.save(StoreContract.record("t"), replacing: nil)
        #expect(try await plain.load() == StoreContract.record("t"))
        #expect(!keyring.hasKey)
    }

    @Test("if the user cancels the keyring's prompt, no key file is created")
    func cancelled() async throws {
        keyring.fail(.cancelled)
        let error = await #expect(throws: StoreError.self) {
            try await store.save(StoreContract.record(), replacing: nil)
        }
        #expect(error?.code == .cancelled)
        #expect(!exists("store.key"))
    }

    @Test("accounts that sign in at once, by several openings, share one key")
    func atOnce() async throws {
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                group.addTask {
                    try? await store("\(index)").save(StoreContract.record("\(index)"), replacing: nil)
                }
            }
        }
        for index in 0..<20 {
            #expect(try await store("\(index)").load() == StoreContract.record("\(index)"))
        }
    }
}

/// A keyring in memory, which makes another key each time it is asked for one while it has none.
private final class FakeKeyring: StoreKeySource {
    private struct State {
        var key: [UInt8]?
        var failure: StoreError.Code?
    }

    private let state = Mutex(State())

    var hasKey: Bool { state.withLock { $0.key != nil } }

    func fail(_ code: StoreError.Code?) {
        state.withLock { $0.failure = code }
    }

    func existingKey() async throws(StoreError) -> [UInt8]? {
        let (key, failure) = state.withLock { ($0.key, $0.failure) }
        if let failure { throw StoreError(failure) }
        return key
    }

    func key() async throws(StoreError) -> [UInt8] {
        if let key = try await existingKey() { return key }
        await Task.yield()
        let key = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        state.withLock { $0.key = key }
        return key
    }
}
