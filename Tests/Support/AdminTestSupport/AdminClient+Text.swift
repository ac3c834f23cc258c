package import CardeaAdmin

/// For tokens of tests, which are no secrets.
extension AdminClient {
    package func verifyIDToken(
        _ token: String,
        checkRevoked: Bool = false,
        anyTenant: Bool = false
    ) async throws(AdminError) -> VerifiedToken {
        try await verifyIDToken(SessionSecret(token), checkRevoked: checkRevoked, anyTenant: anyTenant)
    }

    package func verifySessionCookie(
        _ cookie: String,
        checkRevoked: Bool = false
    ) async throws(AdminError) -> VerifiedToken {
        try await verifySessionCookie(SessionSecret(cookie), checkRevoked: checkRevoked)
    }
}

/// The error that an operation of the SDK for back ends throws; `nil` if it throws none.
package func adminError(_ operation: () async throws -> Void) async -> AdminError? {
    do {
        try await operation()
        return nil
    } catch {
        return error as? AdminError
    }
}
