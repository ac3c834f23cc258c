import CardeaAdmin

/// For tokens of tests, which are no secrets.
extension AdminClient {
    func verifyIDToken(
        _ token: String,
        checkRevoked: Bool = false,
        anyTenant: Bool = false
    ) async throws(AdminError) -> VerifiedToken {
        try await verifyIDToken(SessionSecret(token), checkRevoked: checkRevoked, anyTenant: anyTenant)
    }

    func verifySessionCookie(
        _ cookie: String,
        checkRevoked: Bool = false
    ) async throws(AdminError) -> VerifiedToken {
        try await verifySessionCookie(SessionSecret(cookie), checkRevoked: checkRevoked)
    }
}
