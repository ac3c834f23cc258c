internal import CardeaEncodings
internal import CardeaIdentityWire
internal import CardeaLocks
internal import CardeaSecrets
internal import CardeaSession
internal import Foundation

/// The tokens that providers issued at the sign-ins of one user object, in memory.
final class ReceivedProviderTokens: Sendable {
    private let clock: any SessionClock
    private let tokens = Mutex<[ExactText: ProviderTokens]>([:])

    init(clock: any SessionClock) {
        self.clock = clock
    }

    /// The tokens of a provider, unless the access token has expired.
    func tokens(of id: String) -> ProviderTokens? {
        tokens.withLock { tokens in
            guard let found = tokens[id.exact] else { return nil }
            guard !found.isValid(at: clock.now) else { return found }
            tokens[id.exact] = nil
            return nil
        }
    }

    /// Takes over the tokens of a sign-in.
    func take(_ response: SignInWithIdpResponse, of id: String) {
        let tokens = ProviderTokens(
            accessToken: response.oauthAccessToken.map { SessionSecret($0.reveal()) },
            expiresAt: response.oauthExpireIn.map { clock.now.addingTimeInterval(Double($0)) },
            refreshToken: response.oauthRefreshToken.map { SessionSecret($0.reveal()) },
            idToken: response.oauthIdToken.map { SessionSecret($0.reveal()) }
        )
        self.tokens.withLock { $0[id.exact] = tokens.accessToken == nil ? nil : tokens }
    }

    /// Forgets the tokens of one provider, or of all.
    func forget(_ id: String? = nil) {
        tokens.withLock { tokens in
            if let id { tokens[id.exact] = nil } else { tokens = [:] }
        }
    }
}
