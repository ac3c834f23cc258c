package import IdentityDomain

extension IdentityService {
    /// Creates an account (U12); what end users may do does not limit administrators.
    package func createUser(
        _ new: AdministeredAccount,
        in pool: UserPool
    ) async throws(IdentityError) -> User {
        if let id = new.id, !ProfileRules.isUserID(id) { throw .missingUserID }
        var user = User(id: new.id ?? newUserID(), pool: pool, createdAt: clock.now())
        var changes = AdministeredChanges()
        changes.email = new.email.map { .set($0) } ?? .keep
        changes.password = new.password.map { .set($0) } ?? .keep
        changes.displayName = new.displayName.map { .set($0) } ?? .keep
        changes.photoURL = new.photoURL.map { .set($0) } ?? .keep
        changes.phoneNumber = new.phoneNumber.map { .set($0) } ?? .keep
        changes.customClaims = new.customClaims.map { .set($0) } ?? .keep
        changes.isEmailVerified = new.isEmailVerified
        changes.isDisabled = new.isDisabled
        try await checked(changes, in: pool).apply(to: &user)

        let account = user
        try await transact(Selection()) { _ in Decision([.insertUser(account)], ()) }
        return account
    }
}
