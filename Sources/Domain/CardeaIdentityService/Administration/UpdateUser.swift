package import CardeaIdentityDomain
import CardeaPhoneNumbers
import CardeaUserNames

extension UserAdministration {
    /// Changes a user (U12).
    ///
    /// A change that ends the user's sessions ends them at once.
    package func update(
        _ id: UserID,
        _ changes: AdministeredChanges,
        in pool: UserPool,
        by actor: Actor
    ) async throws(IdentityError) -> User {
        let changes = try await checked(changes, in: pool)
        return try await store.transact(
            .user(id, in: pool),
            .identities(of: id, in: pool),
            .identities(changes.linkedIdentity.map { [$0.id] } ?? [], in: pool),
            by: actor
        ) { found, linked, owned throws(IdentityError) in
            guard let before = found else { throw .user(.notFound) }
            var after = before
            changes.apply(to: &after)
            let identities = try changes.identityChanges(of: &after, linked, owned)
            var made = [Change.user(.update(after))] + identities
            made += changes.endOfSessions(from: before, to: after)
            // An administrator decides about the address: no link changes it back.
            if after.email != before.email { made.append(.actionCode(.deleteAll(of: id, pool))) }
            return Decision(made, after)
        }
    }

    /// Checks an administrator's changes, and hashes the password among them.
    func checked(
        _ changes: AdministeredChanges,
        in pool: UserPool
    ) async throws(IdentityError) -> CheckedChanges {
        guard let policy = projects.policy(in: pool, of: nil) else { throw .scope(.tenantNotFound) }
        return CheckedChanges(
            profile: try Profile(displayName: changes.displayName, photoURL: changes.photoURL),
            email: try changes.email.map { text throws(IdentityError) in try EmailAddress(given: text) },
            passwordHash: try await changes.password.map { password async throws(IdentityError) in
                try passwords.check(new: password, policy)
                return try await passwords.hash(password, for: nil)
            },
            phoneNumber: try changes.phoneNumber.map { text throws(IdentityError) in
                try PhoneNumber(given: text).description
            },
            userName: try changes.userName.map { text throws(IdentityError) in
                try UserName(given: text).unique
            },
            customClaims: try changes.customClaims.map { text throws(IdentityError) in try CustomClaims(text)
            },
            linkedIdentity: try changes.linkedIdentity.map { given throws(IdentityError) in
                try CheckedIdentity(given)
            },
            removedProviders: changes.removedProviders,
            isEmailVerified: changes.isEmailVerified,
            isDisabled: changes.isDisabled,
            validSince: changes.validSince,
            endsSessions: changes.endsSessions,
            lastSignedInAt: changes.lastSignedInAt,
            now: clock.now()
        )
    }
}
