/// Something that an administrator or the user should be able to see later.
package struct SecurityEvent: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        /// A refresh token was used by a second holder; the session was revoked.
        case tokenReuse = "token_reuse"
        /// A refresh token was used from two networks within the grace; both got the same child.
        case twoNetworks = "two_networks"
        /// A refresh token was ahead of the database: the database had lost writes.
        case rollForward = "roll_forward"
    }

    package let kind: Kind
    package let pool: UserPool
    package let user: UserID
    package let session: SessionID?
    package let at: Timestamp
    /// The network address the request came from.
    package let remoteAddress: String?

    package init(
        kind: Kind,
        pool: UserPool,
        user: UserID,
        session: SessionID?,
        at: Timestamp,
        remoteAddress: String?
    ) {
        self.kind = kind
        self.pool = pool
        self.user = user
        self.session = session
        self.at = at
        self.remoteAddress = remoteAddress
    }
}
