import CardeaEncodings
package import CardeaIdentityDomain
package import CardeaJOSE
import CardeaLocks
package import CardeaLogging

/// The projects, tenants and apps of this server with their keys.
///
/// It is a cache of the store. `synchronize` reads it again if this node or another has changed the store; admission
/// calls that for each request. Reads are synchronous and cheap. A change goes to the store alone.
package final class ProjectDirectory: Sendable {
    let store: any IdentityStore
    let vault: KeyVault
    let clock: any WallClock
    let random: any RandomSource
    let state: Mutex<DirectoryState>
    /// The version of the state, for a look without the lock.
    private let version: Atomic<Int>
    private let reading = Mutex<Task<Result<Void, ProjectDirectoryError>, Never>?>(nil)
    private let logger: Logger
    /// Whether the issuer of a provider may be reached without TLS.
    let allowsPlainIssuers: Bool
    /// The keys of service accounts.
    let publicKeys = PublicKeyCache()

    private init(
        store: any IdentityStore,
        vault: KeyVault,
        clock: any WallClock,
        random: any RandomSource,
        state: sending DirectoryState,
        allowsPlainIssuers: Bool,
        logger: Logger
    ) {
        self.store = store
        self.vault = vault
        self.clock = clock
        self.random = random
        version = Atomic(state.version)
        self.state = Mutex(state)
        self.allowsPlainIssuers = allowsPlainIssuers
        self.logger = logger
    }

    /// Reads everything, opens the keys, and makes the keys that are missing.
    ///
    /// - Parameters:
    ///   - store: Where everything is kept.
    ///   - masterKey: The key that encrypts the stored keys.
    ///   - publicURL: The address that clients reach this server by: the root of its issuers.
    ///   - clock: Tells when keys go out of use.
    ///   - random: Where keys, ids and credentials come from.
    ///   - allowsPlainIssuers: Whether the issuer of a provider may be reached without TLS; on this machine it always may.
    ///   - logger: Gets the reason if the store fails: callers learn only that it failed.
    /// - Returns: The directory as it is stored now.
    /// - Throws: `.keyUnusable` when a key was sealed under another master key; `.store`.
    package static func load(
        from store: any IdentityStore,
        masterKey: [UInt8],
        publicURL: String = "",
        clock: any WallClock,
        random: any RandomSource,
        allowsPlainIssuers: Bool = false,
        logger: Logger
    ) async throws(ProjectDirectoryError) -> ProjectDirectory {
        let loader = DirectoryLoader(
            store: store,
            vault: KeyVault(masterKey: masterKey),
            clock: clock,
            random: random
        )
        let state = try await loader.load(publicURL: publicURL)
        return ProjectDirectory(
            store: store,
            vault: loader.vault,
            clock: clock,
            random: random,
            state: state,
            allowsPlainIssuers: allowsPlainIssuers,
            logger: logger
        )
    }

    /// Whether nothing was changed since everything was read.
    ///
    /// This compares two numbers.
    package var isCurrent: Bool { version.load(ordering: .acquiring) == store.cacheVersion }

    /// Reads again what was changed before this call: the tenants and apps that have changed, or everything.
    ///
    /// Callers that come at the same time share one reading.
    ///
    /// - Throws: `.store` if the store cannot be read; the former state stays.
    package func synchronize() async throws(ProjectDirectoryError) {
        let wanted = store.cacheVersion
        while version.load(ordering: .acquiring) < wanted {
            // A reading that began before the change does not reach the version, but the next one does.
            let reading = reading.withLock { reading in
                let shared = reading ?? Task { await self.read() }
                reading = shared
                return shared
            }
            try await reading.value.get()
        }
    }

    /// The number of rows up to which they are read one by one.
    private static let fewRows = 100

    private func read() async -> Result<Void, ProjectDirectoryError> {
        defer { reading.withLock { $0 = nil } }
        let loader = DirectoryLoader(store: store, vault: vault, clock: clock, random: random)
        do throws(ProjectDirectoryError) {
            // Read before the names of the rows: they are those of this version at least.
            let present = store.cacheVersion
            let changed = store.cachedRows(changedAfter: state.withLock(\.version))
            if let changed, changed.count <= Self.fewRows {
                let rows = try await loader.read(changed)
                state.withLock { state in
                    state.replace(rows, version: present)
                    version.store(present, ordering: .releasing)
                }
                return .success(())
            }
            let former = state.withLock { $0 }
            var new = try await loader.load(publicURL: former.publicURL, previous: former)
            state.withLock { state in
                new.publicURL = state.publicURL
                state = new
                version.store(new.version, ordering: .releasing)
            }
            return .success(())
        } catch {
            if case .store(let cause) = error { logger.logFailure(of: cause) }
            return .failure(error)
        }
    }

    /// Makes changes to the store, together or not at all, and reads what is stored then.
    func apply(_ changes: [Change], by actor: Actor) async throws(ProjectDirectoryError) {
        try await stored { () async throws(StoreError) in
            try await store.transact(by: actor) { Decision(changes, ()) }
        }
        // The changes are stored. If they cannot be read now, the next request reads them.
        try? await synchronize()
    }

    /// Makes changes if what look-ups find is still as it was read.
    ///
    /// - Returns: Whether the changes are stored.
    func apply<each L: Lookup>(
        _ changes: [Change],
        ifUnchanged lookups: repeat each L,
        by actor: Actor,
        isUnchanged: @escaping @Sendable (repeat (each L).Row) -> Bool
    ) async throws(ProjectDirectoryError) -> Bool {
        let isStored = try await stored { () async throws(StoreError) in
            try await store.transact(repeat each lookups, by: actor) { (rows: repeat (each L).Row) in
                isUnchanged(repeat each rows) ? Decision(changes, true) : .unchanged(false)
            }
        }
        try? await synchronize()
        return isStored
    }

    /// Repeats a change until it is made on what is stored.
    ///
    /// - Throws: `.store(.conflict)` if others are always faster.
    func repeated<Value>(_ change: () async throws -> Value?) async throws -> Value {
        for _ in 0..<100 {
            if let value = try await change() { return value }
        }
        throw ProjectDirectoryError.store(.conflict)
    }

    /// Runs an action on the store and logs why it failed.
    func stored<Value: Sendable>(
        _ action: () async throws(StoreError) -> Value
    ) async throws(ProjectDirectoryError) -> Value {
        do throws(StoreError) {
            return try await action()
        } catch {
            logger.logFailure(of: error)
            throw .store(error)
        }
    }

    // MARK: Projects

    package func project(id: ProjectID) -> Project? { state.withLock { $0.entries[id]?.project } }
    package func project(apiKey: String) -> Project? { state.withLock { $0.project(apiKey: apiKey) } }
    package func project(number: Int64) -> Project? { state.withLock { $0.project(number: number) } }

    /// All projects, ordered by id.
    package func all() -> [Project] {
        state.withLock { $0.entries.values.map(\.project) }.sorted {
            $0.id.rawValue.exact < $1.id.rawValue.exact
        }
    }

    /// The address that clients reach this server by, without a slash at the end.
    package var publicURL: String { state.withLock { $0.publicURL } }

    /// Where clients find a project's documents.
    package func address(of project: ProjectID) -> String {
        state.withLock { "\($0.publicURL)/\(project.rawValue)" }
    }

    /// The `iss` of a project's tokens.
    package func issuer(of project: Project) -> String {
        project.policy.tokens.issuer ?? address(of: project.id)
    }

    /// Says by what address clients reach this server, once that is known.
    package func publish(at url: String) {
        state.withLock { $0.publicURL = url.hasSuffix("/") ? String(url.dropLast()) : url }
    }

    // MARK: Keys

    /// The signer of a project's access tokens now.
    package func signer(for project: ProjectID) -> TokenSigner? { signingKeys(of: project)?.signer }

    /// The verifier of a project's access tokens now.
    package func verifier(for project: ProjectID) -> TokenVerifier? { signingKeys(of: project)?.verifier }

    /// The keys of a project's access tokens now.
    func signingKeys(of project: ProjectID) -> SigningKeys? {
        state.withLock { $0.keys(of: project, now: clock.now()) }
    }

    /// The keys that a project's access tokens can be verified with, newest first.
    package func publicKeys(of project: ProjectID) -> [PublishedKey] {
        signingKeys(of: project)?.keys.map(\.published) ?? []
    }

    /// The records of a project's signing keys, newest first, also of those that are retired.
    package func signingKeyRecords(of project: ProjectID) -> [SealedKey] {
        state.withLock { $0.entries[project]?.keyRecords ?? [] }
    }

    package func refreshTokenKey(_ id: UInt32) -> RefreshTokenKey? {
        state.withLock { $0.refreshTokenKeys[id] }
    }

    package var currentRefreshTokenKey: RefreshTokenKey { state.withLock { $0.currentRefreshTokenKey } }
}

extension ProjectDirectory {
    /// The records of the keys of refresh tokens, newest first, also of those that are retired.
    package func refreshTokenKeyRecords() -> [SealedKey] {
        state.withLock { Array($0.refreshTokenRecords.values) }.sorted {
            ($0.createdAt, $0.id) > ($1.createdAt, $1.id)
        }
    }
}
