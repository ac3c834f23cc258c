import CardeaIdentityService
import CardeaSecrets

extension Sessions {
    func revoke(_ token: String, hint: TokenKind? = nil, by caller: Caller) async throws(IdentityError) {
        try await revoke(Secret(token), hint: hint, by: caller)
    }

    func introspect(
        _ token: String,
        hint: TokenKind? = nil,
        by caller: Caller
    ) async throws(IdentityError) -> Introspection {
        try await introspect(Secret(token), hint: hint, by: caller)
    }
}
