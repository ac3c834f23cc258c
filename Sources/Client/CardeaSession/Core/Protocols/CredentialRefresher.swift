/// Exchanges an old credential for a new one at a back end's token endpoint.
public protocol CredentialRefresher: Sendable {
    /// Whether the app's own requests refresh the credential, as with `InBandRefresher`; by default they do not.
    var refreshesInBand: Bool { get }

    /// Whether a credential holds what a refresh needs; by default, a refresh token.
    func canRefresh(_ credential: SessionCredential) -> Bool

    /// Asks the back end for a new credential.
    ///
    /// Values that the response omits (refresh token, profile, attributes) are kept. A request that is sent with the
    /// engine carries the credential to refresh. It does not wait, and its response is returned unchanged.
    ///
    /// - Parameters:
    ///   - credential: The credential to refresh.
    ///   - attempt: Which attempt this is; its key goes to a server that can respond to a repeated attempt again.
    /// - Returns: The new credential.
    /// - Throws: `RefreshFailure`; only `rejected` signs the user out.
    func refresh(
        _ credential: SessionCredential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> SessionCredential
}

extension CredentialRefresher {
    /// False.
    public var refreshesInBand: Bool { false }

    /// True when there is a refresh token.
    public func canRefresh(_ credential: SessionCredential) -> Bool {
        credential.refreshToken != nil
    }
}

/// One use of a refresh token, for as many sendings as it takes to learn its outcome.
public struct RefreshAttempt: Sendable, Hashable {
    /// The `Idempotency-Key`: the same for every sending of the same refresh token.
    public let idempotencyKey: String
    /// The number of times that this attempt may have been sent before, as far as this process knows.
    public let retries: Int

    /// Creates an attempt.
    public init(idempotencyKey: String, retries: Int = 0) {
        self.idempotencyKey = idempotencyKey
        self.retries = retries
    }
}

/// The reason why a refresh brought no credential.
public struct RefreshFailure: Error, Sendable, Equatable {
    /// The effect of a failure on the session.
    package enum Outcome: Sendable, Hashable {
        /// The server rejected the credential permanently: the user must sign in again.
        case rejected(SignOutReason)
        /// The server did not use the refresh token: it may be sent again later.
        case transient
        /// The request was sent and no response came: the server may or may not have used the token.
        case uncertain
    }

    /// The effect of the failure on the session.
    package let outcome: Outcome
    /// The failure of the network, if there was one.
    public let transport: TransportError?
    /// The time for which the back end wants to be left alone, if it said so (`Retry-After`).
    public let retryAfter: Duration?
    /// A description for developers, without secrets.
    public let detail: String?
    /// Whether the refresh was sent, as far as is known.
    let wasSent: Bool
    /// Whether something else than the back end responded, such as a captive portal.
    private(set) var isForeign = false

    private init(
        _ outcome: Outcome,
        transport: TransportError? = nil,
        retryAfter: Duration? = nil,
        detail: String?,
        wasSent: Bool = true
    ) {
        self.outcome = outcome
        self.transport = transport
        self.retryAfter = retryAfter
        self.detail = detail
        self.wasSent = wasSent
    }

    /// The server rejected the credential permanently.
    public static func rejected(_ reason: SignOutReason = .refreshRejected, detail: String? = nil) -> Self {
        Self(.rejected(reason), detail: detail)
    }

    /// The server did not use the refresh token.
    ///
    /// - Parameters:
    ///   - detail: A description for developers; it must not contain a secret.
    ///   - retryAfter: How long the server wants to be left alone (RFC 9110 §10.2.3); `nil` if it did not say.
    /// - Returns: The failure.
    public static func transient(_ detail: String? = nil, retryAfter: Duration? = nil) -> Self {
        Self(.transient, retryAfter: retryAfter, detail: detail)
    }

    /// The server may have used the refresh token, but its response is not known.
    ///
    /// - Parameters:
    ///   - detail: A description for developers; it must not contain a secret.
    ///   - retryAfter: How long the server wants to be left alone (RFC 9110 §10.2.3); `nil` if it did not say.
    /// - Returns: The failure.
    public static func uncertain(_ detail: String? = nil, retryAfter: Duration? = nil) -> Self {
        Self(.uncertain, retryAfter: retryAfter, detail: detail)
    }

    /// The exchange failed on the network: transient when nothing reached the server, uncertain otherwise.
    public static func transport(_ error: TransportError) -> Self {
        let wasSent = error.mayHaveBeenReceived
        return Self(wasSent ? .uncertain : .transient, transport: error, detail: nil, wasSent: wasSent)
    }

    /// The same failure, after a response of something else than the back end.
    package func foreign(_ isForeign: Bool = true) -> Self {
        var failure = self
        failure.isForeign = isForeign
        return failure
    }

    /// The back end was not asked for a credential, or not in earnest.
    static func notSent(_ detail: String) -> Self {
        Self(.transient, detail: detail, wasSent: false)
    }

    /// The exchange failed on the network, and must not be repeated to learn what came of it.
    static func once(_ error: TransportError) -> Self {
        Self(.transient, transport: error, detail: nil)
    }
}
