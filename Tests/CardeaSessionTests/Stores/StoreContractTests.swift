import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// What every store has to do, tried on every store.
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
            try? FileManager.default.createDirectory(
                at: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            return (
                KeychainStore(keychain, lockDirectory: directory),
                KeychainStore(keychain, lockDirectory: directory)
            )
        },
    ]

    static func temporaryDirectory() -> URL {
        URL.temporaryDirectory.appending(path: "cardea-\(UUID().uuidString)", directoryHint: .isDirectory)
    }

    static func record(
        _ session: String = "s",
        _ revision: UInt64 = 1,
        token: String = "a"
    ) -> CredentialRecord {
        CredentialRecord(
            version: .init(session: session, revision: revision),
            generation: revision,
            credential: Credential(
                accessToken: Secret(token),
                refreshToken: Secret("r"),
                lifetime: .seconds(3600),
                receivedAt: Date(timeIntervalSince1970: 1_800_000_000.25),
                profile: RestoreTests.profile,
                attributes: ["tenant": "t"]
            ),
            attempt: .init(idempotencyKey: "k", tokenHash: Data([1, 2, 3]))
        )
    }

    @Test("S1 what was saved is loaded, by this and by another process", arguments: subjects)
    func roundTrip(subject: Subject) async throws {
        let (store, other) = subject.make()
        #expect(try await store.load() == nil)
        try await store.save(Self.record(), replacing: nil)
        #expect(try await store.load() == Self.record())
        #expect(try await other.load() == Self.record())
    }

    @Test("rule 1 nothing is written or deleted over another version", arguments: subjects)
    func compareAndSwap(subject: Subject) async throws {
        let (store, other) = subject.make()
        let first = Self.record("s", 1)
        let second = Self.record("s", 2)
        await #expect(throws: StoreError.self) { try await store.save(second, replacing: first.version) }
        try await store.save(first, replacing: nil)
        try await other.save(second, replacing: first.version)
        let conflict = await #expect(throws: StoreError.self) {
            try await store.save(Self.record("s", 3), replacing: first.version)
        }
        #expect(conflict?.code == .conflict)
        await #expect(throws: StoreError.self) { try await store.delete(first.version) }
        #expect(try await store.load() == second)
        try await store.save(Self.record("t", 1), replacing: nil)
        #expect(try await other.load()?.version.session == "t")
        try await other.delete(Self.record("t", 1).version)
        #expect(try await store.load() == nil)
        try await store.delete(first.version)
        try await store.delete(nil)
    }

    @Test("of many writers that saw the same version one succeeds", arguments: subjects)
    func writers(subject: Subject) async throws {
        let (store, other) = subject.make()
        try await store.save(Self.record(), replacing: nil)
        let succeeded = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<20 {
                group.addTask {
                    let record = Self.record("s", 2, token: "a\(index)")
                    let store = index.isMultiple(of: 2) ? store : other
                    return (try? await store.save(record, replacing: Self.record().version)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(succeeded == 1)
    }

    @Test("rule 5 one at a time has exclusive access; a waiter may be cancelled", arguments: subjects)
    func exclusive(subject: Subject) async throws {
        let (store, other) = subject.make()
        let gate = Gate()
        let holder = Task { try await store.withExclusiveAccess { await gate.pass() } }
        await gate.arrivals(reach: 1)
        let waiter = Task { try await other.withExclusiveAccess { true } }
        let cancelled = Task { try await other.withExclusiveAccess { true } }
        cancelled.cancel()
        let error = await #expect(throws: StoreError.self) { try await cancelled.value }
        #expect(error?.code == .cancelled)
        try await other.save(Self.record(), replacing: nil)
        gate.open()
        try await holder.value
        #expect(try await waiter.value)
    }

    @Test("X7 rule 5 two engines on two openings of one store: one refresh", arguments: subjects)
    func engines(subject: Subject) async throws {
        let (store, other) = subject.make()
        let first = Fixture(store: store)
        try await first.signIn()
        let second = first.anotherProcess(on: other)
        try await second.engine.restore()
        first.clock.advance(by: .seconds(4000))
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for index in 0..<40 {
                let engine = index.isMultiple(of: 2) ? first.engine : second.engine
                group.addTask { try? await engine.data(for: Fixture.request()).status }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 40))
        #expect(first.refresher.calls.count + second.refresher.calls.count == 1)
        #expect(first.backend.reuses == 0)
    }
}
