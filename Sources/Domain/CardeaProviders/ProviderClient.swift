package import CardeaIdentityDomain
package import CardeaIdentityService

/// Verifies what clients and browsers bring from identity providers.
package struct ProviderClient: Sendable {
    /// The address of this server now: it is known when the server listens.
    let publicURL: @Sendable () -> String
    let documents: ProviderDocuments
    let http: ProviderHTTP
    let urls: AuthorizationURLs
    let clock: any WallClock

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - publicURL: The address of this server, which providers redirect browsers to.
    ///   - urls: Makes the URLs of redirects.
    ///   - clock: Tells when tokens expire.
    package init(publicURL: @escaping @Sendable () -> String, urls: AuthorizationURLs, clock: any WallClock) {
        self.publicURL = publicURL
        self.urls = urls
        self.clock = clock
        documents = urls.documents
        http = urls.http
    }

    func redirectURL(of provider: ProviderID) -> String {
        RedirectFlow.redirectURL(of: provider, at: publicURL())
    }
}

extension ProviderClient: ProviderProtocols {
    package func assertion(
        of credential: ProviderCredential,
        at provider: ActiveProvider,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> ProviderAssertion {
        try await CredentialVerification(client: self, provider: provider, place: place)
            .assertion(of: credential, in: scope)
    }

    package func assertion(
        of redirect: RedeemedRedirect,
        at provider: ActiveProvider,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> ProviderAssertion {
        try await CredentialVerification(client: self, provider: provider, place: place)
            .assertion(of: redirect)
    }

    package func check(_ provider: ActiveProvider, policy: Policy, idToken: String?) async -> [ProviderCheck]
    {
        await ProviderTrial(client: self, provider: provider, policy: policy).run(idToken: idToken)
    }

    /// Checks that a code can be one that an app has got itself.
    ///
    /// A code of a redirect is for the holder of its state, its cookie and its session ID.
    func checkCode(
        of provider: ResolvedProvider,
        _ redirectURI: String?,
        in scope: RequestScope
    ) throws(ProviderError) {
        guard !RedirectFlow.isOwn(redirectURI, at: publicURL()) else {
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
}
