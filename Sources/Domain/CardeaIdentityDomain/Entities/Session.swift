/// The result of one sign-in on one device; it lasts through any number of refreshes.
package struct Session: Sendable, Equatable {
    package private(set) var id: SessionID
    package private(set) var user: UserID
    package private(set) var pool: UserPool
    package private(set) var createdAt: Timestamp
    /// The app that the session was issued to; `nil` if the app has no entry of its own.
    package var app: AppID?
    /// When the user last proved who they are in this session; never before the user's `validSince`.
    package var authenticatedAt: Timestamp
    /// The time of the clock at that proof, whatever `validSince` was.
    package var provedAt: Timestamp
    /// The user's epoch that the session belongs to.
    package var epoch: Int64
    /// The proofs.
    package var authentication = Authentication()
    /// The method of the last sign-in: `firebase.sign_in_provider` (`password`, `anonymous`, `custom` …).
    package var signInProvider: String
    /// The claims that a custom token gave the session: JSON text of one object.
    package var developerClaims: String?
    /// The claims of the provider that the user signed in with: JSON text of one object.
    package var signInAttributes: String?
    /// The latest end of the session, by the project's policy.
    package var expiresAt: Timestamp?
    /// The access-token lifetime that the sign-in asked for, already capped by the project's maximum.
    package var accessTokenLifetime: TimeSpan?
    /// The `User-Agent` of the sign-in, shortened; shown in lists of sessions.
    package var userAgent: String?
    package var device = Device()
    /// The block of network addresses that the sign-in came from.
    package var network: String?
    package var rotation: RotationState
    /// When a token of the session was last seen without a refresh, to within `Session.useInterval`.
    package var usedAt: Timestamp?
    package var revocation: Revocation?
    /// The class of the device whose sign-in ended the session, if a limit has ended it.
    package var successor: Device.Class?

    package init(
        id: SessionID,
        user: UserID,
        pool: UserPool,
        createdAt: Timestamp,
        signInProvider: String,
        epoch: Int64 = 0,
        rotation: RotationState
    ) {
        self.id = id
        self.user = user
        self.pool = pool
        self.createdAt = createdAt
        authenticatedAt = createdAt
        provedAt = createdAt
        self.epoch = epoch
        self.signInProvider = signInProvider
        self.rotation = rotation
    }

    /// The same session, of another user.
    package func copy(for user: User) -> Session {
        var copy = self
        (copy.user, copy.pool) = (user.id, user.pool)
        return copy
    }

    /// This session under the ID of a new one, on the device and with the refresh tokens of the new one.
    package func replaced(by new: Session) -> Session {
        var copy = self
        (copy.id, copy.createdAt) = (new.id, new.createdAt)
        (copy.userAgent, copy.rotation) = (new.userAgent, new.rotation)
        (copy.device, copy.network) = (new.device, new.network)
        return copy
    }
}

/// That a session has been ended before its time, when and why.
package struct Revocation: Sendable, Equatable {
    package enum Reason: String, Sendable {
        case signOut = "sign_out"
        case passwordChange = "password_change"
        /// An identity of the user, or another credential that may be another person's, was removed.
        case identityChange = "identity_change"
        case emailChange = "email_change"
        case phoneChange = "phone_change"
        case administrator
        case userDisabled = "user_disabled"
        case tokenReuse = "token_reuse"
        /// The user has begun as many other sessions since as one may have.
        case sessionLimit = "session_limit"
        /// The user has signed in again with the same app on the same device.
        case replaced
    }

    package let reason: Reason
    package let at: Timestamp

    package init(reason: Reason, at: Timestamp) {
        self.reason = reason
        self.at = at
    }
}
