package import CardeaIdentityDomain

/// The state of a token at this moment (RFC 7662 §2.2).
package enum Introspection: Sendable {
    case inactive
    case active(ActiveToken)
}

/// A token that would be accepted now.
package struct ActiveToken: Sendable {
    package let kind: TokenKind
    package let user: User
    package let session: Session
    package let issuer: String
    package let audience: String
    /// The `client_id` of the client that the token was issued to.
    package let client: String
    /// The `jti` of an access token.
    package let id: String?
    /// When this access token was issued; for a refresh token, when its session began.
    package let issuedAt: Timestamp
    /// `nil` for a refresh token of a session without end.
    package let expiresAt: Timestamp?

    package init(
        kind: TokenKind,
        user: User,
        session: Session,
        issuer: String,
        audience: String,
        client: String,
        id: String?,
        issuedAt: Timestamp,
        expiresAt: Timestamp?
    ) {
        self.kind = kind
        self.user = user
        self.session = session
        self.issuer = issuer
        self.audience = audience
        self.client = client
        self.id = id
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}

/// The two kinds of tokens.
package enum TokenKind: Sendable {
    case accessToken
    case refreshToken
}
