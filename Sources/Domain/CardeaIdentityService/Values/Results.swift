package import CardeaIdentityDomain
import CardeaSecrets

/// The tokens that a sign-in or a refresh issues.
package struct IssuedTokens: Redacted {
    /// A signed JWT: an ID token or an access token, as the protocol issues them.
    package let accessToken: [UInt8]
    /// The lifetime of the signed token.
    package let lifetime: TimeSpan
    /// `nil` where the project's policy gives none.
    package let refreshToken: [UInt8]?

    package init(accessToken: [UInt8], lifetime: TimeSpan, refreshToken: [UInt8]?) {
        self.accessToken = accessToken
        self.lifetime = lifetime
        self.refreshToken = refreshToken
    }
}

/// The result of a refresh.
package struct Refreshed: Sendable {
    private let row: RefreshRow
    package let tokens: IssuedTokens

    init(row: RefreshRow, tokens: IssuedTokens) {
        self.row = row
        self.tokens = tokens
    }

    package var user: TokenUser { row.user }
    /// The session as it was before the refresh.
    package var session: TokenSession { row.session }
}

/// A user with an accepted session.
package struct Authenticated: Sendable {
    package let user: User
    package let session: Session

    package init(user: User, session: Session) {
        self.user = user
        self.session = session
    }
}

/// An account after its user changed it.
package struct Updated: Sendable {
    package let user: User
    /// New tokens for this device, where the change ended the old ones.
    package let tokens: IssuedTokens?
    package let session: Session

    package init(user: User, tokens: IssuedTokens?, session: Session) {
        self.user = user
        self.tokens = tokens
        self.session = session
    }
}
