package import CardeaIdentityDomain
package import CardeaSecrets

/// A credential that a client sends to sign in with a provider.
package enum ProviderCredential: Redacted {
    /// An ID token (OpenID Connect).
    ///
    /// - Parameters:
    ///   - nonce: The nonce in plain text, whose hash or text the token contains.
    ///   - accessToken: The access token that was issued with it.
    ///   - user: The name that Apple sends beside its first response, as JSON text.
    case idToken(String, of: ProviderID, nonce: String?, accessToken: String?, user: String?)
    /// An access token (OAuth 2.0), or an access token with its secret (OAuth 1.0).
    case accessToken(String, of: ProviderID, secret: String?)
    /// An authorization code that an app received.
    ///
    /// - Parameters:
    ///   - redirectURI: The redirect URI that it was issued for; `nil` for a code of a native app.
    ///   - clientID: The client that the sender says to be.
    case code(String, of: ProviderID, nonce: String?, redirectURI: String?, clientID: String? = nil)
    /// The URL that the provider redirected the browser to, with code and state.
    ///
    /// - Parameters:
    ///   - session: The session ID that `createAuthUri` returned to the app.
    ///   - nonce: The nonce in plain text, if the app chose it.
    case response(url: String, session: Secret?, nonce: String?)

    /// The provider that the client names; `nil` if the response of a redirect does.
    package var provider: ProviderID? {
        switch self {
        case .idToken(_, let id, _, _, _), .accessToken(_, let id, _), .code(_, let id, _, _, _): id
        case .response: nil
        }
    }
}

/// Verifies credentials of providers.
///
/// It may wait for the network. It never reads or writes users. It logs each outage, as the revoker does: it knows the
/// provider.
package protocol ProviderVerifier: Sendable {
    /// Verifies a credential at its provider.
    ///
    /// - Parameters:
    ///   - credential: The credential that the client sent.
    ///   - scope: The project, tenant and app of the request.
    ///   - place: The place that is taken before a wait for the provider.
    /// - Returns: The facts about the person that are proved.
    /// - Throws: `ProviderError`.
    func verify(
        _ credential: ProviderCredential,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> ProviderAssertion

    /// The provider of a credential, which it does not use up.
    ///
    /// - Returns: `nil` if the credential is the response of a redirect that cannot be redeemed.
    /// - Throws: `.unavailable` if that cannot be found out.
    func provider(
        of credential: ProviderCredential,
        in scope: RequestScope
    ) async throws(ProviderError) -> ProviderID?

    /// Checks that users may sign in with a provider at this moment.
    ///
    /// - Throws: `.notConfigured`, `.disabled`, or `.unavailable` if that cannot be found out.
    func requireEnabled(_ provider: ProviderID, in scope: RequestScope) async throws(ProviderError)
}

/// Revokes tokens at the providers that issued them.
package protocol ProviderTokenRevoker: Sendable {
    /// Revokes a token at its provider.
    ///
    /// - Parameters:
    ///   - token: The token, or an authorization code, which is exchanged first.
    ///   - provider: The provider that issued it.
    ///   - scope: The project, tenant and app of the request.
    ///   - place: The place that is taken before a wait for the provider.
    /// - Throws: `ProviderError`; `.unsupported` if the provider cannot revoke tokens.
    func revoke(
        _ token: RevocableToken,
        of provider: ProviderID,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError)
}

/// A token that a provider can revoke.
package enum RevocableToken: Redacted {
    /// A token, and the client that it was issued to; `nil` for that of the configuration.
    case refreshToken(String, clientID: String? = nil)
    case accessToken(String, clientID: String? = nil)
    /// An authorization code.
    ///
    /// - Parameters:
    ///   - redirectURI: The redirect URI that it was issued for; `nil` for a code of a native app.
    ///   - clientID: The client that the sender says to be.
    case code(String, redirectURI: String?, clientID: String?)
}

/// The reason why a provider's credential is rejected.
package enum ProviderError: Error, Sendable, Equatable {
    /// The provider is not configured in the project or the tenant.
    case notConfigured
    /// The provider is turned off.
    case disabled
    /// The provider has another client or issuer than the one that verified the credential.
    case configurationChanged
    /// The provider does not accept this kind of credential; the text says what is wrong.
    case unsupported(String)
    /// The credential is invalid; the text says why, without the credential.
    case invalidCredential(String)
    /// The nonce is missing, or it is another one than that of the token.
    case invalidNonce
    /// The redirect does not belong to the session ID of the request, or its state has expired or was used.
    case invalidState
    /// The person has cancelled the sign-in at the provider, or has no access there; the text is the provider's code.
    case rejectedByProvider(String)
    /// The provider did not respond, or not as its protocol says; the text is for the log.
    case unavailable(String, ProviderRetry = .after(.seconds(1)))
    /// Too many credentials of the network wait for the provider.
    case busy(retryAfter: TimeSpan)

    /// Whether the credential itself is wrong.
    var isInvalidCredential: Bool {
        switch self {
        case .invalidCredential, .invalidNonce, .invalidState: true
        case .notConfigured, .disabled, .configurationChanged, .unsupported, .rejectedByProvider,
            .unavailable, .busy:
            false
        }
    }
}

/// A server without providers: it rejects every credential.
package struct NoProviders: ProviderVerifier, ProviderTokenRevoker {
    package init() {}

    package func verify(
        _ credential: ProviderCredential,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> ProviderAssertion {
        throw .notConfigured
    }

    package func provider(
        of credential: ProviderCredential,
        in scope: RequestScope
    ) async throws(ProviderError) -> ProviderID? { credential.provider }

    package func requireEnabled(
        _ provider: ProviderID,
        in scope: RequestScope
    ) async throws(ProviderError) {
        throw .notConfigured
    }

    package func revoke(
        _ token: RevocableToken,
        of provider: ProviderID,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) {
        throw .notConfigured
    }
}
