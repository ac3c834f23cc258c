import CardeaEncodings
import CardeaJOSE
package import CardeaIdentityDomain
package import CardeaIdentityService
package import CardeaLogging

/// Verifies what clients and browsers bring from identity providers.
package struct ProviderClient: Sendable {
    let administration: ProviderAdministration
    package let redirects: RedirectFlow
    let documents: ProviderDocuments
    let http: ProviderHTTP
    let urls: AuthorizationURLs
    let clock: any WallClock
    let logger: Logger

    package init(
        administration: ProviderAdministration,
        redirects: RedirectFlow,
        urls: AuthorizationURLs,
        clock: any WallClock,
        logger: Logger
    ) {
        self.administration = administration
        self.redirects = redirects
        self.urls = urls
        self.clock = clock
        self.logger = logger
        documents = urls.documents
        http = urls.http
    }

    func resolved(
        _ provider: ProviderID,
        in pool: UserPool
    ) async throws(ProviderError) -> ResolvedProvider {
        try await documents.resolved(try await administration.active(provider, in: pool))
    }

    /// Logs why a provider did not respond as it should: clients learn only that it failed.
    func logged(_ error: ProviderError, of provider: ProviderID) -> ProviderError {
        if case .unavailable(let reason) = error {
            logger.warning(
                "identity provider failed",
                metadata: [
                    "provider": .string(provider.rawValue), "reason": .string(reason),
                ]
            )
        }
        return error
    }
}

extension ProviderClient: ProviderVerifier {
    package func verify(
        _ credential: ProviderCredential,
        in scope: RequestScope
    ) async throws(ProviderError) -> ProviderAssertion {
        do throws(ProviderError) {
            switch credential {
            case .idToken(let token, let id, let nonce, let accessToken, let user):
                return try await verify(
                    idToken: token,
                    of: try await forTokens(id, in: scope.pool),
                    nonce: nonce,
                    accessToken: accessToken,
                    user: user
                )
            case .accessToken(let token, let id, nil):
                return try await verify(accessToken: token, of: try await forTokens(id, in: scope.pool))
            case .accessToken:
                throw .unsupported("Tokens of OAuth 1.0 are not accepted. Use the redirect flow.")
            case .code(let code, let id, let nonce, let redirectURI, let client):
                let provider = try await forTokens(id, in: scope.pool)
                guard provider.configuration.allowsCodes else {
                    throw .unsupported("Codes are turned off for this provider.")
                }
                try checkCode(of: provider, redirectURI, in: scope)
                var endpoint = endpoint(provider)
                endpoint.client = try provider.issuedTo(client, redirectURI: redirectURI)
                let response = try await endpoint.exchange(code: code, redirectURL: redirectURI)
                return try await verify(response, of: provider, nonce: .given(nonce), user: nil)
            case .response(let url, let session, _):
                return try await verify(
                    try await redirects.redeem(url: url, sessionID: session, in: scope.pool),
                    in: scope.pool
                )
            }
        } catch {
            // Those of redirects are logged with the provider that the redirect names.
            throw credential.provider.map { logged(error, of: $0) } ?? error
        }
    }

    package func provider(
        of credential: ProviderCredential,
        in scope: RequestScope
    ) async throws(ProviderError) -> ProviderID? {
        guard case .response(let url, let session, _) = credential else { return credential.provider }
        return try await redirects.provider(url: url, sessionID: session, in: scope.pool)
    }

    package func requireEnabled(
        _ provider: ProviderID,
        in scope: RequestScope
    ) async throws(ProviderError) {
        _ = try await administration.active(provider, in: scope.pool)
    }

    /// A provider whose tokens clients may send.
    private func forTokens(
        _ id: ProviderID,
        in pool: UserPool
    ) async throws(ProviderError) -> ResolvedProvider {
        let provider = try await resolved(id, in: pool)
        guard provider.configuration.allowsIDTokens else {
            throw .unsupported("Tokens from clients are turned off for this provider. Use the redirect flow.")
        }
        return provider
    }

    /// Checks that a code can be one that an app has got itself.
    ///
    /// A code of a redirect is for the holder of its state, its cookie and its session ID.
    func checkCode(
        of provider: ResolvedProvider,
        _ redirectURI: String?,
        in scope: RequestScope
    ) throws(ProviderError) {
        guard !redirects.isOwn(redirectURI) else {
            throw .invalidCredential("A code of a redirect of this server needs its state and its session.")
        }
        guard
            !provider.definition.quirks.contains(.unboundCodes) || scope.policy.providers.redirectURLs.isEmpty
        else {
            throw .unsupported(
                "Codes of this provider are bound to no redirect. Use the redirect flow, or remove providers.redirectURLs."
            )
        }
    }

