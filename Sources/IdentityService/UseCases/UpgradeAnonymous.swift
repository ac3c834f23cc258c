import IdentityDomain

extension IdentityService {
    /// Gives an anonymous user an e-mail address and a password; the account and its session go on.
    package func upgradeAnonymous(
        _ who: Authenticated,
        email: String,
        password: String,
        displayName: String?,
        by caller: Caller
    ) async throws(IdentityError) -> SignedIn {
        throw .store(.unavailable("not built yet"))
    }
}
