/// Something that an administrator or the user should be able to see later.
package struct SecurityEvent: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        /// A refresh token was used by a second holder; the session was revoked.
        case tokenReuse = "token_reuse"
        /// A refresh token was used from two networks within the grace; both got the same child.
        case twoNetworks = "two_networks"
        /// A refresh token was ahead of the database: the database had lost writes.
        case rollForward = "roll_forward"
        /// The owner of a user's address proved it for the first time.
        ///
        /// Credentials that another person may have set up have ended.
        case takeOver = "take_over"
        /// A provider gave a user's address to another person; all that the former owner had has ended.
        case recycledAddress = "recycled_address"
        /// An administrator created a code by which a user signs in without another credential.
        case recoveryCode = "recovery_code"
    }

    /// The way in which the owner of an address proved it.
    package enum Method: Sendable, Equatable {
        case provider(ProviderID)
        case emailLink
        case passwordReset
    }

    package let kind: Kind
    /// `nil` for an event that no proof of an address has caused.
    package let method: Method?
    package let pool: UserPool
    package let user: UserID
    package let session: SessionID?
    package let at: Timestamp
    /// The network address the request came from.
    package let remoteAddress: String?

    package init(
        kind: Kind,
        method: Method? = nil,
        pool: UserPool,
        user: UserID,
        session: SessionID?,
        at: Timestamp,
        remoteAddress: String?
    ) {
        self.kind = kind
        self.method = method
        self.pool = pool
        self.user = user
        self.session = session
        self.at = at
        self.remoteAddress = remoteAddress
    }
}

extension SecurityEvent.Method: RawRepresentable {
    /// The ID of a provider has a full stop, so it is not a name of another method.
    package init?(rawValue: String) {
        switch rawValue {
        case "email_link": self = .emailLink
        case "password_reset": self = .passwordReset
        default:
            guard let provider = ProviderID(rawValue: rawValue) else { return nil }
            self = .provider(provider)
        }
    }

    package var rawValue: String {
        switch self {
        case .provider(let provider): provider.rawValue
        case .emailLink: "email_link"
        case .passwordReset: "password_reset"
        }
    }
}