    func endpoint(_ provider: ResolvedProvider) -> TokenEndpoint {
        TokenEndpoint(provider: provider, http: http, now: clock.now())
    }

    private func userInfo(_ provider: ResolvedProvider) -> UserInfo {
        UserInfo(provider: provider, http: http, now: clock.now())
    }

    private func verify(
        idToken: String,
        of provider: ResolvedProvider,
        nonce: String?,
        accessToken: String?,
        user: String?
    ) async throws(ProviderError) -> ProviderAssertion {
        guard provider.definition.issuer != nil else {
            throw .unsupported("\(provider.definition.name) has no ID tokens.")
        }
        if let accessToken { try UserInfo.checkForm(of: accessToken) }
        let person = try await person(
            idToken,
            of: provider,
            nonce: .given(nonce),
            accessToken: accessToken,
            user: user
        )
        var assertion = try person.assertion(
            tokens: ProviderTokens(accessToken: accessToken, idToken: idToken)
        )
        // The client may have had it for long; a token that this server gets for a code is new.
        assertion.assertedAt = person.issuedAt
        return assertion
    }

    private func verify(
        accessToken token: String,
        of provider: ResolvedProvider
    ) async throws(ProviderError) -> ProviderAssertion {
        let userInfo = userInfo(provider)
        try UserInfo.checkForm(of: token)
        try await userInfo.checkAudience(of: token)
        var person = Person(provider: provider.active, json: try await userInfo.profile(for: token))
        person.verifiedEmail = try await userInfo.verifiedEmail(for: token)
        return try person.assertion(tokens: ProviderTokens(accessToken: token))
    }

    private func verify(
        _ redirect: RedeemedRedirect,
        in pool: UserPool
    ) async throws(ProviderError) -> ProviderAssertion {
        do throws(ProviderError) {
            let provider = try await resolved(redirect.provider, in: pool)
            let response = try await endpoint(provider).exchange(
                code: redirect.code,
                redirectURL: redirect.redirectURL,
                codeVerifier: redirect.codeVerifier,
                state: redirect.state
            )
            let hasNonce = !provider.definition.quirks.contains(.noNonce)
            return try await verify(
                response,
                of: provider,
                nonce: hasNonce ? .exactly(redirect.nonce) : .any,
                user: redirect.user
            )
        } catch {
            throw logged(error, of: redirect.provider)
        }
    }

    /// Verifies what came from the token endpoint.
    private func verify(
        _ response: TokenResponse,
        of provider: ResolvedProvider,
        nonce: ExpectedNonce,
        user: String?
    ) async throws(ProviderError) -> ProviderAssertion {
        if provider.definition.person != .userInfo {
            guard let idToken = response.idToken else {
                throw .unavailable("the provider has sent no ID token")
            }
            return try await person(
                idToken,
                of: provider,
                nonce: nonce,
                accessToken: response.accessToken,
                user: user
            )
            .assertion(tokens: response.tokens)
        }
        guard let token = response.accessToken else {
            throw .unavailable("the provider has sent no access token")
        }
        let userInfo = userInfo(provider)
        let profile = try await userInfo.profile(for: token, response: response.json)
        var person = Person(provider: provider.active, json: profile)
        person.verifiedEmail = try await userInfo.verifiedEmail(for: token)
        return try person.assertion(tokens: response.tokens)
    }

    /// Verifies an ID token, and asks for the address if the token has none.
    private func person(
        _ idToken: String,
        of provider: ResolvedProvider,
        nonce: ExpectedNonce,
        accessToken: String?,
        user: String?
    ) async throws(ProviderError) -> Person {
        let claims = try await IDTokenVerification(
            provider: provider,
            documents: documents,
            now: clock.now()
        )
        .claims(of: idToken, nonce: nonce, accessToken: accessToken)
        var person = Person(provider: provider.active, json: .object(claims.members))
        person.firstResponse = user
        guard provider.definition.person == .idTokenAndUserInfo, person.email == nil, let accessToken,
            provider.endpoints.userInfo != nil
        else { return person }
        let more = try await userInfo(provider).profile(for: accessToken)
        // Another person's access token must not bring its address along (OpenID Connect Core §5.3.2).
        guard let subject = more["sub"]?.string, subject == claims.string("sub") else {
            throw .invalidCredential("The access token is that of another person.")
        }
        // A flag of the ID token says nothing of an address that is not in it.
        var all = JSONObject()
        for (name, value) in claims.members where !provider.definition.profile.emailMembers.contains(name) {
            _ = all.insert(name, value)
        }
        for (name, value) in more.object ?? [:] { _ = all.insert(name, value) }
        person.json = .object(all)
        return person
    }
}
