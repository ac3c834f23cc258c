internal import CardeaIdentityWire
internal import CardeaLocks
internal import CardeaSecrets
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

    /// Whether the access token is good at a moment, as far as is known.
    func isValid(at now: Date) -> Bool { accessToken != nil && expiresAt.map { now < $0 } ?? true }
}

extension CardeaUser {
    /// The tokens that a provider issued for this user.
    ///
    ///     let token = try await user.providerTokens(of: .gitHub)?.accessToken
    ///
    /// They are those of the last sign-in, link or re-authentication in this process until the access token expires: the library
    /// keeps them in memory only, with this user object. Later, and after a restart, they are those that the server keeps, if the
    /// setting `signIn.keepsProviderTokens` of the project is on. The server keeps no ID tokens, and hands out no refresh tokens.
    ///
    /// - Parameter provider: The provider.
    /// - Returns: The tokens; `nil` if nobody keeps any.
    /// - Throws: `networkUnavailable`, `refreshTokenFailed` and others.
    public func providerTokens(of provider: IdentityProvider) async throws(CardeaError) -> ProviderTokens? {
        if let received = session.receivedTokens.tokens(of: provider.id) { return received }
        do {
            return try await session.authenticated { (server, token) async throws(ServerFailure) in
                try await server.providerTokens(of: provider.id, token)
            }
        } catch {
            guard error.serverCode == "CONFIGURATION_NOT_FOUND" else { throw error }
            return nil
        }
    }
}

/// The tokens that providers issued at the sign-ins of one user object, in memory.
final class ReceivedProviderTokens: Sendable {
    private let clock: any SessionClock
    private let tokens = Mutex<[String: ProviderTokens]>([:])

    init(clock: any SessionClock) {
        self.clock = clock
    }

    /// The tokens of a provider, unless the access token has expired.
    func tokens(of id: String) -> ProviderTokens? {
        tokens.withLock { tokens in
            guard let found = tokens[id] else { return nil }
            guard !found.isValid(at: clock.now) else { return found }
            tokens[id] = nil
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
        self.tokens.withLock { $0[id] = tokens.accessToken == nil ? nil : tokens }
    }

    /// Forgets the tokens of one provider, or of all.
    func forget(_ id: String? = nil) {
        tokens.withLock { tokens in
            if let id { tokens[id] = nil } else { tokens = [:] }
        }
    }
}

/// `accounts:providerTokens`, an operation of Cardea's own server.
private struct ProviderTokensRequest: Encodable {
    let idToken: Secret
    let providerId: String
    let tenantId: String?
}

private struct ProviderTokensResponse: Decodable {
    let oauthAccessToken: Secret?
    /// Milliseconds since 1970, in decimal.
    let oauthExpiresAt: String?
}

extension IdentityToolkitClient {
    /// The tokens of a provider that the server keeps for the user of a token.
    fileprivate func providerTokens(
        of id: String,
        _ idToken: Secret
    ) async throws(ServerFailure) -> ProviderTokens {
        let request = ProviderTokensRequest(idToken: idToken, providerId: id, tenantId: tenant)
        let response: ServerResponse<ProviderTokensResponse> = try await call("providerTokens", request)
        return ProviderTokens(
            accessToken: response.answer.oauthAccessToken.map { SessionSecret($0.reveal()) },
            expiresAt: response.answer.oauthExpiresAt.flatMap { Double($0) }
                .map { Date(timeIntervalSince1970: $0 / 1000) },
            refreshToken: nil,
            idToken: nil
        )
    }
}
