import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE

/// The verification of one credential at its provider.
struct CredentialVerification: Sendable {
    let client: ProviderClient
    let provider: ActiveProvider
    /// The place that is taken before a wait for the provider.
    let place: ProviderPlace

    /// Verifies the credential.
    func assertion(
        of credential: ProviderCredential,
        in scope: RequestScope
    ) async throws(ProviderError) -> ProviderAssertion {
        switch credential {
        case .idToken(let token, _, let nonce, let accessToken, let user):
            return try await assertion(
                idToken: token,
                of: try await forTokens(),
                nonce: nonce,
                accessToken: accessToken,
                user: user
            )
        case .accessToken(let token, _, nil):
            return try await assertion(accessToken: token, of: try await forTokens())
        case .accessToken:
            throw .unsupported("Tokens of OAuth 1.0 are not accepted. Use the redirect flow.")
        case .code(let code, let id, let nonce, let redirectURI, let clientID):
            let provider = try await forTokens()
            guard provider.configuration.allowsCodes else {
                throw .unsupported("Codes are turned off for this provider.")
            }
            try client.checkCode(of: provider, redirectURI, in: scope)
            var endpoint = client.endpoint(provider)
            endpoint.client = try provider.issuedTo(clientID, redirectURI: redirectURI)
            try place.take(at: id)
            let response = try await endpoint.exchange(code: code, redirectURL: redirectURI)
            do throws(ProviderError) {
                return try await assertion(response, of: provider, nonce: .given(nonce), user: nil)
            } catch {
                throw error.withUsedCredential
            }
        case .response:
            throw .invalidState
        }
    }

    private func resolved() async throws(ProviderError) -> ResolvedProvider {
        try await client.documents.resolved(provider, .cached(place))
    }

    /// The provider, if clients may send its tokens.
    private func forTokens() async throws(ProviderError) -> ResolvedProvider {
        let provider = try await resolved()
        guard provider.configuration.allowsIDTokens else {
            throw .unsupported("Tokens from clients are turned off for this provider. Use the redirect flow.")
        }
        return provider
    }

    private func userInfo(_ provider: ResolvedProvider) -> UserInfo {
        UserInfo(provider: provider, http: client.http, now: client.clock.now())
    }

    private func assertion(
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
        // A client may send any access token beside the ID token: one of another person is not kept.
        let own = person.hasAccessToken ? accessToken : nil
        var assertion = try person.assertion(tokens: ProviderTokens(accessToken: own, idToken: idToken))
        // The client may have had it for long; a token that this server gets for a code is new.
        assertion.assertedAt = person.issuedAt
        return assertion
    }

    private func assertion(
        accessToken token: String,
        of provider: ResolvedProvider
    ) async throws(ProviderError) -> ProviderAssertion {
        let userInfo = userInfo(provider)
        try UserInfo.checkForm(of: token)
        try place.take(at: provider.active.id)
        try await userInfo.checkAudience(of: token)
        var person = Person(provider: provider.active, json: try await userInfo.profile(for: token))
        person.verifiedEmail = try await userInfo.verifiedEmail(for: token)
        return try person.assertion(tokens: ProviderTokens(accessToken: token))
    }

    /// Exchanges the code of a redirect.
    func assertion(of redirect: RedeemedRedirect) async throws(ProviderError) -> ProviderAssertion {
        let provider = try await resolved()
        let response = try await client.endpoint(provider).exchange(
            code: redirect.code,
            redirectURL: redirect.redirectURL,
            codeVerifier: redirect.codeVerifier,
            state: redirect.state
        )
        let hasNonce = !provider.definition.quirks.contains(.noNonce)
        return try await assertion(
            response,
            of: provider,
            nonce: hasNonce ? .exactly(redirect.nonce) : .any,
            user: redirect.user
        )
    }

    /// Verifies what came from the token endpoint.
    private func assertion(
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
            documents: client.documents,
            now: client.clock.now(),
            place: place
        )
        .claims(of: idToken, nonce: nonce, accessToken: accessToken)
        var person = Person(provider: provider.active, json: .object(claims.members))
        person.firstResponse = user
        person.hasAccessToken = claims.string("at_hash") != nil
        guard provider.definition.person == .idTokenAndUserInfo, person.email == nil, let accessToken,
            provider.endpoints.userInfo != nil
        else { return person }
        try place.take(at: provider.active.id)
        let more = try await userInfo(provider).profile(for: accessToken)
        // Another person's access token must not bring its address along (OpenID Connect Core §5.3.2).
        guard let subject = more["sub"]?.string, subject.exact == claims.string("sub")?.exact else {
            throw .invalidCredential("The access token is that of another person.")
        }
        person.hasAccessToken = true
        // A flag of the ID token says nothing of an address that is not in it.
        var all = JSONObject()
        for (name, value) in claims.members
        where !provider.definition.profile.emailMembers.contains(name.exact) {
            _ = all.insert(name, value)
        }
        for (name, value) in more.object ?? [:] { _ = all.insert(name, value) }
        person.json = .object(all)
        return person
    }
}
