import CardeaSession
import Foundation
import StoreContract
import Testing

/// The contract of stores, checked for every store.
struct StoreContractTests {
    /// A store, and a way to open it a second time as another process would.
    struct Subject: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let make: @Sendable () -> (any CredentialStore, any CredentialStore)
    }

    static let subjects = [
        Subject(testDescription: "in memory") {
            let store = InMemoryStore()
            return (store, store)
        },
        Subject(testDescription: "encrypted file") {
            let directory = temporaryDirectory()
            return (EncryptedFileStore(directory: directory), EncryptedFileStore(directory: directory))
        },
        Subject(testDescription: "keychain") {
            let keychain = FakeKeychain()
            let directory = temporaryDirectory()
            return (
                KeychainItemStore(keychain, lockDirectory: directory),
                KeychainItemStore(keychain, lockDirectory: directory)
            )
        },
    ]

    static func temporaryDirectory() -> URL {
        URL.temporaryDirectory.appending(path: "cardea-\(UUID().uuidString)", directoryHint: .isDirectory)
    }

    @Test("a saved record is loaded by this and by another process (S1)", arguments: subjects)
    func roundTrip(subject: Subject) async throws {
        let (store, other) = subject.make()
        try await StoreContract.roundTrip(store, other)
    }

    @Test("nothing is written or deleted over another version (rule 1)", arguments: subjects)
    func compareAndSwap(subject: Subject) async throws {
        let (store, other) = subject.make()
        try await StoreContract.compareAndSwap(store, other)
    }

    @Test("of many writers that read the same version one succeeds (rule 1)", arguments: subjects)
    func writers(subject: Subject) async throws {
        let (store, other) = subject.make()
        try await StoreContract.writers(store, other)
    }

    @Test("one at a time has exclusive access; a waiter may be cancelled (rule 5)", arguments: subjects)
    func exclusiveAccess(subject: Subject) async throws {
        let (store, other) = subject.make()
        try await StoreContract.exclusiveAccess(store, other)
    }

    @Test("two engines on two openings of one store: one refresh (X7, rule 5)", arguments: subjects)
    func oneRefresh(subject: Subject) async throws {
        let (store, other) = subject.make()
        try await StoreContract.oneRefresh(store, other)
    }

    @Test("a sibling has its own record, which other processes find by its name (U8)")
    func siblings() async throws {
        let directory = Self.temporaryDirectory()
        let memory = InMemoryStore()
        let pairs: [(any CredentialStore, any CredentialStore)] = [
            (memory, memory),
            (EncryptedFileStore(directory: directory), EncryptedFileStore(directory: directory)),
            (
                EncryptedFileStore(directory: Self.temporaryDirectory()).migrating(from: memory),
                InMemoryStore().guarded { () async throws(StoreError) in throw StoreError(.denied) }
            ),
        ]
        for (store, other) in pairs.prefix(2) { try await StoreContract.siblings(store, other) }
        // Wrappers hand out the siblings of the store that they wrap.
        #expect(pairs[2].0.sibling(named: "page") is EncryptedFileStore)
        #expect(pairs[2].1.sibling(named: "page") is InMemoryStore)
        #expect(KeychainItemStore(FakeKeychain()).sibling(named: "page") == nil)
    }
}
