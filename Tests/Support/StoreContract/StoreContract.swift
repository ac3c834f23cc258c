package import CardeaSession
import CardeaTesting
import Foundation
import CardeaLocks
import Testing

/// The contract of stores; the tests of each store check it.
///
/// Each function gets two openings of one store, the second as another process would open it.
package enum StoreContract {
    package static let profile = UserProfile(
        userID: "u1",
        userName: "ada",
        email: "ada@example.com",
        phoneNumber: "+81312345678",
        displayName: "Ada",
        country: "JP",
        photoURL: URL(string: "https://example.com/ada.png"),
        isEmailVerified: true
    )

    package static func record(
        _ session: String = "s",
        _ revision: UInt64 = 1,
        token: String = "a"
    ) -> CredentialRecord {
        CredentialRecord(
            version: .init(session: session, revision: revision),
            generation: revision,
            credential: SessionCredential(
                accessToken: SessionSecret(token),
                refreshToken: SessionSecret("r"),
                lifetime: .seconds(3600),
                receivedAt: Date(timeIntervalSince1970: 1_800_000_000.25),
                profile: profile,
                attributes: ["tenant": "t"]
            ),
            attempt: .init(idempotencyKey: "k", tokenHash: Data([1, 2, 3]))
        )
    }

    /// S1: what was saved is loaded, by this and by another process.
    package static func roundTrip(_ store: any CredentialStore, _ other: any CredentialStore) async throws {
        #expect(try await store.load() == nil)
        try await store.save(record(), replacing: nil)
        #expect(try await store.load() == record())
        #expect(try await other.load() == record())
    }

    /// U8: a sibling has a record of its own, and is the same one for every process.
    package static func siblings(_ store: any CredentialStore, _ other: any CredentialStore) async throws {
        try await store.save(record("main"), replacing: nil)
        let page = try #require(store.sibling(named: "page"))
        #expect(try await page.load() == nil)
        try await page.save(record("page"), replacing: nil)
        #expect(try await other.sibling(named: "page")?.load() == record("page"))
        #expect(try await other.sibling(named: "other page")?.load() == nil)
        try await page.delete(nil)
        #expect(try await other.load() == record("main"))
    }

    /// Rule 1: nothing is written or deleted over another version.
    package static func compareAndSwap(
        _ store: any CredentialStore,
        _ other: any CredentialStore
    ) async throws {
        let first = record("s", 1)
        let second = record("s", 2)
        await #expect(throws: StoreError.self) { try await store.save(second, replacing: first.version) }
        try await store.save(first, replacing: nil)
        try await other.save(second, replacing: first.version)
        let conflict = await #expect(throws: StoreError.self) {
            try await store.save(record("s", 3), replacing: first.version)
        }
        #expect(conflict?.code == .conflict)
        await #expect(throws: StoreError.self) { try await store.delete(first.version) }
        #expect(try await store.load() == second)
        try await store.save(record("t", 1), replacing: nil)
        #expect(try await other.load()?.version.session == "t")
        try await other.delete(record("t", 1).version)
        #expect(try await store.load() == nil)
        try await store.delete(first.version)
        try await store.delete(nil)
    }

    /// Of many writers that saw the same version one succeeds.
    package static func writers(_ store: any CredentialStore, _ other: any CredentialStore) async throws {
        try await store.save(record(), replacing: nil)
        let succeeded = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<20 {
                group.addTask {
                    let record = record("s", 2, token: "a\(index)")
                    let store = index.isMultiple(of: 2) ? store : other
                    return (try? await store.save(record, replacing: StoreContract.record().version)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(succeeded == 1)
    }

    /// Rule 5: one at a time has exclusive access; a waiter may be cancelled; writing needs no such access.
    package static func exclusiveAccess(
        _ store: any CredentialStore,
        _ other: any CredentialStore
    ) async throws {
        let held = try await store.exclusiveAccess()
        let order = Mutex<[String]>([])
        let waiter = Task {
            let access = try await other.exclusiveAccess()
            order.withLock { $0.append("had") }
            access.end()
        }
        let cancelled = Task { _ = try await other.exclusiveAccess() }
        cancelled.cancel()
        let error = await #expect(throws: StoreError.self) { try await cancelled.value }
        #expect(error?.code == .cancelled)
        try await other.save(record(), replacing: nil)
        order.withLock { $0.append("given back") }
        held.end()
        held.end()
        try await waiter.value
        #expect(order.withLock(\.self) == ["given back", "had"])
        // Released without `end()`, as by a task that failed.
        _ = try await store.exclusiveAccess()
        try await other.exclusiveAccess().end()
    }
}

extension StoreContract {
    /// X7, rule 5: engines on two openings of one store, an expired credential, many callers: one refresh.
    package static func oneRefresh(_ store: any CredentialStore, _ other: any CredentialStore) async throws {
        let clock = ManualClock()
        let refresher = ScriptedRefresher { (call, count) throws(RefreshFailure) in
            guard call.credential.refreshToken == SessionSecret("refresh") else { throw .rejected() }
            return SessionCredential(
                accessToken: SessionSecret("access \(count)"),
                refreshToken: SessionSecret("refresh \(count)"),
                lifetime: .seconds(3600)
            )
        }
        let engines = [store, other].map { store in
            SessionEngine(
                configuration: SessionConfiguration(origins: []),
                refresher: refresher,
                store: store,
                transport: ScriptedTransport(responses: []),
                clock: clock
            )
        }
        try await engines[0].signIn(
            with: SessionCredential(
                accessToken: SessionSecret("access"),
                refreshToken: SessionSecret("refresh"),
                lifetime: .seconds(3600),
                profile: profile
            )
        )
        #expect(try await engines[1].restore() == profile)
        clock.advance(by: .seconds(4000))
        let tokens = await withTaskGroup(of: SessionSecret?.self) { group in
            for index in 0..<40 {
                group.addTask { try? await engines[index % 2].validCredential().accessToken }
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens.count == 1 && !tokens.contains(nil))
        #expect(refresher.calls.count == 1)
        #expect(engines.allSatisfy { $0.state == .signedIn(profile) })
    }
}
