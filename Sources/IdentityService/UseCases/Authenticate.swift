import IdentityDomain

extension IdentityService {
    /// Accepts an access token of this server.
    package func authenticate(
        _ accessToken: String,
        by caller: Caller
    ) async throws(IdentityError) -> Authenticated {
        throw .store(.unavailable("not built yet"))
    }
}
