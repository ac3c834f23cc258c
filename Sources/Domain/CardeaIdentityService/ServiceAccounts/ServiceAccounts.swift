import CardeaCryptography
import CardeaEncodings
package import CardeaIdentityDomain
package import CardeaSecrets

/// Creates, changes and deletes the service accounts of projects.
package struct ServiceAccounts: Sendable {
    /// The largest number of accounts of one project.
    package static let maximumAccounts = 100
    /// The largest number of keys of one account: a token without `kid` is checked with each.
    package static let maximumKeys = 10

    let projects: ProjectDirectory
    let store: any IdentityStore
    let vault: KeyVault
    let clock: any WallClock
    let random: any RandomSource

    package init(projects: ProjectDirectory) {
        self.projects = projects
        (store, vault, clock, random) = (projects.store, projects.vault, projects.clock, projects.random)
    }

    /// A new key of an account.
    ///
    /// The private key is stored nowhere.
    package struct NewKey: Sendable {
        package let account: ServiceAccount
        package let keyID: String
        /// A `PRIVATE KEY` block (RFC 7468 §10).
        package let privateKeyPEM: Secret
    }

    /// Creates an account with one key.
    ///
    /// - Parameters:
    ///   - id: Its project, which must exist, and its name.
    ///   - displayName: The purpose of the account, for lists.
    ///   - isDisabled: Whether it is disabled from the beginning.
    ///   - actor: The identity behind the change.
    /// - Returns: The account with its private key, this once.
    /// - Throws: `.invalidName`; `.tooManyAccounts`; `.store(.taken)` if the name is taken.
    package func create(
        _ id: ServiceAccountID,
        displayName: String?,
        isDisabled: Bool = false,
        by actor: Actor
    ) async throws(ServiceAccountError) -> NewKey {
        guard id.isWellFormed else { throw .invalidName(id.name) }
        let (key, pair) = try await makeKey()
        // Twenty-one digits, as such numbers have elsewhere.
        let digits = (0..<20).map { _ in String(random.word() % 10) }.joined()
        var new = ServiceAccount(
            id: id,
            number: "1" + digits,
            createdAt: clock.now(),
            displayName: displayName.map(ProfileRules.withoutControls),
            keys: [key]
        )
        new.isDisabled = isDisabled
        let account = new
        try await transact(.serviceAccounts(of: id.project), by: actor) {
            accounts throws(ServiceAccountError) in
            guard !accounts.contains(where: { $0.id == id }) else { throw .store(.taken(.serviceAccount)) }
            guard accounts.count < Self.maximumAccounts else {
                throw .tooManyAccounts(limit: Self.maximumAccounts)
            }
            return Decision([.serviceAccount(.insert(account))], ())
        }
        return NewKey(account: account, keyID: key.id, privateKeyPEM: Secret(pair.pem))
    }

    /// The accounts of a project, by name.
    package func list(of project: ProjectID) async throws(ServiceAccountError) -> [ServiceAccount] {
        try await stored { () async throws(StoreError) in
            try await store.read(.serviceAccounts(of: project))
        }
    }

    /// - Throws: `.unknownAccount`
    package func account(_ id: ServiceAccountID) async throws(ServiceAccountError) -> ServiceAccount {
        guard let account = try await read(id) else { throw .unknownAccount(id.name) }
        return account
    }

    /// Disables or enables a user.
    ///
    /// A disabled account signs no user in, and its access tokens are rejected.
    package func setDisabled(
        _ id: ServiceAccountID,
        _ isDisabled: Bool,
        by actor: Actor
    ) async throws(ServiceAccountError) -> ServiceAccount {
        try await change(id, by: actor) { _ in .setDisabled(id, isDisabled) }
        return try await account(id)
    }

    /// Deletes an account with its keys.
    package func delete(_ id: ServiceAccountID, by actor: Actor) async throws(ServiceAccountError) {
        try await change(id, by: actor) { _ in .delete(id) }
    }

    /// Adds a key to an account; the older keys keep working.
    package func addKey(to id: ServiceAccountID, by actor: Actor) async throws(ServiceAccountError) -> NewKey
    {
        // Without the account, the work on a key is for nothing.
        _ = try await account(id)
        let (key, pair) = try await makeKey()
        try await change(id, by: actor) { account throws(ServiceAccountError) in
            guard account.keys.count < Self.maximumKeys else { throw .tooManyKeys(limit: Self.maximumKeys) }
            return .insertKey(key, of: id)
        }
        return NewKey(account: try await account(id), keyID: key.id, privateKeyPEM: Secret(pair.pem))
    }

    /// Deletes a key.
    ///
    /// Tokens that it has signed, and access tokens that it got, are rejected from now on.
    package func deleteKey(
        _ key: String,
        of id: ServiceAccountID,
        by actor: Actor
    ) async throws(ServiceAccountError) -> ServiceAccount {
        try await change(id, by: actor) { account throws(ServiceAccountError) in
            guard account.keys.contains(where: { $0.id.exact == key.exact }) else { throw .unknownKey(key) }
            return .deleteKey(key, of: id)
        }
        return try await account(id)
    }

    /// Generates a key pair; one of RSA takes a tenth of a second or more.
    ///
    /// - Throws: `.store(.overloaded)` if the task was cancelled: no client receives the key, so it is not kept.
    func makeKey() async throws(ServiceAccountError) -> (key: ServiceAccountKey, pair: PrivateKey) {
        let made = try await offEventLoop { [clock, random] () throws(ServiceAccountError) in
            do {
                let pair = try PrivateKey.generate(.rs256)
                let key = ServiceAccountKey(
                    id: Hexadecimal.encode(random.bytes(20)),
                    publicKeyPEM: pair.publicKey.pem,
                    createdAt: clock.now()
                )
                return (key, pair)
            } catch {
                throw .keyGeneration
            }
        }
        guard let made else { throw .store(.overloaded) }
        return made
    }
}

