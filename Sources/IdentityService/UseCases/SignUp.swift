import IdentityDomain

extension IdentityService {
    /// Creates an account and signs its user in (K1, U4).
    package func signUp(_ new: NewAccount, by caller: Caller) async throws(IdentityError) -> SignedIn {
        throw .store(.unavailable("not built yet"))
    }
}
