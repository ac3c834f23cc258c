extension RotatingFakeServer {
    /// The settings of the fake project, and the lifetimes of its tokens.
    public struct Settings: Sendable {
        /// The lifetime of an access token.
        public var accessTokenLifetime: Duration = .seconds(3600)
        /// The time for which a sign-in counts as recent.
        public var recentSignInWindow: Duration = .seconds(300)
        /// The time in which two uses of one refresh token converge on the same child.
        public var refreshGrace: Duration = .seconds(10)
        /// Whether a refresh makes the access token before it stop working at once.
        public var accessTokenDiesOnRefresh = true
        /// Whether sign-ins receive refresh tokens.
        public var issuesRefreshTokens = true
        /// Whether end users may sign up and delete themselves.
        public var allowsSelfService = true
        /// Whether a failed sign-in hides if the address is known.
        public var protectsEmailEnumeration = true
        /// The smallest number of characters of a new password.
        public var minimumPasswordLength = 6

        /// Creates the settings of a fresh project, with one that finds more mistakes: `accessTokenDiesOnRefresh`.
        public init() {}
    }

    /// An operation of the server; faults, counters and holds name it.
    public enum Endpoint: String, Sendable, Hashable, CaseIterable {
        /// `POST /v1/accounts:signUp`
        case signUp
        /// `POST /v1/accounts:signInWithPassword`
        case signIn
        /// `POST /v1/accounts:lookup`
        case lookup
        /// `POST /v1/accounts:update`
        case update
        /// `POST /v1/accounts:delete`
        case delete
        /// `POST /v1/token`, and `POST /oauth2/token` (RFC 6749 §6)
        case token
        /// `POST /oauth2/revoke` (RFC 7009)
        case revoke
        /// Every other path of any host: the app's own back end, which wants a living access token.
        case protected
        /// Every other operation of an identity server: it is rejected with `UNSUPPORTED_BY_FAKE_SERVER`.
        case unsupported
    }

    /// A fault of a request.
    public enum Fault: Sendable {
        /// The request never arrives.
        case lostRequest
        /// The server does what was asked, and the response is lost.
        case lostResponse
        /// The server returns this status with an empty body, and does nothing.
        case status(Int)
        /// The server rejects with this code, and does nothing.
        case rejection(_ code: String, status: Int = 400)
        /// Someone else returns 200 with a page of HTML: a captive portal.
        case portal
        /// The server does what was asked, and its response takes this long.
        case delay(Duration)
    }
}
