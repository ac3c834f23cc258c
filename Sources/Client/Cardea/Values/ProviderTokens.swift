public import CardeaSession
public import Foundation

/// The tokens of a provider, for requests to the provider's own API; they never print.
public struct ProviderTokens: Sendable, Hashable {
    /// The access token.
    public let accessToken: SessionSecret?
    /// When the access token expires, by the device's clock; `nil` if the provider did not say.
    public let expiresAt: Date?
    /// The refresh token; only the response of a sign-in has one.
    public let refreshToken: SessionSecret?
    /// The ID token (OpenID Connect); only the response of a sign-in has one.
    public let idToken: SessionSecret?

    /// Whether the access token is valid at a moment, as far as is known.
    func isValid(at now: Date) -> Bool { accessToken != nil && expiresAt.map { now < $0 } ?? true }
}
