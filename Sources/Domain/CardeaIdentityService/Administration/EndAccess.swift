package import CardeaIdentityDomain

extension UserAdministration {
    /// Deletes a user with all its sessions (U12).
    package func delete(_ id: UserID, in pool: UserPool, by actor: Actor) async throws(IdentityError) {
        let now = clock.now()
        try await store.transact(.user(id, in: pool), by: actor) { user throws(IdentityError) in
            guard user != nil else { throw .user(.notFound) }
            return Decision([.user(.delete(id, pool, at: now))], ())
        }
    }
}
