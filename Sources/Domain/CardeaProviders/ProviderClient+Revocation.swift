import CardeaIdentityDomain
package import CardeaIdentityService

extension ProviderClient {
    package func revoke(
        _ token: RevocableToken,
        at provider: ActiveProvider,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) {
        let resolved = try await documents.resolved(provider, .cached(place))
        var endpoint = endpoint(resolved)
        if case .code(_, let redirectURI, _) = token {
            try checkCode(of: resolved, redirectURI, in: scope)
        }
        try place.take(at: provider.id)
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
    }
}
