package import IdentityDomain

extension IdentityService {
    /// Signs a user in by e-mail and password (K1), or renews the authentication of a session (U10).
    package func signIn(
        email: String,
        password: String,
        lifetime: TimeSpan?,
        renewing: Authenticated? = nil,
        by caller: Caller
    ) async throws(IdentityError) -> SignedIn {
        throw .store(.unavailable("not built yet"))
    }
}
