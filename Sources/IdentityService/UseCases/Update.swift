import IdentityDomain

extension IdentityService {
    /// Changes what users may change about themselves (U1, U9, U10).
    package func update(
        _ changes: AccountChanges,
        of who: Authenticated,
        by caller: Caller
    ) async throws(IdentityError) -> Updated {
        throw .store(.unavailable("not built yet"))
    }
}
