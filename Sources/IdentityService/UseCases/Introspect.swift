import IdentityDomain

extension IdentityService {
    /// Tells what a token is worth (RFC 7662).
    package func introspect(
        _ token: String,
        hint: TokenKind? = nil,
        by caller: Caller
    ) async throws(IdentityError) -> Introspection {
        throw .store(.unavailable("not built yet"))
    }
}
