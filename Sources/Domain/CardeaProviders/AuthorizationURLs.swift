import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain
package import CardeaIdentityService

/// Makes the addresses of providers' pages (RFC 6749 §4.1.1, RFC 7636, OpenID Connect Core §3.1.2.1).
package struct AuthorizationURLs: ProviderAuthorizer {
    /// The parameters that the flow needs: apps cannot replace them.
    private static let reserved: Set<ExactText> = [
        "client_id", "client_secret", "redirect_uri", "response_type", "response_mode", "scope", "state",
        "nonce", "code_challenge", "code_challenge_method", "request", "request_uri", "appid", "secret",
    ]

    let documents: ProviderDocuments
    let http: ProviderHTTP
    private let allowsPlainHTTP: Bool

    /// - Parameters:
    ///   - http: The way to providers.
    ///   - clock: The age of documents.
    ///   - allowsPlainHTTP: Whether a browser may be sent to a provider without TLS.
    package init(http: ProviderHTTP, clock: any WallClock, allowsPlainHTTP: Bool = false) {
        self.http = http
        self.allowsPlainHTTP = allowsPlainHTTP
        documents = ProviderDocuments(http: http, clock: clock)
    }

    package func authorizationURL(
        _ request: AuthorizationRequest,
        at provider: ActiveProvider,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> AuthorizationURL {
        let resolved = try await documents.resolved(provider, .cached(place))
        guard let endpoint = resolved.endpoints.authorization.map(http.resolved), isAllowed(endpoint) else {
            throw .unsupported("The provider has no page to sign in at.")
        }
        let definition = provider.definition
        var items = Self.items(request, provider)
        items += definition.fixedParameters
        items += request.parameters.filter { item in
            !Self.reserved.contains(item.name.exact) && !items.contains { $0.name.exact == item.name.exact }
        }
        let separator = endpoint.contains("?") ? "&" : "?"
        let url = "\(endpoint)\(separator)\(FormCoding.encode(items))\(definition.fragment)"
        return AuthorizationURL(url, issuers: resolved.issuers, requiresIssuer: resolved.namesIssuer)
    }

    private static func items(
        _ request: AuthorizationRequest,
        _ provider: ActiveProvider
    ) -> [(name: String, value: String)] {
        let definition = provider.definition
        var scopes: [String] = []
        for scope in definition.scopes + provider.configuration.scopes + request.scopes
        where !scopes.contains(exact: scope) {
            scopes.append(scope)
        }
        var items = [
            (name: definition.clientParameterNames.id, value: provider.configuration.clientID),
            (name: "redirect_uri", value: request.redirectURL), (name: "response_type", value: "code"),
            (name: "state", value: request.state),
        ]
        if !scopes.isEmpty {
            items.append((name: "scope", value: scopes.joined(separator: definition.scopeSeparator)))
        }
        if definition.quirks.contains(.formPost) {
            items.append((name: "response_mode", value: "form_post"))
        }
        if definition.issuer != nil, definition.person != .userInfo, !definition.quirks.contains(.noNonce) {
            items.append((name: "nonce", value: request.nonce))
        }
        if !definition.quirks.contains(.noPKCE) {
            let challenge = Base64URL.encode(SHA256.hash(request.codeVerifier.utf8))
            items += [
                (name: "code_challenge", value: challenge), (name: "code_challenge_method", value: "S256"),
            ]
        }
        return items
    }

    private func isAllowed(_ url: String) -> Bool {
        (url.hasPrefix("https://") || allowsPlainHTTP && url.hasPrefix("http://"))
            && url.utf8.allSatisfy { (33...126).contains($0) } && !url.contains("#")
    }
}

extension ProviderDefinition {
    fileprivate var fixedParameters: [(name: String, value: String)] {
        quirks.compactMap { quirk in
            if case .parameter(let name, let value) = quirk { (name: name, value: value) } else { nil }
        }
        .sorted { $0.name.exact < $1.name.exact }
    }

    fileprivate var fragment: String {
        for case .fragment(let text) in quirks { return "#" + text }
        return ""
    }
}
