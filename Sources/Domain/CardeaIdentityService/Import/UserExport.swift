package import CardeaIdentityDomain
import CardeaLogging

/// Reads users with their password hashes, in pages.
package struct UserExport: Sendable {
    private let store: any IdentityStore
    private let vault: PasswordHashVault
    private let logger: Logger

    init(store: any IdentityStore, vault: PasswordHashVault, logger: Logger) {
        self.store = store
        self.vault = vault
        self.logger = logger
    }

    /// One user.
    ///
    /// - Throws: An error of the store; `.store(.damaged)` if the hash was sealed under another master key.
    package func record(of user: User) async throws(IdentityError) -> UserRecord {
        var record = UserRecord(user, try await identities(of: [user], in: user.pool)[user.id] ?? [])
        record.password = try hash(of: user)
        return record
    }

    /// One page of the users of a pool, ordered by ID.
    ///
    /// The pages are read one after another: a user that changes meanwhile is as it was when its page was read.
    ///
    /// - Parameters:
    ///   - pool: The pool.
    ///   - after: The last ID of the page before; `nil` for the first page.
    ///   - limit: The largest number of users.
    /// - Returns: The users; fewer than the limit on the last page.
    /// - Throws: An error of the store; `.store(.damaged)` if a hash was sealed under another master key.
    package func page(
        of pool: UserPool,
        after: UserID? = nil,
        limit: Int
    ) async throws(IdentityError) -> [UserRecord] {
        let users = try await stored { () async throws(StoreError) in
            try await store.read(.users(of: pool, after: after, limit: limit))
        }
        let identities = try await identities(of: users, in: pool)
        var records: [UserRecord] = []
        records.reserveCapacity(users.count)
        for user in users {
            var record = UserRecord(user, identities[user.id] ?? [])
            record.password = try hash(of: user)
            records.append(record)
        }
        return records
    }

    private func hash(of user: User) throws(IdentityError) -> UserRecord.Password? {
        do throws(ProjectDirectoryError) {
            return try vault.hash(of: user).map(UserRecord.Password.hash)
        } catch {
            throw .store(.damaged("a password hash"))
        }
    }

    private func identities(
        of users: [User],
        in pool: UserPool
    ) async throws(IdentityError) -> [UserID: [FederatedIdentity]] {
        let linked = users.filter { !$0.identities.isEmpty }.map(\.id)
        guard !linked.isEmpty else { return [:] }
        return try await stored { () async throws(StoreError) in
            try await store.read(.identities(of: linked, in: pool))
        }
    }

    private func stored<Value>(
        _ read: () async throws(StoreError) -> Value
    ) async throws(IdentityError) -> Value {
        do throws(StoreError) {
            return try await read()
        } catch {
            logger.logFailure(of: error)
            throw IdentityError(error)
        }
    }

    /// The number of users in a pool.
    package func count(of pool: UserPool) async throws(IdentityError) -> Int64 {
        do throws(StoreError) {
            return try await store.read(UserCountLookup(in: pool))
        } catch {
            throw IdentityError(error)
        }
    }
}
