/// The values of a session for its tokens, and for the decision whether they are accepted.
package protocol TokenContext: Sendable {
    var id: SessionID { get }
    var user: UserID { get }
    var pool: UserPool { get }
    /// The app that the session was issued to; `nil` if the app has no entry of its own.
    var app: AppID? { get }
    var authenticatedAt: Timestamp { get }
    var authentication: Authentication { get }
    var epoch: Int64 { get }
    var signInProvider: String { get }
    /// JSON text of one object; it wins over the custom claims of the user.
    var developerClaims: String? { get }
    /// JSON text of one object: `firebase.sign_in_attributes`.
    var signInAttributes: String? { get }
    var expiresAt: Timestamp? { get }
    var accessTokenLifetime: TimeSpan? { get }
    var rotation: RotationState { get }
    /// When a token of the session was last seen without a refresh, to within `Session.useInterval`.
    var usedAt: Timestamp? { get }
    var revocation: Revocation? { get }
    /// The class of the device whose sign-in ended the session, if a limit has ended it.
    var successor: Device.Class? { get }
}

/// A session as a refresh reads it.
///
/// It is a class: a refresh passes it on many times, and a copy of its values costs more than a reference.
package final class TokenSession: TokenContext {
    package let id: SessionID
    package let user: UserID
    package let pool: UserPool
    package let app: AppID?
    package let authenticatedAt: Timestamp
    package let authentication: Authentication
    package let epoch: Int64
    package let signInProvider: String
    package let developerClaims: String?
    package let signInAttributes: String?
    package let expiresAt: Timestamp?
    package let accessTokenLifetime: TimeSpan?
    package let rotation: RotationState
    package let usedAt: Timestamp?
    package let revocation: Revocation?
    package let successor: Device.Class?

    package init(
        id: SessionID,
        user: UserID,
        pool: UserPool,
        app: AppID?,
        authenticatedAt: Timestamp,
        authentication: Authentication?,
        epoch: Int64,
        signInProvider: String,
        developerClaims: String?,
        signInAttributes: String?,
        expiresAt: Timestamp?,
        accessTokenLifetime: TimeSpan?,
        rotation: RotationState,
        usedAt: Timestamp?,
        revocation: Revocation?,
        successor: Device.Class?
    ) {
        self.id = id
        self.user = user
        self.pool = pool
        self.app = app
        self.authenticatedAt = authenticatedAt
        self.authentication =
            authentication ?? Authentication(ofSignInProvider: signInProvider, at: authenticatedAt)
        self.epoch = epoch
        self.signInProvider = signInProvider
        self.developerClaims = developerClaims
        self.signInAttributes = signInAttributes
        self.expiresAt = expiresAt
        self.accessTokenLifetime = accessTokenLifetime
        self.rotation = rotation
        self.usedAt = usedAt
        self.revocation = revocation
        self.successor = successor
    }
}

extension Session: TokenContext {}
