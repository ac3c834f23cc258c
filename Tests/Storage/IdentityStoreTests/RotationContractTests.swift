import CardeaIdentityDomain
import CardeaIdentityStore
import StoreEngines
import Testing

@Suite("Store contract: rotation")
struct RotationContractTests {
    private static let states: [RotationState] = [
        RotationState(branch: Branch(rawValue: 5)),
        RotationState(
            generation: 7,
            branch: Branch(rawValue: 1 << 63),
            pending: nil,
            orphan: RotationState.full.orphan
        ),
        RotationState(generation: 8, branch: Branch(rawValue: 2), pending: RotationState.full.pending),
        .full,
    ]

    @Test("moves from any state to any other (K2)", arguments: StoreEngine.all)
    func transitions(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            var session = Session.bare(1, of: "1")
            try await store.make(.insertUser(.bare("1")), .insertSession(session))
            for state in Self.states + Self.states.reversed() {
                try await store.make(.rotate(session.id, from: session.rotation, to: state))
                session.rotation = state
                #expect(try await store.session(1) == session)
            }
        }
    }

    private static let mistaken: [RotationState] = [
        RotationState(generation: 6, branch: Branch(rawValue: 2), pending: RotationState.full.pending),
        RotationState(generation: 7, branch: Branch(rawValue: 3), pending: RotationState.full.pending),
        RotationState(generation: 7, branch: Branch(rawValue: 2)),
        RotationState(
            generation: 7,
            branch: Branch(rawValue: 2),
            pending: RotationState.Pending(branch: Branch(rawValue: 0), keyHash: nil, at: .start)
        ),
    ]

    @Test("a session changes only from its expected state (K2, X4)", arguments: StoreEngine.all, mistaken)
    func compareAndSwap(engine: StoreEngine, mistaken: RotationState) async throws {
        try await engine.withStore { store in
            var session = Session.bare(1, of: "1")
            session.rotation = RotationState(
                generation: 7,
                branch: Branch(rawValue: 2),
                pending: RotationState.full.pending
            )
            try await store.make(.insertUser(.bare("1")), .insertSession(session))
            await #expect(throws: StoreError.conflict) {
                try await store.make(.rotate(session.id, from: mistaken, to: .full))
            }
            #expect(try await store.session(1) == session)
        }
    }

    @Test(
        "of a hundred rotations of the same state at the same time one succeeds (X4)",
        arguments: StoreEngine.all
    )
    func race(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let session = Session.bare(1, of: "1")
            try await store.make(.insertUser(.bare("1")), .insertSession(session))
            let winners = await withTaskGroup(of: UInt64?.self) { group in
                for number in 1...100 as ClosedRange<UInt64> {
                    group.addTask {
                        let next = session.rotation.advanced(pending: number)
                        let change = Change.rotate(session.id, from: session.rotation, to: next)
                        do throws(StoreError) {
                            try await store.make(change)
                            return number
                        } catch {
                            #expect(error == .conflict)
                            return nil
                        }
                    }
                }
                return await group.compactMap { $0 }.reduce(into: []) { $0.append($1) }
            }
            #expect(winners.count == 1)
            #expect(try await store.session(1)?.rotation.pending?.branch.rawValue == winners.first)
        }
    }

    @Test("concurrent transactions lose no step (K2)", arguments: StoreEngine.all)
    func sequence(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let sessions = 4 as UInt64
            try await store.make(
                [.insertUser(.full("1"))] + (0..<sessions).map { .insertSession(.bare($0, of: "1")) }
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 as Range<UInt64> {
                    group.addTask { _ = try await store.refresh(number % sessions, pending: number) }
                }
                try await group.waitForAll()
            }
            for number in 0..<sessions {
                #expect(try await store.session(number)?.rotation.generation == 50)
            }
        }
    }

    @Test("nothing moves once revocation is acknowledged (K5)", arguments: StoreEngine.all)
    func revocationRace(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(.insertUser(.bare("1")), .insertSession(.bare(1, of: "1")))
            let refreshing = (0..<8 as Range<UInt64>).map { number in
                Task {
                    var last: Int64 = 0
                    while let state = try await store.refresh(1, pending: number) { last = state.generation }
                    return last
                }
            }
            try await store.make(.revokeSession(.sample(1), Revocation(reason: .signOut, at: .later(1))))
            let atTheEnd = try await store.session(1)?.rotation.generation
            var acknowledged: [Int64] = []
            for task in refreshing { acknowledged.append(try await task.value) }
            #expect(try await store.session(1)?.rotation.generation == atTheEnd)
            #expect(acknowledged.max() == atTheEnd)
        }
    }
}
