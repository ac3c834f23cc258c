import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService

/// The discovery document of an OpenID provider (OpenID Connect Discovery §3).
struct ProviderMetadata: Sendable {
    let issuer: String
    let endpoints: ProviderEndpoints
    let clientAuthentication: ClientAuthentication
    /// Whether responses name their issuer (RFC 9207 §3).
    let namesIssuer: Bool

    /// - Throws: `.unavailable` if the document is not that of the issuer, or lacks an endpoint.
    init(_ json: JSONValue, of issuer: String) throws(ProviderError) {
        guard let stated = json["issuer"]?.string else {
            throw .unavailable("the discovery document has no issuer")
        }
        guard stated.exact == issuer.exact else {
            throw .unavailable("the discovery document is that of another issuer, \(stated.prefix(200))")
        }
        self.issuer = issuer
        endpoints = ProviderEndpoints(
            authorization: json["authorization_endpoint"]?.string,
            token: json["token_endpoint"]?.string,
            userInfo: json["userinfo_endpoint"]?.string,
            keys: json["jwks_uri"]?.string,
            revocation: json["revocation_endpoint"]?.string
        )
        guard endpoints.authorization != nil, endpoints.keys != nil else {
            throw .unavailable("the discovery document lacks authorization_endpoint or jwks_uri")
        }
        let methods = json["token_endpoint_auth_methods_supported"]?.array?.compactMap(\.string)
        // `client_secret_basic` is the default (Discovery §3).
        clientAuthentication = methods?.contains("client_secret_basic") ?? true ? .basic : .post
        namesIssuer = json["authorization_response_iss_parameter_supported"]?.boolean ?? false
    }

    /// The URL of the document (Discovery §4).
    static func url(of issuer: String) -> String {
        (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    }
}

/// A provider with the endpoints that hold for a pool, after discovery.
struct ResolvedProvider: Sendable {
    let active: ActiveProvider
    let endpoints: ProviderEndpoints
    let clientAuthentication: ClientAuthentication
    let namesIssuer: Bool

    var definition: ProviderDefinition { active.definition }
    var configuration: ProviderConfiguration { active.configuration }

    /// The issuers that responses and ID tokens may name; empty if they depend on the token.
    var issuers: [String] {
        switch definition.issuer {
        case .anyOf(let issuers): issuers
        case .configured, .around: configuration.issuer.map { [$0] } ?? []
        case nil: []
        }
    }

    /// The client that a code was issued to.
    ///
    /// A native app gets codes under its own ID, without a redirect URI. A signed secret can name each client of the team;
    /// another secret belongs to one client.
    ///
    /// - Parameters:
    ///   - client: The client that the sender of the code says to be.
    ///   - redirectURI: The redirect URI of the code.
    /// - Returns: The client's ID; without a named one, a native app is the first audience. `nil` for the client of the
    ///   configuration.
    /// - Throws: `.invalidCredential` if the configuration does not list the named client.
    func issuedTo(_ client: String?, redirectURI: String?) throws(ProviderError) -> String? {
        guard redirectURI == nil, case .signedSecret = clientAuthentication else { return nil }
        guard let client else { return configuration.audiences.first }
        guard active.audiences.contains(client.exact) else {
            throw .invalidCredential("The audiences of the provider do not list the app \(client).")
        }
        return client
    }
}

/// The way in which a document of a provider is obtained.
enum DocumentReading: Sendable {
    /// From the cache, if that has it; a wait takes a place first.
    case cached(ProviderPlace)
    /// By a request, for an administrator who may have just corrected the provider.
    case anew
}

/// The documents of providers: metadata and keys.
final class ProviderDocuments: Sendable {
    private let metadata: DocumentCache<JSONValue>
    private let keys: DocumentCache<ProviderKeys>

    init(http: ProviderHTTP, clock: any WallClock) {
        metadata = DocumentCache(clock: clock) { url throws(ProviderError) in try await http.get(url) }
        keys = DocumentCache(clock: clock) { url throws(ProviderError) in
            let json = try await http.get(url)
            guard let keys = ProviderKeys(json) else {
                throw .unavailable("\(ProviderHTTP.host(of: url)): the key set has no key that can be used")
            }
            return keys
        }
    }

    /// Finds the endpoints of a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - reading: Whether the cache is used.
    /// - Returns: The provider with its endpoints.
    /// - Throws: `.unavailable` if they cannot be read; `.busy`.
    func resolved(
        _ provider: ActiveProvider,
        _ reading: DocumentReading
    ) async throws(ProviderError) -> ResolvedProvider {
        let definition = provider.definition
        guard definition.issuer == .configured else {
            return ResolvedProvider(
                active: provider,
                endpoints: definition.endpoints,
                clientAuthentication: definition.clientAuthentication,
                namesIssuer: false
            )
        }
        guard let issuer = provider.configuration.issuer else {
            throw .unavailable("the provider has no issuer")
        }
        let url = ProviderMetadata.url(of: issuer)
        let json = try await Self.document(url, from: metadata, reading, at: provider.id)
        let found = try ProviderMetadata(json, of: issuer)
        return ResolvedProvider(
            active: provider,
            endpoints: found.endpoints,
            clientAuthentication: found.clientAuthentication,
            namesIssuer: found.namesIssuer
        )
    }

    /// The keys of a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider, after discovery.
    ///   - keyID: A key that should be among them: without it, the set is read again, but not too often.
    ///   - reading: Whether the cache is used.
    /// - Returns: The keys, also if the wanted one is absent.
    /// - Throws: `.unavailable` if the keys cannot be read, and the cache has no keys; `.unsupported` if the provider publishes no keys.
    func keys(
        of provider: ResolvedProvider,
        for keyID: String?,
        _ reading: DocumentReading
    ) async throws(ProviderError) -> ProviderKeys {
        guard let url = provider.endpoints.keys else {
            throw .unsupported("The provider publishes no keys.")
        }
        return try await Self.document(url, from: keys, reading, at: provider.active.id) {
            $0.mayHave(keyID)
        }
    }

    private static func document<Document: Sendable>(
        _ url: String,
        from cache: DocumentCache<Document>,
        _ reading: DocumentReading,
        at provider: ProviderID,
        suffices: @Sendable (Document) -> Bool = { _ in true }
    ) async throws(ProviderError) -> Document {
        switch reading {
        case .anew: try await cache.reread(url)
        case .cached(let place):
            try await cache.document(
                url,
                suffices: suffices,
                beforeWait: { () throws(ProviderError) in try place.take(at: provider) }
            )
        }
    }
}
