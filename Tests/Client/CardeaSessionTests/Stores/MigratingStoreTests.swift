import CardeaSession
import CardeaTesting
import StoreContract
import Testing

/// A record that moves from one store to another, and processes that die on the way.
struct MigratingStoreTests {
    private let old = InMemoryStore(StoreContract.record())
    private let new = InMemoryStore()

    private var store: MigratingStore { MigratingStore(from: old, to: new) }

    /// A process that dies at the given operation on the two stores, before or after it took effect.
    struct Death: CustomTestStringConvertible, Sendable {
        let isOld: Bool
        let operation: StoreOperation
        let afterwards: Bool
        var testDescription: String {
            "\(isOld ? "old" : "new") \(operation) \(afterwards ? "after" : "before")"
        }
    }

    static let deaths = [false, true].flatMap { isOld in
        StoreOperation.allCases.flatMap { operation in
            [false, true].map { Death(isOld: isOld, operation: operation, afterwards: $0) }
        }
    }

    /// The stores as a process sees them that dies: from the fault on, nothing it does takes effect.
    private func dying(_ death: Death) -> MigratingStore {
        let doomed = (FaultInjectingStore(old), FaultInjectingStore(new))
        (death.isOld ? doomed.0 : doomed.1).fail(death.operation, .failed, afterwards: death.afterwards)
        return MigratingStore(from: doomed.0, to: doomed.1)
    }

    @Test("a record of the old store is moved once")
    func moved() async throws {
        #expect(try await store.load() == StoreContract.record())
        #expect(try await old.load() == nil)
        #expect(try await new.load() == StoreContract.record())
    }

    @Test(
        "after a kill at any step of the move, nothing is lost, and the next process finishes it",
        arguments: deaths
    )
    func killedMoving(death: Death) async throws {
        _ = try? await dying(death).load()
        #expect(try await store.load() == StoreContract.record())
        #expect(try await old.load() == nil)
    }

    @Test(
        "a sign-out that was reported stays one, whichever step of the move failed before",
        arguments: deaths
    )
    func killedBeforeSignOut(death: Death) async throws {
        _ = try? await dying(death).load()
        try await store.delete(StoreContract.record().version)
        #expect(try await store.load() == nil)
        #expect(try await new.load() == nil)
    }

    @Test(
        "a process killed in a sign-out leaves the session or nothing, never an older copy",
        arguments: deaths
    )
    func killedSigningOut(death: Death) async throws {
        // A move that was cut short, and a refresh since.
        let refreshed = StoreContract.record("s", 2)
        try await new.save(refreshed, replacing: nil)
        let isDone = (try? await dying(death).delete(refreshed.version)) != nil
        let left = try await store.load()
        #expect(left == nil || left == refreshed && !isDone)
        #expect(try await old.load() == nil)
    }

    @Test("a process killed in a sign-in leaves the old session or the new one", arguments: deaths)
    func killedSigningIn(death: Death) async throws {
        let other = StoreContract.record("t")
        let isDone = (try? await dying(death).save(other, replacing: nil)) != nil
        let left = try await store.load()
        #expect(left == other || left == StoreContract.record() && !isDone)
        #expect(try await old.load() == nil)
    }

    @Test("many processes that migrate at the same time do not restore an old record")
    func race() async throws {
        let records = await withTaskGroup(of: CredentialRecord?.self) { group in
            for index in 0..<20 {
                group.addTask {
                    let store = MigratingStore(from: old, to: new)
                    guard let record = try? await store.load() else { return nil }
                    if index == 0 {
                        try? await store.save(StoreContract.record("s", 2), replacing: record.version)
                    }
                    return record
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(records.allSatisfy { $0?.version.session == "s" })
        #expect(try await store.load() == StoreContract.record("s", 2))
    }

    @Test("a sign-in that is stored in the old store during the move is moved as well")
    func overtaken() async throws {
        let newer = StoreContract.record("t")
        let new = LatchedStore(at: .afterSave)
        let load = Task { try await MigratingStore(from: old, to: new).load() }
        await new.gate.arrivals(reach: 1)
        // By a process that knows the old store alone.
        try await old.save(newer, replacing: nil)
        new.gate.open()
        _ = try? await load.value
        #expect(try await MigratingStore(from: old, to: new).load() == newer)
        #expect(try await old.load() == nil)
    }

    @Test(
        "an unreadable old store is not an empty one, and a sign-in succeeds without it (rule 7)",
        arguments: [StoreError.Code.locked, .damaged, .denied]
    )
    func unreadable(code: StoreError.Code) async throws {
        let locked = FaultInjectingStore(old)
        locked.fail(.load, code)
        locked.fail(.delete, code)
        let store = MigratingStore(from: locked, to: new)
        let error = await #expect(throws: StoreError.self) { try await store.load() }
        #expect(error?.code == code)
        try await store.save(StoreContract.record("t"), replacing: nil)
        #expect(try await store.load() == StoreContract.record("t"))
        locked.heal()
        #expect(try await store.load() == StoreContract.record("t"))
        #expect(try await old.load() == nil)
    }

    @Test(
        "if the old store is lost permanently, a session is refreshed and restored, and no sign-in is reported"
    )
    func goneForGood() async throws {
        let gone = FaultInjectingStore(old)
        gone.fail(.load, .locked)
        gone.fail(.delete, .locked)
        try await MigratingStore(from: gone, to: new).save(StoreContract.record("t"), replacing: nil)
        // The next launch.
        let store = MigratingStore(from: gone, to: new)
        let restored = try #require(try await store.load())
        let refreshed = StoreContract.record("t", 2)
        try await store.save(refreshed, replacing: restored.version)
        #expect(try await store.load() == refreshed)
        for version in [refreshed.version, nil] {
            let error = await #expect(throws: StoreError.self) { try await store.delete(version) }
            #expect(error?.code == .locked)
        }
        gone.heal()
        try await store.delete(refreshed.version)
        #expect(try await self.store.load() == nil)
    }
}
