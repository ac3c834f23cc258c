package import CardeaIdentityDomain
package import CardeaIdentityService

extension ProviderClient: ProviderTokenRevoker {
    package func revoke(
        _ token: RevocableToken,
        of provider: ProviderID,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) {
        do throws(ProviderError) {
            // Tokens of a provider that is turned off are revoked, too.
            let active = try await administration.ready(provider, in: scope.pool)
            let resolved = try await documents.resolved(active, .cached(place))
            var endpoint = endpoint(resolved)
            if case .code(_, let redirectURI, _) = token {
                try checkCode(of: resolved, redirectURI, in: scope)
            }
            try place.take(at: provider)
            switch token {
            case .refreshToken(let text, let client):
                endpoint.client = client
                try await endpoint.revoke(text, hint: "refresh_token")
            case .accessToken(let text, let client):
                endpoint.client = client
                try await endpoint.revoke(text, hint: "access_token")
            case .code(let code, let redirectURI, let client):
                endpoint.client = try resolved.issuedTo(client, redirectURI: redirectURI)
                let response = try await endpoint.exchange(code: code, redirectURL: redirectURI)
                do throws(ProviderError) {
                    try await endpoint.revoke(response)
                } catch {
                    throw error.withUsedCredential
                }
            }
        } catch {
            throw error.logged(of: provider, by: logger)
        }
    }
}
