import CardeaEncodings
public import Foundation

/// The tokens of one session, with what is known of their life and of their user.
///
/// A refresher or a sign-in creates one from a server's response; the engine stamps it with the time of receipt.
public struct SessionCredential: Sendable, Hashable {
    /// The token that requests carry.
    public var accessToken: SessionSecret
    /// The token that buys the next access token; `nil` for a session that cannot be refreshed.
    public var refreshToken: SessionSecret?
    /// The key that the tokens are bound to (`DPoP`); in a refresh's response `nil` means "as before".
    public var proofKey: SessionSecret?
    /// The way in which the access token is presented, where the back end says so; in a refresh's response `nil`
    /// means "as before".
    ///
    /// A server may bind the refresh token to the key, and still issue bearer tokens (RFC 9449 §5).
    package var tokenType: SessionCredential.TokenType?
    /// The lifetime of the access token when it was received (`expires_in`); `nil` for ever.
    public private(set) var lifetime: Duration?
    /// When the credential was received, by the server's clock where that is known.
    public private(set) var receivedAt: Date?
    /// When the access token ends, by the same clock as `receivedAt`; `nil` when it does not, or is not yet known.
    public private(set) var expiresAt: Date?
    /// The user; in a refresh's response `nil` means "as before".
    public var profile: UserProfile?
    /// Values that the back end needs beside the tokens, such as a tenant; no secrets.
    public var attributes: [String: String]

    /// Creates a credential whose life is counted from its receipt.
    ///
    /// - Parameters:
    ///   - accessToken: The token that requests carry.
    ///   - refreshToken: The token for the next refresh; `nil` or empty if there is no refresh token.
    ///   - proofKey: The key that the tokens are bound to, if they are.
    ///   - lifetime: The lifetime of the access token from now on; `nil` when it does not expire.
    ///   - receivedAt: The server's time of the response (its `Date` field), if it has one.
    ///   - profile: The user, if the response has one.
    ///   - attributes: Further values to store; no secrets.
    public init(
        accessToken: SessionSecret,
        refreshToken: SessionSecret? = nil,
        proofKey: SessionSecret? = nil,
        lifetime: Duration? = nil,
        receivedAt: Date? = nil,
        profile: UserProfile? = nil,
        attributes: [String: String] = [:]
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken?.unlessEmpty
        self.proofKey = proofKey?.unlessEmpty
        self.lifetime = lifetime
        self.receivedAt = receivedAt
        self.profile = profile
        self.attributes = attributes
        complete()
    }

    /// Creates a credential that ends at a known moment of the server's clock, such as a JWT's `exp`.
    ///
    /// - Parameters:
    ///   - accessToken: The token that requests carry.
    ///   - refreshToken: The token for the next refresh; `nil` or empty if there is no refresh token.
    ///   - proofKey: The key that the tokens are bound to, if they are.
    ///   - expiresAt: When the access token ends.
    ///   - receivedAt: The server's time of the response (its `Date` field), if it has one.
    ///   - profile: The user, if the response has one.
    ///   - attributes: Further values to store; no secrets.
    public init(
        accessToken: SessionSecret,
        refreshToken: SessionSecret? = nil,
        proofKey: SessionSecret? = nil,
        expiresAt: Date,
        receivedAt: Date? = nil,
        profile: UserProfile? = nil,
        attributes: [String: String] = [:]
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken?.unlessEmpty
        self.proofKey = proofKey?.unlessEmpty
        self.expiresAt = expiresAt
        self.receivedAt = receivedAt
        self.profile = profile
        self.attributes = attributes
        complete()
    }
}

extension SessionCredential {
    /// The same credential with its time of receipt, if it had none.
    package func stamped(at now: Date) -> SessionCredential {
        guard receivedAt == nil else { return self }
        var stamped = self
        stamped.receivedAt = now
        stamped.complete()
        return stamped
    }

    /// The credential that a refresh leaves: what its response left out stays as it was.
    package func filled(from previous: SessionCredential) -> SessionCredential {
        var filled = self
        filled.refreshToken = refreshToken?.unlessEmpty ?? previous.refreshToken
        filled.proofKey = proofKey?.unlessEmpty ?? previous.proofKey
        filled.tokenType = tokenType ?? previous.tokenType
        filled.profile = profile ?? previous.profile
        filled.attributes = previous.attributes.merging(attributes) { _, new in new }
        return filled
    }

    /// Whether it names its user, and that is not this one.
    func isOfAnother(than user: UserProfile) -> Bool {
        guard let own = profile?.userID, let other = user.userID else { return false }
        return own.exact != other.exact
    }

    /// Derives of lifetime, receipt and expiry the one that is missing.
    private mutating func complete() {
        guard let receivedAt else { return }
        if let lifetime {
            expiresAt = receivedAt.addingTimeInterval(lifetime / .seconds(1))
        } else if let expiresAt {
            lifetime = .seconds(expiresAt.timeIntervalSince(receivedAt))
        }
    }
}
