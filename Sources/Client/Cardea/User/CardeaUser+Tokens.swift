public import CardeaSession
public import Foundation

/// The life of an access token.
public struct TokenTimes: Sendable, Hashable {
    /// When it was received, by the server's clock where that is known.
    public let receivedAt: Date?
    /// When it ends, by the same clock; `nil` when it does not.
    public let expiresAt: Date?
    /// The lifetime when it was received; `nil` for ever.
    public let lifetime: Duration?
}

extension CardeaUser {
    /// An access token that is valid for some time; it is refreshed first where it is not.
    ///
    /// - Parameter forcingRefresh: Whether to refresh it in any case.
    /// - Returns: The token; `reveal()` gives its text.
    /// - Throws: `refreshTokenFailed` when the session cannot be refreshed any more, `networkUnavailable` and others.
    public func accessToken(forcingRefresh: Bool = false) async throws(CardeaError) -> SessionSecret {
        do {
            let engine = session.engine
            let credential = forcingRefresh ? try await engine.refresh() : try await engine.validCredential()
            return credential.accessToken
        } catch {
            throw CardeaError(error)
        }
    }

    /// A signed statement of who the user is, for any back end: Cardea's access tokens are ID tokens as well.
    ///
    /// - Parameter forcingRefresh: Whether to refresh it in any case.
    /// - Returns: A JWT.
    /// - Throws: As `accessToken(forcingRefresh:)`.
    public func idToken(forcingRefresh: Bool = false) async throws(CardeaError) -> SessionSecret {
        try await accessToken(forcingRefresh: forcingRefresh)
    }

    /// The access token as it is now, which may be past its end; `nil` once the session has ended.
    public var currentAccessToken: SessionSecret? { session.engine.accessToken }

    /// The life of the present access token; `nil` once the session has ended.
    public var tokenTimes: TokenTimes? {
        session.engine.credential.map {
            TokenTimes(receivedAt: $0.receivedAt, expiresAt: $0.expiresAt, lifetime: $0.lifetime)
        }
    }

    /// Whether the session can be refreshed: not with a bare access token, nor where the project gives no refresh token.
    public var isRefreshable: Bool { session.engine.credential?.refreshToken != nil }
}
