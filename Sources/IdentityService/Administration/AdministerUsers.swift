package import IdentityDomain

extension IdentityService {
    /// Creates an account (U12); the rules for end users do not apply.
    package func createUser(
        _ new: AdministeredAccount,
        in pool: UserPool
    ) async throws(IdentityError) -> User {
        throw .store(.unavailable("not built yet"))
    }

    package func user(_ selector: UserSelector, in pool: UserPool) async throws(IdentityError) -> User? {
        throw .store(.unavailable("not built yet"))
    }

    package func users(
        in pool: UserPool,
        after: UserID?,
        limit: Int
    ) async throws(IdentityError) -> [User] {
        throw .store(.unavailable("not built yet"))
    }

    package func updateUser(
        _ id: UserID,
        _ changes: AdministeredChanges,
        in pool: UserPool
    ) async throws(IdentityError) -> User {
        throw .store(.unavailable("not built yet"))
    }

    package func deleteUser(_ id: UserID, in pool: UserPool) async throws(IdentityError) {
        throw .store(.unavailable("not built yet"))
    }

    package func sessions(of user: UserID, in pool: UserPool) async throws(IdentityError) -> [Session] {
        throw .store(.unavailable("not built yet"))
    }

    package func revokeSessions(
        of user: UserID,
        in pool: UserPool,
        reason: Revocation.Reason
    ) async throws(IdentityError) {
        throw .store(.unavailable("not built yet"))
    }
}
