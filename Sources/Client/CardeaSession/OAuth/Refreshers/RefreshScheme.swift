public import CardeaHTTPMessages
public import Foundation

/// The way in which a back end refreshes credentials.
///
///     refresher: .json(endpoint: refreshEndpoint)
///
/// A scheme sends its requests over the engine's transport, unless it is given one.
public struct RefreshScheme: CredentialRefresher {
    private let refresher: any CredentialRefresher
    private let engineTransport: EngineTransport?

    fileprivate init(_ refresher: some CredentialRefresher, over engineTransport: EngineTransport? = nil) {
        self.refresher = refresher
        self.engineTransport = engineTransport
    }

    /// Whether requests of the app refresh the credential.
    public var refreshesInBand: Bool { refresher.refreshesInBand }

    /// Whether a credential holds what a refresh needs.
    public func canRefresh(_ credential: SessionCredential) -> Bool { refresher.canRefresh(credential) }

    /// Gets a new credential from the back end.
    public func refresh(
        _ credential: SessionCredential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> SessionCredential {
        try await refresher.refresh(credential, attempt: attempt)
    }

    /// Sends requests over an engine's transport, if the scheme has none of its own.
    func use(_ transport: any HTTPTransport) {
        engineTransport?.use(transport)
    }

    fileprivate static func over(
        _ transport: (any HTTPTransport)?,
        _ makeRefresher: (any HTTPTransport) -> some CredentialRefresher
    ) -> Self {
        if let transport { return Self(makeRefresher(transport)) }
        let engineTransport = EngineTransport()
        return Self(makeRefresher(engineTransport), over: engineTransport)
    }
}

extension CredentialRefresher where Self == RefreshScheme {
    /// A token endpoint of OAuth 2.0 (RFC 6749 §6).
    ///
    /// Only the endpoint's own, well-formed rejection signs the user out. An HTML page, a server error or a lost response does
    /// not.
    ///
    /// - Parameters:
    ///   - endpoint: The token endpoint.
    ///   - transport: Sends the requests; defaults to the engine's transport.
    ///   - client: How the client authenticates.
    ///   - scope: The scope to ask for (RFC 6749 §3.3); defaults to the scope that was granted before.
    ///   - parameters: Further form fields, such as `resource` (RFC 8707).
    ///   - fields: The names of the tokens in the response; defaults to the names of RFC 6749 §5.1.
    ///   - rejection: Finds rejections that the endpoint words in its own way, such as a code in a response with status 200.
    ///     What it takes for `expired` or `rejected` ends the session, as `invalid_grant` always does.
    ///   - dpop: Proves that the client has the session's key, if tokens are bound to one; the engine's authorizer as well.
    /// - Returns: The scheme.
    public static func oauth(
        endpoint: URL,
        transport: (any HTTPTransport)? = nil,
        client: ClientAuthentication = .none(),
        scope: String? = nil,
        parameters: [String: String] = [:],
        fields: TokenFields = .snakeCase,
        rejection: ResponseRule? = nil,
        dpop: DPoP? = nil
    ) -> Self {
        Self.over(transport) { transport in
            OAuthTokenRefresher(
                endpoint: endpoint,
                transport: transport,
                client: client,
                scope: scope,
                parameters: parameters,
                fields: fields,
                rejection: rejection,
                dpop: dpop
            )
        }
    }

    /// An endpoint that receives and returns JSON.
    ///
    /// By default the request is `{"refreshToken": …}`, in camelCase. The response may be in camelCase or snake_case:
    /// `accessToken`, `refreshToken` and `expiresIn` (in seconds), or `access_token` and so on. An HTML page, a server
    /// error or a lost response signs no user out.
    ///
    /// - Parameters:
    ///   - endpoint: Where tokens are refreshed.
    ///   - transport: Sends the requests; defaults to the engine's transport.
    ///   - method: The method; defaults to `POST`.
    ///   - refreshToken: The member of the request that holds the refresh token; a path of names with dots leads into
    ///     objects: `session.token`.
    ///   - members: Further members of the request, such as the id of the device.
    ///   - authorizer: Adds the old access token to the request, if the back end needs it, such as `.bearer` or
    ///     `.jsonField("accessToken")`.
    ///   - fields: The names of the tokens in the response.
    ///   - rejection: Finds responses that reject the refresh token permanently; defaults to status 401 with anything
    ///     but an HTML page. A status from 400 to 499 with `{"error": "invalid_grant"}` (RFC 6749 §5.2) is always such
    ///     a rejection.
    /// - Returns: The scheme.
    public static func json(
        endpoint: URL,
        transport: (any HTTPTransport)? = nil,
        method: RequestMethod = .post,
        refreshToken: String = "refreshToken",
        members: [String: String] = [:],
        authorizer: (any RequestAuthorizer)? = nil,
        fields: TokenFields = .standard,
        rejection: ResponseRule = .ownUnauthorized
    ) -> Self {
        Self.over(transport) { transport in
            JSONTokenRefresher(
                endpoint: endpoint,
                transport: transport,
                method: method,
                refreshToken: refreshToken,
                members: members,
                authorizer: authorizer,
                fields: fields,
                rejection: rejection
            )
        }
    }

    /// An endpoint that exchanges the access token itself for a new one, at a back end without refresh tokens.
    ///
    /// The back end accepts each token once, also one that has just expired. At most one exchange runs. If its response is
    /// lost, it is sent again with the same `Idempotency-Key`.
    ///
    /// - Parameters:
    ///   - endpoint: Where tokens are exchanged.
    ///   - transport: Sends the requests; defaults to the engine's transport.
    ///   - method: The method; defaults to `POST`.
    ///   - authorizer: Puts the old token into the request; defaults to a bearer token.
    ///   - fields: The name of the new token in the response.
    ///   - rejection: Finds responses that reject the old token permanently, as in `json`.
    /// - Returns: The scheme.
    public static func oldForNew(
        endpoint: URL,
        transport: (any HTTPTransport)? = nil,
        method: RequestMethod = .post,
        authorizer: any RequestAuthorizer = .bearer,
        fields: TokenFields = .standard,
        rejection: ResponseRule = .ownUnauthorized
    ) -> Self {
        Self.over(transport) { transport in
            OldForNewRefresher(
                endpoint: endpoint,
                transport: transport,
                method: method,
                authorizer: authorizer,
                fields: fields,
                rejection: rejection
            )
        }
    }

    /// The app's own requests, for a back end without a token endpoint.
    ///
    /// If the access token has expired or is rejected, one request carries the refresh token in its place. The new
    /// access token comes with its response, where the engine's rule finds it (`issuedToken(in:)`). The token is
    /// stored, and then the response is returned. All other requests wait. If the request is rejected with the refresh
    /// token too, the session ends.
    ///
    /// There is no refresh without a request: `refresh()` fails, and nothing is refreshed ahead of need.
    public static var inBand: Self { Self(InBandRefresher()) }

    /// A closure, for a back end of the app's own.
    ///
    /// - Parameter refresh: Gets a new credential. Only a `RefreshFailure` with `rejected` signs the user out.
    /// - Returns: The scheme.
    public static func custom(
        _ refresh:
            @escaping @Sendable (SessionCredential, RefreshAttempt) async throws(RefreshFailure)
            -> SessionCredential
    ) -> Self {
        Self(ClosureRefresher(refresh))
    }
}
