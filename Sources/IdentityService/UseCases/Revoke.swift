import IdentityDomain

extension IdentityService {
    /// Ends the session that a token belongs to (RFC 7009); an unknown token is no error.
    package func revoke(
        _ token: String,
        hint: TokenKind? = nil,
        by caller: Caller
    ) async throws(IdentityError) {
        throw .store(.unavailable("not built yet"))
    }
}
