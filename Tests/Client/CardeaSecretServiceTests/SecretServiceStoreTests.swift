import CardeaSecretService
import CardeaSession
import CardeaTesting
import StoreContract
import Testing

struct SecretServiceStoreTests {
    static let contract:
        [(String, @Sendable (any CredentialStore, any CredentialStore) async throws -> Void)] =
            [
                ("S1 round trip", StoreContract.roundTrip),
                ("rule 1 compare and swap", StoreContract.compareAndSwap),
                ("rule 1 writers", StoreContract.writers),
                ("rule 5 exclusive access", StoreContract.exclusiveAccess),
                ("X7 one refresh", StoreContract.oneRefresh),
            ]

    @Test("a keyring passes the contract of stores (S2)", arguments: contract.indices)
    func keepsContract(index: Int) async throws {
        let desktop = try Desktop()
        defer { desktop.stop() }
        try await desktop.startKeyring()
        try await Self.contract[index].1(desktop.store(), desktop.store())
    }

    @Test("a record survives a restart of the keyring's daemon, and accounts are separate (S2)")
    func restart() async throws {
        let desktop = try Desktop()
        defer { desktop.stop() }
        try await desktop.startKeyring()
        try await desktop.store().save(StoreContract.record(), replacing: nil)
        #expect(try await desktop.store(account: "other").load() == nil)
        await desktop.stopKeyring()
        #expect(await failure(desktop.store().load) == .locked)
        try await desktop.startKeyring()
        #expect(try await desktop.store().load() == StoreContract.record())
    }

    @Test("a closed keyring is locked, for every operation, and nothing is lost (rule 7, S5)")
    func locked() async throws {
        let desktop = try Desktop()
        defer { desktop.stop() }
        try await desktop.startKeyring()
        let (store, empty) = (desktop.store(), desktop.store(account: "other"))
        try await store.save(StoreContract.record(), replacing: nil)
        try await desktop.lockKeyring()
        for store in [store, empty] {
            #expect(await failure(store.load) == .locked)
            #expect(
                await failure { () throws(StoreError) in
                    try await store.save(StoreContract.record("t"), replacing: nil)
                } == .locked
            )
            #expect(await failure { () throws(StoreError) in try await store.delete(nil) } == .locked)
        }
        await desktop.stopKeyring()
        try await desktop.startKeyring()
        #expect(try await store.load() == StoreContract.record())
        #expect(try await empty.load() == nil)
    }

    @Test("after a change of the default keyring, no older record is restored, even after a sign-out (S2)")
    func changedKeyring() async throws {
        let desktop = try Desktop()
        defer { desktop.stop() }
        try await desktop.startKeyring()
        let store = desktop.store()
        for (index, keyring) in ["login", "session", "login"].enumerated() {
            try await desktop.chooseKeyring(keyring)
            let record = StoreContract.record("\(index)")
            try await store.save(record, replacing: nil)
            for keyring in ["login", "session"] {
                try await desktop.chooseKeyring(keyring)
                #expect(try await store.load() == record)
            }
        }
        try await store.delete(nil)
        for keyring in ["login", "session"] {
            try await desktop.chooseKeyring(keyring)
            #expect(try await store.load() == nil)
        }
    }

    @Test(
        "the newer record of two keyrings counts, even in a closed keyring",
        arguments: [(1, false), (4_000_000_000, true)]
    )
    func newest(modified: Int, isLeft: Bool) async throws {
        let desktop = try Desktop()
        defer { desktop.stop() }
        try await desktop.startKeyring()
        let (store, own, left) = (desktop.store(), StoreContract.record(), StoreContract.record("left"))
        try await store.save(own, replacing: nil)
        await desktop.stopKeyring()
        try desktop.leaveKeyring(holding: left, modified: modified)
        try await desktop.startKeyring()
        if isLeft { #expect(await failure(store.load) == .locked) }
        try await desktop.unlockKeyring("left")
        #expect(try await store.load() == (isLeft ? left : own))
        // For every time at which the other record was written.
        try await store.save(StoreContract.record("new"), replacing: nil)
        #expect(try await store.load() == StoreContract.record("new"))
    }

    @Test("an older record in a closed keyring is ignored, and a sign-out reports it (rule 7)")
    func olderLocked() async throws {
        let desktop = try Desktop()
        defer { desktop.stop() }
        try await desktop.startKeyring()
        let store = desktop.store()
        try await store.save(StoreContract.record("old"), replacing: nil)
        try await desktop.chooseKeyring("session")
        try await desktop.lockKeyring()
        #expect(await failure(store.load) == .locked)
        let record = StoreContract.record("new")
        try await store.save(record, replacing: nil)
        #expect(try await store.load() == record)
        #expect(await failure { () throws(StoreError) in try await store.delete(nil) } == .locked)
        #expect(await failure(store.load) == .locked)
    }

    @Test("a store without a keyring or without a bus is locked, never empty (rule 7)")
    func unreachable() async throws {
        let desktop = try Desktop()
        defer { desktop.stop() }
        #expect(await failure(desktop.store().load) == .locked)
        let nowhere = SecretServiceStore(
            application: "dev.cardea.tests",
            lockDirectory: desktop.directory,
            bus: .address("unix:path=/nowhere")
        )
        #expect(await failure(nowhere.load) == .locked)
        #expect(await failure { () throws(StoreError) in try await nowhere.delete(nil) } == .locked)
    }

    @Test("a keyring that does not exist yet is locked (rule 7)")
    func noKeyring() async throws {
        let desktop = try Desktop()
        defer { desktop.stop() }
        try await desktop.startKeyring(password: nil)
        #expect(await failure(desktop.store().load) == .locked)
    }

    @Test("a bus that denies access makes the store denied (rule 7)")
    func denied() async throws {
        let desktop = try Desktop(rejecting: true)
        defer { desktop.stop() }
        try await desktop.startKeyring()
        #expect(await failure(desktop.store().load) == .denied)
    }

    @Test("a cancelled load returns at once")
    func cancelled() async throws {
        let desktop = try Desktop()
        defer { desktop.stop() }
        let load = Task { () async -> StoreError.Code? in
            while !Task.isCancelled { await Task.yield() }
            return await failure(desktop.store().load)
        }
        load.cancel()
        #expect(await load.value == .cancelled)
    }
}
