import IdentityDomain

extension IdentityService {
    /// Deletes the account of a user who signed in recently (U10, U11).
    package func delete(_ who: Authenticated, by caller: Caller) async throws(IdentityError) {
        throw .store(.unavailable("not built yet"))
    }
}
