package import CardeaIdentityDomain

extension UserAdministration {
    /// Creates a user (U12); the limits of end users do not apply to administrators.
    ///
    /// - Parameters:
    ///   - account: Its fields.
    ///   - id: The id to give it; `nil` for one of the server's choice.
    ///   - pool: Where it belongs.
    ///   - actor: The identity behind the change.
    /// - Returns: The account.
    /// - Throws: `.input(.missingUserID)` for an invalid ID; the errors of names in use, and of invalid texts.
    package func create(
        _ account: AdministeredChanges,
        id: UserID? = nil,
        in pool: UserPool,
        by actor: Actor
    ) async throws(IdentityError) -> User {
        if let id, !ProfileRules.isUserID(id) { throw .input(.missingUserID) }
        var new = User(id: id ?? random.userID(), pool: pool, createdAt: clock.now())
        try await checked(account, in: pool).apply(to: &new)

        let user = new
        try await store.insert(user, by: actor)
        return user
    }
}

extension ServiceStore {
    /// Inserts a user.
    ///
    /// - Throws: `.scope(.tenantNotFound)` if the tenant of the pool was deleted since the request was admitted: the
    ///   user would never be deleted.
    fileprivate func insert(_ user: User, by actor: Actor) async throws(IdentityError) {
        try await transact(.hasPool(user.pool), by: actor) { hasPool throws(IdentityError) in
            guard hasPool else { throw .scope(.tenantNotFound) }
            return Decision([.user(.insert(user))], ())
        }
    }
}
