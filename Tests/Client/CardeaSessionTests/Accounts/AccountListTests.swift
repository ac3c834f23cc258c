import CardeaSession
import Foundation
import StoreContract
import Testing

struct AccountListTests {
    /// Where a list is kept, opened as often as told.
    enum Place: CaseIterable, Sendable {
        case memory, file, keychain

        func openings(_ count: Int) -> [any AccountListStore] {
            switch self {
            case .memory:
                Array(repeating: InMemoryAccountList(), count: count)
            case .file:
                Array(
                    repeating: FileAccountList(directory: StoreContractTests.temporaryDirectory()),
                    count: count
                )
            case .keychain:
                Array(repeating: KeychainAccountList(FakeKeychain()), count: count)
            }
        }
    }

    @Test(
        "a list begins empty and keeps its order, and the removal of the current account leaves none",
        arguments: Place.allCases
    )
    func list(place: Place) async throws {
        let stores = place.openings(2)
        #expect(try await stores[0].load() == AccountList())
        let list = try await stores[0].change { list in
            for name in ["ada", "grace", "ada"] { list.add(name) }
            list.select("grace")
            list.select("nobody")
        }
        #expect(list.names == ["ada", "grace"])
        #expect(list.current == "grace")
        #expect(try await stores[1].load() == list)
        let shorter = try await stores[1].change { $0.remove("grace") }
        #expect(shorter.names == ["ada"])
        #expect(shorter.current == nil)
    }

    @Test("many changes at the same time are all kept", arguments: Place.allCases)
    func race(place: Place) async throws {
        let stores = place.openings(8)
        try await withThrowingTaskGroup { group in
            for (index, store) in stores.enumerated() {
                group.addTask { _ = try await store.change { $0.add("\(index)") } }
            }
            try await group.waitForAll()
        }
        #expect(try await Set(stores[0].load().names) == Set((0..<8).map { "\($0)" }))
    }

    @Test("an unreadable list is not an empty one, and is not overwritten (S5)")
    func damaged() async throws {
        let directory = StoreContractTests.temporaryDirectory()
        let store = FileAccountList(directory: directory)
        _ = try await store.change { $0.add("ada") }
        let file = directory.appending(path: "accounts.json")
        try Data("[".utf8).write(to: file)
        let load = await #expect(throws: StoreError.self) { try await store.load() }
        #expect(load?.code == .damaged)
        let change = await #expect(throws: StoreError.self) { try await store.change { $0.add("grace") } }
        #expect(change?.code == .damaged)
        #expect(try Data(contentsOf: file) == Data("[".utf8))

        let keychain = FakeKeychain()
        let prewarmed = KeychainAccountList(keychain, isAvailable: { false })
        let locked = await #expect(throws: StoreError.self) { try await prewarmed.change { $0.add("ada") } }
        #expect(locked?.code == .locked)
        keychain.fail(.interactionNotAllowed)
        #expect(
            await #expect(throws: StoreError.self) { try await KeychainAccountList(keychain).load() }?.code
                == .locked
        )
    }
}