extension ServiceAccounts {
    func read(_ id: ServiceAccountID) async throws(ServiceAccountError) -> ServiceAccount? {
        try await stored { () async throws(StoreError) in try await store.read(.serviceAccount(id)) }
    }

    /// Makes one change to an account that exists.
    private func change(
        _ id: ServiceAccountID,
        by actor: Actor,
        _ change: @escaping @Sendable (ServiceAccount) throws(ServiceAccountError) -> ServiceAccountChange
    ) async throws(ServiceAccountError) {
        try await transact(.serviceAccount(id), by: actor) { account throws(ServiceAccountError) in
            guard let account else { throw .unknownAccount(id.name) }
            return Decision([.serviceAccount(try change(account))], ())
        }
    }

    /// Reads, decides and writes.
    func transact<L: Lookup, Outcome: Sendable>(
        _ lookup: L,
        by actor: Actor,
        decide: @escaping @Sendable (L.Row) throws(ServiceAccountError) -> Decision<Outcome>
    ) async throws(ServiceAccountError) -> Outcome {
        let result = try await stored {
            () async throws(StoreError) -> Result<Outcome, ServiceAccountError> in
            try await store.transact(lookup, by: actor) { row in
                do throws(ServiceAccountError) {
                    let decision = try decide(row)
                    return Decision(decision.changes, .success(decision.outcome))
                } catch {
                    return .unchanged(.failure(error))
                }
            }
        }
        return try result.get()
    }

    /// Runs an action on the store, whose failure the directory logs.
    func stored<Value: Sendable>(
        _ action: () async throws(StoreError) -> Value
    ) async throws(ServiceAccountError) -> Value {
        try await translated { () async throws(ProjectDirectoryError) in try await projects.stored(action) }
    }

    /// Makes the keys of the directory those that are stored, if another node has changed them.
    func synchronize() async throws(ServiceAccountError) {
        try await translated { () async throws(ProjectDirectoryError) in try await projects.synchronize() }
    }

    private func translated<Value: Sendable>(
        _ action: () async throws(ProjectDirectoryError) -> Value
    ) async throws(ServiceAccountError) -> Value {
        do throws(ProjectDirectoryError) {
            return try await action()
        } catch .store(let error) {
            throw .store(error)
        } catch {
            throw .store(.unavailable("\(error)"))
        }
    }
}
