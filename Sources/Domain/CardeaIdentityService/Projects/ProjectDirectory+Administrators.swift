import CardeaCryptography
import CardeaEncodings
package import CardeaIdentityDomain
import CardeaLocks
package import CardeaSecrets

extension ProjectDirectory {
    /// Creates a credential for an administrator.
    ///
    /// - Parameters:
    ///   - name: The purpose, for lists.
    ///   - project: The project that it manages; `nil` for all.
    ///   - lifetime: The time until it expires; `nil` for no end.
    ///   - oneTime: Whether its first use consumes it.
    ///   - actor: The identity behind the change.
    /// - Returns: The credential. Only its hash is stored, so it cannot be shown again.
    /// - Throws: `.store`
    package func createAdministratorToken(
        name: String,
        project: ProjectID? = nil,
        lifetime: TimeSpan? = nil,
        oneTime: Bool = false,
        by actor: Actor
    ) async throws(ProjectDirectoryError) -> Secret {
        let text = "cda_" + Base64URL.encode(random.bytes(32))
        let now = clock.now()
        let token = AdministratorToken(
            id: Hexadecimal.encode(random.bytes(8)),
            hash: SHA256.hash(text.utf8),
            project: project,
            name: name,
            createdAt: now,
            expiresAt: lifetime.map { now + $0 },
            isOneTime: oneTime
        )
        try await apply([.administratorToken(.insert(token))], by: actor)
        return Secret(text)
    }

    /// The ID of the credential that has a token; `nil` for other texts.
    package func administratorID(of token: Secret) -> String? {
        state.withLock { $0.administrators[SHA256.hash(token.utf8)]?.id }
    }

    /// The administrator who presents a token; `nil` if it is unknown, expired or used up.
    ///
    /// A one-time token is accepted once, on whichever node.
    package func administrator(
        presenting credential: Secret
    ) async throws(ProjectDirectoryError) -> AdministratorToken? {
        let hash = SHA256.hash(credential.utf8)
        let now = clock.now()
        try await synchronize()
        guard let found = state.withLock({ $0.administrators[hash] }), !found.hasExpired(at: now) else {
            return nil
        }
        guard found.isOneTime else { return found }
        let accepted = try await stored { () async throws(StoreError) in
            // The store decides, so that the token is used up on one of all nodes.
            try await store.transact(.administratorToken(hash: hash), by: .server) { token in
                guard let token else { return .unchanged(nil as AdministratorToken?) }
                return Decision([.administratorToken(.delete(id: token.id))], token)
            }
        }
        try? await synchronize()
        return accepted
    }

    /// The administrators' credentials, without their secrets, oldest first.
    package func administrators() -> [AdministratorToken] {
        state.withLock { Array($0.administrators.values) }.sorted {
            ($0.createdAt, $0.id) < ($1.createdAt, $1.id)
        }
    }

    /// Deletes an administrator's credential; an unknown one is not an error.
    package func deleteAdministratorToken(_ id: String, by actor: Actor) async throws(ProjectDirectoryError) {
        try await stored { () async throws(StoreError) in
            do throws(StoreError) {
                try await store.transact(by: actor) { Decision([.administratorToken(.delete(id: id))], ()) }
            } catch .conflict {
                // Deleted already.
            }
        }
        try? await synchronize()
    }

    /// Deletes the credentials that have expired.
    ///
    /// - Returns: Their number.
    package func deleteExpiredAdministratorTokens() async throws(ProjectDirectoryError) -> Int {
        try await synchronize()
        let now = clock.now()
        let expired = administrators().filter { $0.hasExpired(at: now) }
        for token in expired { try await deleteAdministratorToken(token.id, by: .server) }
        return expired.count
    }
}

extension AdministratorToken {
    /// Whether its lifetime has ended.
    package func hasExpired(at now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }
}
