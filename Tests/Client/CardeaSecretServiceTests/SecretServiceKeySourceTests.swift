import CardeaSecretService
import CardeaSession
import Foundation
import StoreContract
import Testing

struct SecretServiceKeySourceTests {
    private func store(on desktop: Desktop) -> EncryptedFileStore {
        EncryptedFileStore(
            directory: desktop.directory,
            preferring: .secretService(application: "dev.cardea.tests", bus: desktop.bus)
        )
    }

    private func keyFileExists(on desktop: Desktop) -> Bool {
        FileManager.default.fileExists(atPath: desktop.directory.appending(path: "store.key").path)
    }

    @Test("the file's key is in the keyring only, if there is one (S2)")
    func inKeyring() async throws {
        let desktop = try Desktop()
        defer { desktop.stop() }
        try await desktop.startKeyring()
        try await StoreContract.compareAndSwap(store(on: desktop), store(on: desktop))
        #expect(!keyFileExists(on: desktop))
    }

    @Test("without a keyring the key is in a file, and stays there when a keyring appears (S2)")
    func inFile() async throws {
        let desktop = try Desktop()
        defer { desktop.stop() }
        try await store(on: desktop).save(StoreContract.record(), replacing: nil)
        #expect(keyFileExists(on: desktop))
        try await desktop.startKeyring()
        #expect(try await store(on: desktop).load() == StoreContract.record())
        try await store(on: desktop).save(StoreContract.record("new"), replacing: nil)
        #expect(try await store(on: desktop).load() == StoreContract.record("new"))
    }

    @Test("a record sealed under the keyring's key is locked without it, and no other key is made (rule 7)")
    func lockedLater() async throws {
        let desktop = try Desktop()
        defer { desktop.stop() }
        try await desktop.startKeyring()
        try await store(on: desktop).save(StoreContract.record(), replacing: nil)
        try await desktop.lockKeyring()
        #expect(await failure(store(on: desktop).load) == .locked)
        await desktop.stopKeyring()
        #expect(await failure(store(on: desktop).load) == .locked)
        let sealed = try Data(contentsOf: desktop.directory.appending(path: "default.credential"))
        #expect(
            await failure { () throws(StoreError) in
                try await store(on: desktop).save(StoreContract.record("new"), replacing: nil)
            } == .locked
        )
        #expect(!keyFileExists(on: desktop))
        #expect(try Data(contentsOf: desktop.directory.appending(path: "default.credential")) == sealed)
        try await desktop.startKeyring()
        #expect(try await store(on: desktop).load() == StoreContract.record())
    }
}
