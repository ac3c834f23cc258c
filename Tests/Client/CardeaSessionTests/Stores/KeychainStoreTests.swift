import CardeaSession
import Foundation
import CardeaLocks
import StoreContract
import Testing

struct KeychainStoreTests {
    static let meanings: [(KeychainStatus, StoreError.Code)] = [
        (.interactionNotAllowed, .locked), (.notAvailable, .locked), (.authenticationFailed, .denied),
        (.userCancelled, .denied), (.missingEntitlement, .denied), (.undecodable, .damaged),
        (KeychainStatus(rawValue: -36), .failed),
    ]

    @Test("each code of a keychain has its error (S5, rule 7)", arguments: meanings)
    func codes(status: KeychainStatus, code: StoreError.Code) async throws {
        let keychain = FakeKeychain()
        keychain.fail(status)
        let store = KeychainItemStore(keychain)
        let load = await #expect(throws: StoreError.self) { try await store.load() }
        #expect(load?.code == code)
        let save = await #expect(throws: StoreError.self) {
            try await store.save(StoreContract.record(), replacing: nil)
        }
        #expect(save?.code == code)
        let delete = await #expect(throws: StoreError.self) { try await store.delete(nil) }
        #expect(delete?.code == code)
    }

    @Test("a program without a signature gets an error that names the remedy (client 3.2.7)")
    func unsigned() async throws {
        let keychain = FakeKeychain()
        keychain.fail(.missingEntitlement)
        let error = await #expect(throws: StoreError.self) { try await KeychainItemStore(keychain).load() }
        #expect(error?.detail.contains("-34018") == true)
        #expect(error?.detail.contains("Sign it with a development team") == true)
        #expect(error?.detail.contains("EncryptedFileStore") == true)
    }

    @Test("before the first unlock \"not found\" means locked, and a sign-out is not done (rule 7)")
    func prewarm() async throws {
        let unlocked = Mutex(false)
        let store = KeychainItemStore(
            FakeKeychain(),
            isAvailable: { await MainActor.run { unlocked.withLock(\.self) } }
        )
        let load = await #expect(throws: StoreError.self) { try await store.load() }
        #expect(load?.code == .locked)
        for version in [nil, StoreContract.record().version] {
            let delete = await #expect(throws: StoreError.self) { try await store.delete(version) }
            #expect(delete?.code == .locked)
        }
        unlocked.withLock { $0 = true }
        #expect(try await store.load() == nil)
        try await store.delete(nil)
    }

    @Test("an unlocking during a read does not turn its \"not found\" into an absence (rule 7)")
    func unlockedMeanwhile() async throws {
        let asked = Mutex(0)
        // Locked when it is asked first, unlocked ever after.
        let store = KeychainItemStore(
            FakeKeychain(),
            isAvailable: {
                asked.withLock { count in
                    count += 1
                    return count > 1
                }
            }
        )
        let error = await #expect(throws: StoreError.self) { try await store.load() }
        #expect(error?.code == .locked)
        #expect(try await store.load() == nil)
    }

    @Test("its lock needs no preparation, and accepts a directory that others may enter (rule 5)")
    func lockDirectory() async throws {
        let parent = StoreContractTests.temporaryDirectory()
        let shared = parent.appending(path: "a/b", directoryHint: .isDirectory)
        try await KeychainItemStore(FakeKeychain(), lockDirectory: shared).exclusiveAccess().end()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: shared.path)
        try await KeychainItemStore(FakeKeychain(), lockDirectory: shared).exclusiveAccess().end()
        #expect(try FileManager.default.contentsOfDirectory(atPath: shared.path).count == 1)
        let mode =
            try FileManager.default.attributesOfItem(atPath: shared.path)[.posixPermissions] as? NSNumber
        #expect(mode == 0o755)
    }

    @Test("the refresh of one account does not delay another one (rule 5)", .timeLimit(.minutes(10)))
    func lockOfItsOwn() async throws {
        let directory = StoreContractTests.temporaryDirectory()
        let ada = KeychainItemStore(FakeKeychain("a/da"), lockDirectory: directory)
        let refresh = try await ada.exclusiveAccess()
        try await KeychainItemStore(FakeKeychain("grace"), lockDirectory: directory).exclusiveAccess().end()
        let second = Task {
            try await KeychainItemStore(FakeKeychain("a/da"), lockDirectory: directory).exclusiveAccess()
        }
        second.cancel()
        let error = await #expect(throws: StoreError.self) { try await second.value }
        #expect(error?.code == .cancelled)
        refresh.end()
    }

    @Test("an item with other content is damaged, and is not deleted")
    func damaged() async throws {
        let keychain = FakeKeychain()
        try await keychain.add(Data("junk".utf8), tag: Data())
        let error = await #expect(throws: StoreError.self) { try await KeychainItemStore(keychain).load() }
        #expect(error?.code == .damaged)
        #expect(try await keychain.read() == Data("junk".utf8))
    }

    @Test("the item is updated in place, never deleted and made again")
    func inPlace() async throws {
        let keychain = FakeKeychain()
        let store = KeychainItemStore(keychain)
        try await store.save(StoreContract.record("s", 1), replacing: nil)
        try await store.save(StoreContract.record("s", 2), replacing: .init(session: "s", revision: 1))
        #expect(keychain.calls == ["update", "add", "update"])
    }
}

/// One keychain item in memory.
final class FakeKeychain: KeychainAccess {
    private struct State {
        var item: (data: Data, tag: Data)?
        var failure: KeychainStatus?
        var calls: [String] = []
    }

    let name: String
    private let state = Mutex(State())

    init(_ name: String = "default") { self.name = name }

    var calls: [String] { state.withLock(\.calls) }

    func fail(_ status: KeychainStatus?) {
        state.withLock { $0.failure = status }
    }

    func read() async throws(KeychainStatus) -> Data {
        try run("read") { state in state.item.map { .success($0.data) } ?? .failure(.itemNotFound) }
    }

    func add(_ data: Data, tag: Data) async throws(KeychainStatus) {
        try run("add") { state -> Result<Void, KeychainStatus> in
            guard state.item == nil else { return .failure(.duplicateItem) }
            state.item = (data, tag)
            return .success(())
        }
    }

    func update(tagged tag: Data?, to data: Data, tag newTag: Data) async throws(KeychainStatus) {
        try run("update") { state -> Result<Void, KeychainStatus> in
            guard let item = state.item, tag == nil || item.tag == tag else { return .failure(.itemNotFound) }
            state.item = (data, newTag)
            return .success(())
        }
    }

    func delete(tagged tag: Data?) async throws(KeychainStatus) {
        try run("delete") { state -> Result<Void, KeychainStatus> in
            guard let item = state.item, tag == nil || item.tag == tag else { return .failure(.itemNotFound) }
            state.item = nil
            return .success(())
        }
    }

    private func run<Value: Sendable>(
        _ call: String,
        _ work: (inout State) -> Result<Value, KeychainStatus>
    ) throws(KeychainStatus) -> Value {
        let result = state.withLock { state -> Result<Value, KeychainStatus> in
            state.calls.append(call)
            if let failure = state.failure { return .failure(failure) }
            return work(&state)
        }
        return try result.get()
    }
}
