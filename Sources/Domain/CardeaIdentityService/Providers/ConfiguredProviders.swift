package import CardeaIdentityDomain
package import CardeaLogging

/// Speaks the protocols of providers: the boundary to their servers.
///
/// It knows neither redirects nor stored configurations.
package protocol ProviderProtocols: Sendable {
    /// Verifies a token, or a code that an app has got itself.
    ///
    /// - Parameters:
    ///   - credential: The credential; not the response of a redirect.
    ///   - provider: The provider that the credential names.
    ///   - scope: The project, tenant and app of the request.
    ///   - place: The place that is taken before a wait for the provider.
    /// - Returns: The facts about the person that are proved.
    /// - Throws: `ProviderError`.
    func assertion(
        of credential: ProviderCredential,
        at provider: ActiveProvider,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> ProviderAssertion

    /// Exchanges the code of a redirect.
    func assertion(
        of redirect: RedeemedRedirect,
        at provider: ActiveProvider,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> ProviderAssertion

    /// Revokes a token.
    ///
    /// - Throws: `ProviderError`; `.unsupported` if the provider cannot revoke tokens.
    func revoke(
        _ token: RevocableToken,
        at provider: ActiveProvider,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError)

    /// Goes through the steps of a sign-in.
    func check(_ provider: ActiveProvider, policy: Policy, idToken: String?) async -> [ProviderCheck]
}

/// The providers as projects and tenants have configured them.
package struct ConfiguredProviders: Sendable {
    package let redirects: RedirectFlow
    private let administration: ProviderAdministration
    private let protocols: any ProviderProtocols
    private let logger: Logger

    package init(
        administration: ProviderAdministration,
        redirects: RedirectFlow,
        protocols: any ProviderProtocols,
        logger: Logger
    ) {
        self.administration = administration
        self.redirects = redirects
        self.protocols = protocols
        self.logger = logger
    }
}

extension ConfiguredProviders: ProviderVerifier {
    package func verify(
        _ credential: ProviderCredential,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> ProviderAssertion {
        if case .response(let url, let session, _) = credential {
            let redirect = try await redirects.redeem(url: url, sessionID: session, in: scope.pool, place)
            do throws(ProviderError) {
                let provider = try await administration.active(redirect.provider, in: scope.pool)
                return try await protocols.assertion(of: redirect, at: provider, place)
            } catch {
                throw error.logged(of: redirect.provider, by: logger).withUsedCredential
            }
        }
        guard let id = credential.provider else { throw .notConfigured }
        return try await logging(id) { () async throws(ProviderError) in
            let provider = try await administration.active(id, in: scope.pool)
            return try await protocols.assertion(of: credential, at: provider, in: scope, place)
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
        _ = try await logging(provider) { () async throws(ProviderError) in
            try await administration.active(provider, in: scope.pool)
        }
    }

    private func logging<Value>(
        _ provider: ProviderID,
        _ action: () async throws(ProviderError) -> Value
    ) async throws(ProviderError) -> Value {
        do throws(ProviderError) { return try await action() } catch {
            throw error.logged(of: provider, by: logger)
        }
    }
}

extension ConfiguredProviders: ProviderTokenRevoker {
    package func revoke(
        _ token: RevocableToken,
        of provider: ProviderID,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) {
        try await logging(provider) { () async throws(ProviderError) in
            // Tokens of a provider that is turned off are revoked, too.
            let ready = try await administration.ready(provider, in: scope.pool)
            try await protocols.revoke(token, at: ready, in: scope, place)
        }
    }
}

extension ConfiguredProviders: ProviderTester {
    package func check(
        _ provider: ProviderID,
        in pool: UserPool,
        policy: Policy,
        idToken: String?
    ) async throws(ProviderError) -> [ProviderCheck] {
        let ready = try await administration.ready(provider, in: pool)
        return await protocols.check(ready, policy: policy, idToken: idToken)
    }
}
