import CardeaEncodings
import Foundation
import CardeaLocks

/// Signs a user in through the system's browser: authorization code with PKCE (RFC 6749 §4.1, RFC 7636, RFC 8252).
///
///     let flow = AuthorizationCodeFlow(server: server, client: .none(clientID: "app"), scope: "openid email")
///     try await engine.signIn { try await flow.signIn(through: .loopback()) }
public final class AuthorizationCodeFlow: Sendable {
    private let server: AuthorizationServer
    private let client: ClientAuthentication
    private let parameters: [String: String]
    private let endpoint: OAuthEndpoint
    private let random: Mutex<any RandomNumberGenerator & Sendable>

    /// Creates a flow, which can be used for any number of sign-ins.
    ///
    /// - Parameters:
    ///   - server: Where people sign in.
    ///   - client: The app, as the server knows it.
    ///   - scope: The scope; with `openid` the user's profile is read from the ID token.
    ///   - parameters: Further items of the authorization request, such as `prompt` or `login_hint`.
    ///   - transport: Sends the token request; defaults to the system's own kind.
    ///   - dpop: Binds the tokens to a new key; the refresher's and the engine's authorizer as well.
    ///   - random: Gives state, nonce and verifier; must be cryptographic.
    public init(
        server: AuthorizationServer,
        client: ClientAuthentication,
        scope: String? = nil,
        parameters: [String: String] = [:],
        transport: any HTTPTransport = SystemTransport(),
        dpop: DPoP? = nil,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.server = server
        self.client = client
        self.parameters = scope.map { parameters.merging(["scope": $0]) { _, scope in scope } } ?? parameters
        endpoint = OAuthEndpoint(url: server.tokenEndpoint, client: client, transport: transport, dpop: dpop)
        self.random = Mutex(random)
    }

    /// Lets the user sign in.
    ///
    /// - Parameters:
    ///   - agent: Shows the server's page.
    ///   - challenge: A back end's demand for a more recent or stronger sign-in, which the request passes on (RFC 9470 §4).
    /// - Returns: The credential, for `SessionEngine.signIn(with:)`; after a challenge, for the step-up handler.
    /// - Throws: `SignInError`.
    public func signIn(
        through agent: ExternalUserAgent,
        for challenge: StepUpChallenge? = nil
    ) async throws(SignInError) -> SessionCredential {
        try await signIn(through: agent.agent, for: challenge)
    }

    package func signIn(
        through agent: any SignInAgent,
        for challenge: StepUpChallenge? = nil
    ) async throws(SignInError) -> SessionCredential {
        let key = endpoint.dpop == nil ? nil : DPoP.newKey()
        var parameters = challenge?.parameters(beside: parameters) ?? parameters
        parameters["dpop_jkt"] = key.flatMap(DPoP.thumbprint)
        let receiver = try await agent.receiver()
        let request = random.withLock { [parameters] random in
            AuthorizationRequest(
                to: server,
                clientID: client.clientID,
                redirect: receiver.redirect,
                parameters: parameters,
                using: &random
            )
        }
        let callback = try await receiver.callback(to: request)
        return try await exchange(request.code(from: callback), of: request, provenWith: key)
    }

    /// Exchanges a code; it can be used once, so that a lost response means another sign-in.
    private func exchange(
        _ code: SessionSecret,
        of request: AuthorizationRequest,
        provenWith key: SessionSecret?
    ) async throws(SignInError) -> SessionCredential {
        let form = [
            ("grant_type", "authorization_code"), ("code", code.reveal()),
            ("redirect_uri", request.redirect.absoluteString),
            ("code_verifier", request.verifier.secret.reveal()),
        ]
        let response: CardeaResponse
        do {
            response = try await endpoint.post(form, proofKey: key)
        } catch {
            throw SignInError(error.code == .cancelled ? .cancelled : .transport, transport: error)
        }
        switch OAuthTokenResponse(response, provenWith: key) {
        case .issued(var credential):
            let claims = try IDTokenClaims(in: response)
            try claims?.check(issuer: server.issuer, clientID: client.clientID, nonce: request.nonce)
            credential.profile = claims?.profile
            // A server that binds a token has to say so (RFC 9449 §5).
            credential.tokenType = credential.tokenType ?? .bearer
            return credential
        case .rejected(let error): throw SignInError(.rejected, detail: error)
        case .unintelligible(let detail): throw SignInError(.badResponse, detail: detail)
        }
    }
}

extension StepUpChallenge {
    /// The items of an authorization request that ask for what the challenge wants (RFC 9470 §4).
    ///
    /// Its scope is asked for beside the app's own: the new tokens take the place of the old ones everywhere.
    fileprivate func parameters(beside others: [String: String]) -> [String: String] {
        var parameters = others
        if !acrValues.isEmpty { parameters["acr_values"] = acrValues.joined(separator: " ") }
        if let maxAge { parameters["max_age"] = String(maxAge.components.seconds) }
        if let scope {
            let own = others["scope"]?.split(separator: " ") ?? []
            let further = scope.split(separator: " ").filter { !own.contains(exact: $0) }
            parameters["scope"] = (own + further).joined(separator: " ")
        }
        return parameters
    }
}
