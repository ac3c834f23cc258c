import CardeaIdentityDomain
import CardeaIdentityService
import CardeaPasswordHashing
import CardeaLogging
import LoggingTestSupport
import Testing
import CardeaSecrets

@Suite("Failures of the store")
struct StoreFailureTests {
    @Test(
        "callers learn that something failed, the log learns what; no names of people are in it",
        arguments: [
            .unwritable("disk full"), .damaged("a page"), .unavailable("closed"), .conflict,
        ] as [StoreError]
    )
    func failures(error: StoreError) async throws {
        let log = LogRecorder()
        let server = try await Server()
        let services = server.services(on: FailingStore(error: error), log)
        let uses: [() async throws -> Void] = [
            { _ = try await services.users.find(.email("ann@example.com"), in: server.pool) },
            { _ = try await services.users.list(in: server.pool, limit: 1) },
            { _ = try await services.cleanup.deleteSessions(endedFor: .zero, limit: 1) },
            {
                _ = try await services.accounts.signUp(
                    NewAccount(email: "ann@example.com", password: "long enough"),
                    by: server.caller()
                ).get()
            },
        ]
        for (count, use) in uses.enumerated() {
            #expect(await failure(of: use) == .store(error))
            #expect(log.lines.count == count + 1)
        }
        for line in log.lines {
            #expect(line.level == .error && line.message == "store failed")
            #expect(line.metadata == ["cause": .string("\(error)")])
        }
    }

    @Test(
        "a name in use and a full queue do not count as failures",
        arguments: [.taken(.email), .overloaded] as [StoreError]
    )
    func rejections(error: StoreError) async throws {
        let log = LogRecorder()
        let server = try await Server()
        let services = server.services(on: FailingStore(error: error), log)
        #expect(
            await failure { try await services.accounts.signUp(NewAccount(), by: server.caller()).get() }
                != nil
        )
        #expect(log.lines.isEmpty)
    }
}

/// A store in which everything fails.
private struct FailingStore: IdentityStore {
    let error: StoreError
    let cacheVersion = 0

    func cachedRows(changedAfter version: Int) -> Set<CachedRow>? { nil }

    func read<L: Lookup>(_ lookup: L) async throws(StoreError) -> L.Row { throw error }

    func transact<L: Lookup, Outcome: Sendable>(
        _ lookup: L,
        by actor: Actor,
        decide: @escaping @Sendable (L.Row) -> Decision<Outcome>
    ) async throws(StoreError) -> Outcome { throw error }
}

extension Server {
    /// The use cases of this server on another store.
    fileprivate func services(on store: any IdentityStore, _ log: LogRecorder) -> IdentityServices {
        IdentityServices(
            store: store,
            projects: projects,
            passwords: PasswordHasher(parameters: Server.parameters, threads: 1, queueLimit: 10),
            clock: clock,
            random: random,
            logger: log.logger
        )
    }
}
