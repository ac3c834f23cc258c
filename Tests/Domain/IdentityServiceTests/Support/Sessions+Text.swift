import CardeaIdentityService
import CardeaSecrets

/// For tokens of tests, which are no secrets.
extension Sessions {
    func authenticate(_ token: String, by caller: Caller) async throws(IdentityError) -> SignedInCaller {
        try await authenticate(Secret(token), by: caller)
    }

    func revoke(_ token: String, by caller: Caller) async throws(IdentityError) {
        try await revoke(Secret(token), by: caller)
    }

    func introspect(_ token: String, by caller: Caller) async throws(IdentityError) -> Introspection {
        try await introspect(Secret(token), by: caller)
    }
}

extension SignedInCaller {
    /// The same user with another request.
    func sending(by caller: Caller) -> SignedInCaller {
        SignedInCaller(Authenticated(user: user, session: session), caller: caller)
    }
}

/// For the passwords of tests.
extension Secret: ExpressibleByStringInterpolation {}
