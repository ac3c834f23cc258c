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
}

extension ProviderClient: ProviderVerifier {
    package func verify(
        _ credential: ProviderCredential,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> ProviderAssertion {
        do throws(ProviderError) {
            return try await CredentialVerification(client: self, scope: scope, place: place)
                .assertion(of: credential)
        } catch {
            // Those of redirects are logged with the provider that the redirect names.
            throw credential.provider.map { error.logged(of: $0, by: logger) } ?? error
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
        do throws(ProviderError) {
            _ = try await administration.active(provider, in: scope.pool)
        } catch {
            throw error.logged(of: provider, by: logger)
        }
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
}
