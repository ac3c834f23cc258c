import CardeaEncodings
package import CardeaIdentityDomain
package import CardeaSecrets

/// A redirect that an app has begun.
package struct BegunRedirect: Sendable {
    /// The address for the browser.
    package let url: String
    /// The secret that the app needs to sign in.
    package let sessionID: Secret
}

extension RedirectFlow {
    /// Begins a sign-in by redirect.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - continueURL: Where the browser goes in the end.
    ///   - sessionID: The secret of the app; `nil` for a new one.
    ///   - scopes: Scopes beside those of the definition and the configuration.
    ///   - parameters: Parameters for the provider, such as `login_hint`.
    ///   - place: The place that is taken before a wait for the provider.
    ///   - caller: The sender of the request.
    /// - Returns: The address for the browser, with the session ID.
    /// - Throws: `.redirectURLNotAllowed`; `.provider(.notConfigured)`, `.provider(.disabled)`, `.provider(.busy)`.
    package func begin(
        _ provider: ProviderID,
        continueURL: String,
        sessionID: Secret? = nil,
        scopes: [String] = [],
        parameters: [(name: String, value: String)] = [],
        _ place: ProviderPlace,
        by caller: Caller
    ) async throws(RedirectError) -> BegunRedirect {
        // The server's own page passes the response only to the browser and the app that began the redirect.
        let isOwn = continueURL.exact == "\(projects.publicURL)\(Self.scriptHandlerPath)".exact
        guard isOwn || RedirectURL.allows(continueURL, entries: caller.policy.providers.redirectURLs) else {
            throw .redirectURLNotAllowed
        }
        do throws(IdentityError) {
            try throttle.count(caller, now: clock.steady())
        } catch {
            throw .service(error)
        }
        if let sessionID, !(16...256).contains(sessionID.utf8.count) { throw .invalidSessionID }
        let sessionID = sessionID ?? Secret(newSecret())
        let state = newSecret()
        let stateHash = Self.hash(state)
        let request = AuthorizationRequest(
            state: state,
            nonce: newSecret(),
            codeVerifier: newSecret(),
            redirectURL: redirectURL(of: provider),
            scopes: scopes,
            parameters: parameters
        )
        let url = try await authorizationURL(request, provider, caller.pool, place)
        let secrets = RedirectSecrets(url, nonce: request.nonce, codeVerifier: request.codeVerifier)
        let now = clock.now()
        let redirect = ProviderRedirect(
            stateHash: stateHash,
            pool: caller.pool,
            provider: provider,
            sessionHash: Self.hash(sessionID),
            continueURL: continueURL,
            expiresAt: now + Self.lifetime,
            sealed: try sealed(secrets, stateHash)
        )
        do throws(IdentityError) {
            try await store.make([.providerRedirect(.insert(redirect, now: now))], by: caller.actor)
        } catch {
            throw .service(error)
        }
        let query = FormCoding.encode([(name: "state", value: state)])
        return BegunRedirect(
            url: "\(projects.publicURL)\(Self.startPath)?\(query)",
            sessionID: sessionID
        )
    }

    private func authorizationURL(
        _ request: AuthorizationRequest,
        _ provider: ProviderID,
        _ pool: UserPool,
        _ place: ProviderPlace
    ) async throws(RedirectError) -> AuthorizationURL {
        do throws(ProviderError) {
            let active = try await administration.active(provider, in: pool)
            guard active.configuration.allowsCodes else {
                throw .unsupported("The redirect flow is turned off for this provider.")
            }
            return try await authorizer.authorizationURL(request, at: active, place)
        } catch {
            throw .provider(error.logged(of: provider, by: logger))
        }
    }

    /// 256 random bits.
    func newSecret() -> String { Base64URL.encode(random.bytes(32)) }
}
