import IdentityDomain

extension IdentityService {
    /// Exchanges a refresh token for new tokens (K2).
    package func refresh(
        _ refreshToken: some Collection<UInt8>,
        by caller: Caller
    ) async throws(IdentityError) -> SignedIn {
        throw .store(.unavailable("not built yet"))
    }
}
