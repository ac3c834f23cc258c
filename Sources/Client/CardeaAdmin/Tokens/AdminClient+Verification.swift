internal import CardeaEncodings
internal import CardeaCryptography
internal import CardeaJOSE
public import CardeaSession

extension AdminClient {
    /// Verifies an ID token that an app sent, for example in the header `Authorization`.
    ///
    /// The server's public keys are fetched once and kept; most calls need no network. Without `checkRevoked` a token counts
    /// until it expires, also if the user's sessions were ended meanwhile.
    ///
    /// - Parameters:
    ///   - token: The token, without `Bearer`.
    ///   - checkRevoked: Whether to ask the server if the user was disabled, deleted or signed out; defaults to `false`. It
    ///     needs a service account.
    ///   - anyTenant: Whether users of all tenants are accepted, and not only those of this client's; defaults to `false`.
    /// - Returns: The token's user and claims.
    /// - Throws: `invalidToken`, `tokenExpired`, `tenantMismatch`, `keysUnavailable`; with `checkRevoked` also `tokenRevoked`,
    ///   `userDisabled`, `userNotFound` and failures of the request.
    public func verifyIDToken(
        _ token: SessionSecret,
        checkRevoked: Bool = false,
        anyTenant: Bool = false
    ) async throws(AdminError) -> VerifiedToken {
        try await verify(token, .idToken, shared.idTokenKeys, checkRevoked, anyTenant)
    }

    /// Verifies a session cookie that a browser sent.
    ///
    /// - Parameters:
    ///   - cookie: The value of the cookie.
    ///   - checkRevoked: Whether to ask the server if the user was disabled, deleted or signed out; defaults to `false`.
    ///   - anyTenant: Whether users of all tenants are accepted; defaults to `false`.
    /// - Returns: The cookie's user and claims.
    /// - Throws: As `verifyIDToken(_:checkRevoked:anyTenant:)`.
    public func verifySessionCookie(
        _ cookie: SessionSecret,
        checkRevoked: Bool = false,
        anyTenant: Bool = false
    ) async throws(AdminError) -> VerifiedToken {
        try await verify(cookie, .sessionCookie, shared.sessionCookieKeys, checkRevoked, anyTenant)
    }

    private func verify(
        _ secret: SessionSecret,
        _ kind: TokenRules.Kind,
        _ keys: PublicKeys,
        _ checkRevoked: Bool,
        _ anyTenant: Bool
    ) async throws(AdminError) -> VerifiedToken {
        let claims = try await signedClaims(secret.reveal(), keys)
        let token = try shared.rules.check(claims, kind, at: shared.clock.now)
        guard anyTenant || token.tenantID?.exact == tenantID?.exact else {
            throw AdminError(
                .tenantMismatch,
                detail: "the token is of a user of \(token.tenantID ?? "no tenant")"
            )
        }
        if checkRevoked { try await rejectRevoked(token) }
        return token
    }

    /// The claims of a token with a valid signature (RFC 7515 §5.2, RFC 8725).
    private func signedClaims(_ text: String, _ keys: PublicKeys) async throws(AdminError) -> [UInt8] {
        let token: UnverifiedToken
        do {
            token = try UnverifiedToken(text.utf8)
        } catch {
            throw AdminError(error)
        }
        guard token.type == "jwt" else { throw AdminError(.wrongType) }
        if shared.server.isEmulator, token.algorithm == "none", token.signature.isEmpty {
            return token.claims
        }
        guard let id = token.keyID, let key = try await keys.key(id) else { throw AdminError(.unknownKey) }
        guard token.algorithm.exact == key.algorithm.rawValue.exact else { throw AdminError(.wrongAlgorithm) }
        guard token.isSigned(by: key) else { throw AdminError(.invalidSignature) }
        return token.claims
    }

    private func rejectRevoked(_ token: VerifiedToken) async throws(AdminError) {
        let pool = token.tenantID?.exact == tenantID?.exact ? self : forTenant(token.tenantID)
        let user = try await pool.user(token.userID)
        guard !user.isDisabled else { throw AdminError(.userDisabled) }
        if let validAfter = user.tokensValidAfter, token.authenticatedAt < validAfter {
            throw AdminError(.tokenRevoked)
        }
    }
}
