package import CardeaIdentityDomain
import CardeaPasswordHashing
import CardeaLogging
import CardeaSecrets

/// Creates many users with their password hashes.
///
/// The users are added in steps. Each step is one transaction of a bounded size, so that other requests are served in
/// between. A step that was reported is durable.
package struct UserImport: Sendable {
    /// The treatment of a user whose ID exists.
    package enum ExistingUsers: String, Sendable, CaseIterable {
        /// The existing user stays, and the new one is rejected.
        case reject
        /// The existing user stays, and the new one is ignored: an import that was stopped can be run again.
        case skip
        /// The existing user is replaced: all sessions and codes end.
        case replace
    }

    /// The outcome for one user.
    package enum Outcome: Sendable, Equatable {
        case created
        case replaced
        case skipped
        case rejected(UserImportError)
    }

    /// The number of users in one transaction: a few milliseconds of the writer's time.
    static let usersAtOnce = 100

    private let store: any IdentityStore
    private let projects: ProjectDirectory
    private let passwords: PasswordHasher
    private let vault: PasswordHashVault
    private let clock: any WallClock
    private let logger: Logger

    init(
        store: any IdentityStore,
        projects: ProjectDirectory,
        passwords: PasswordHasher,
        vault: PasswordHashVault,
        clock: any WallClock,
        logger: Logger
    ) {
        self.store = store
        self.projects = projects
        self.passwords = passwords
        self.vault = vault
        self.clock = clock
        self.logger = logger
    }

    /// Adds users.
    ///
    /// - Parameters:
    ///   - records: The users.
    ///   - pool: Where they belong.
    ///   - followsTenants: Whether a user of a project goes into the tenant that it names. Otherwise, only a user who names the
    ///     tenant of the pool is accepted.
    ///   - existing: The treatment of a user whose ID exists.
    ///   - isDryRun: Whether everything is checked and nothing is written.
    ///   - actor: The identity behind the change.
    /// - Returns: The outcome for each user, in the order of `records`.
    /// - Throws: `.tenantNotFound`, `.overloaded` or an error of the store. The steps before it are durable.
    package func add(
        _ records: [UserRecord],
        to pool: UserPool,
        followsTenants: Bool = false,
        existing: ExistingUsers,
        isDryRun: Bool = false,
        by actor: Actor
    ) async throws(IdentityError) -> [Outcome] {
        var positions: [UserPool: [Int]] = [:]
        for (position, record) in records.enumerated() {
            var place = pool
            if followsTenants, pool.tenant == nil {
                place = UserPool(project: pool.project, tenant: record.tenantID)
            }
            positions[place, default: []].append(position)
        }
        var outcomes = [Outcome](repeating: .rejected(.tenantNotFound), count: records.count)
        for (place, positions) in positions {
            do throws(IdentityError) {
                for (position, outcome) in zip(
                    positions,
                    try await add(positions.map { records[$0] }, in: place, existing, isDryRun, by: actor)
                ) { outcomes[position] = outcome }
            } catch {
                // The tenant of some users does not reject the others.
                guard case .scope(.tenantNotFound) = error, place != pool else { throw error }
            }
        }
        return outcomes
    }

    private func add(
        _ records: [UserRecord],
        in pool: UserPool,
        _ existing: ExistingUsers,
        _ isDryRun: Bool,
        by actor: Actor
    ) async throws(IdentityError) -> [Outcome] {
        var outcomes: [Outcome] = []
        // A dry run sees the users before in the same step only.
        let size = isDryRun ? max(1, records.count) : Self.usersAtOnce
        for start in stride(from: 0, to: records.count, by: size) {
            let part = records[start..<min(start + size, records.count)]
            outcomes += try await addStep(Array(part), pool, existing, isDryRun, by: actor)
        }
        return outcomes
    }

    private func addStep(
        _ records: [UserRecord],
        _ pool: UserPool,
        _ existing: ExistingUsers,
        _ isDryRun: Bool,
        by actor: Actor
    ) async throws(IdentityError) -> [Outcome] {
        let now = clock.now()
        let users = try await prepared(records, pool, at: now, hashesPasswords: !isDryRun)
        return try await commit(
            ImportStep(users: users, existing: existing, now: now),
            pool,
            isDryRun,
            by: actor
        )
    }

    private func commit(
        _ step: ImportStep,
        _ pool: UserPool,
        _ isDryRun: Bool,
        by actor: Actor
    ) async throws(IdentityError) -> [Outcome] {
        let lookup = step.lookup(in: pool)
        let outcomes: [Outcome]?
        do throws(StoreError) {
            if isDryRun {
                let hasPool = try await store.read(.hasPool(pool))
                outcomes = hasPool ? step.decision(try await store.read(lookup)).outcome : nil
            } else if let tenant = pool.tenant {
                outcomes = try await store.transact(.tenant(tenant, in: pool.project), lookup, by: actor) {
                    tenant,
                    found in
                    guard tenant != nil else { return .unchanged(nil) }
                    let decision = step.decision(found)
                    return Decision(decision.changes, decision.outcome)
                }
            } else {
                outcomes = try await store.transact(lookup, by: actor) { step.decision($0) }
            }
        } catch .taken {
            // A deleted user whose sessions are not all deleted still has its ID.
            guard step.users.count > 1 else { return [.rejected(.userExists)] }
            var outcomes: [Outcome] = []
            for part in step.halves { outcomes += try await commit(part, pool, isDryRun, by: actor) }
            return outcomes
        } catch {
            logger.logFailure(of: error)
            throw IdentityError(error)
        }
        guard let outcomes else { throw .scope(.tenantNotFound) }
        return outcomes
    }

    /// Checks the users, hashes passwords and encrypts hashes.
    private func prepared(
        _ records: [UserRecord],
        _ pool: UserPool,
        at now: Timestamp,
        hashesPasswords: Bool
    ) async throws(IdentityError) -> [Result<ImportedUser, UserImportError>] {
        var users = records.map { record in
            Result { () throws(UserImportError) in
                try record.user(in: pool, at: now) { text throws(ForeignHashError) in
                    try passwords.check(imported: text)
                }
            }
        }
        let hashes = hashesPasswords ? try await hashes(of: records, users) : [:]
        for (index, record) in records.enumerated() {
            guard case .success(var imported) = users[index] else { continue }
            switch record.password {
            case .hash:
                do throws(ProjectDirectoryError) {
                    imported.user.passwordHash = try imported.user.passwordHash.map {
                        text throws(ProjectDirectoryError) in
                        try vault.seal(text, of: imported.user.id, in: pool)
                    }
                } catch {
                    throw .store(.unavailable("a password hash cannot be encrypted"))
                }
            case .plain:
                imported.user.passwordHash = hashes[index]
                precondition(hashes[index] != nil || !hashesPasswords, "each password has a hash")
            case nil:
                // The removal of a password is a change, too.
                imported.user.passwordChangedAt = record.passwordChangedAt
                users[index] = .success(imported)
                continue
            case .invalid: continue
            }
            imported.user.passwordChangedAt = record.passwordChangedAt ?? now
            users[index] = .success(imported)
        }
        return users
    }

    /// The hashes of passwords in plain text, by the positions of their users.
    private func hashes(
        of records: [UserRecord],
        _ users: [Result<ImportedUser, UserImportError>]
    ) async throws(IdentityError) -> [Int: String] {
        var plain: [(Int, Secret)] = []
        for (index, record) in records.enumerated() {
            if case .plain(let password) = record.password, case .success = users[index] {
                plain.append((index, password))
            }
        }
        guard !plain.isEmpty else { return [:] }
        let results = await withTaskGroup(of: (Int, Result<String, PasswordHashingError>).self) { group in
            for (index, password) in plain {
                group.addTask { [passwords] in
                    // The tuple is built after the wait: Swift 6.3.1 loses `index` in `return (index, try await …)`
                    // (CONTRIBUTING.md, "The compiler").
                    let hash: Result<String, PasswordHashingError>
                    do throws(PasswordHashingError) {
                        hash = .success(try await passwords.hash(password, for: .administrator))
                    } catch {
                        hash = .failure(error)
                    }
                    return (index, hash)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var hashes: [Int: String] = [:]
        for (index, result) in results {
            do throws(PasswordHashingError) {
                hashes[index] = try result.get()
            } catch {
                throw IdentityError(error)
            }
        }
        return hashes
    }
}
