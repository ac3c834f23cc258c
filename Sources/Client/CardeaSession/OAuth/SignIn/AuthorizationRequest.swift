import CardeaEncodings
package import Foundation

/// One request for a code at an authorization endpoint, with what its response is known by.
package struct AuthorizationRequest: BrowserRequest {
    /// The page to show to the user.
    package let url: URL
    /// Where the server sends the user back to.
    package let redirect: URL
    let verifier: CodeVerifier
    /// The nonce that an ID token must repeat (OpenID Connect Core §3.1.2.1); `nil` if no ID token was requested.
    let nonce: String?
    package let state: SessionSecret
    private let server: AuthorizationServer

    /// Creates a request (RFC 6749 §4.1.1, RFC 7636 §4.3).
    ///
    /// - Parameters:
    ///   - server: Where it goes.
    ///   - clientID: The client.
    ///   - redirect: Where the server sends the user back to.
    ///   - parameters: Further items, such as `scope` or `prompt`; with the scope `openid` a nonce is added.
    ///   - random: Gives state, nonce and verifier; must be cryptographic.
    init(
        to server: AuthorizationServer,
        clientID: String?,
        redirect: URL,
        parameters: [String: String],
        using random: inout some RandomNumberGenerator
    ) {
        self.server = server
        self.redirect = redirect
        verifier = CodeVerifier(using: &random)
        let state = random.id()
        self.state = SessionSecret(state)
        let isOpenID = parameters["scope"]?.split(separator: " ").contains("openid") ?? false
        nonce = isOpenID ? random.id() : nil
        let own: [(name: String, value: String?)] = [
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirect.absoluteString),
            ("state", state), ("nonce", nonce),
            ("code_challenge", verifier.challenge), ("code_challenge_method", "S256"),
        ]
        let names = Set(own.map(\.name.exact))
        let further = parameters.filter { !names.contains($0.key.exact) }
            .sorted { $0.key.exact < $1.key.exact }
        let query = FormCoding.encode(
            own.compactMap { item in item.value.map { (item.name, $0) } } + further.map { ($0.key, $0.value) }
        )
        url = server.authorizationEndpoint.adding(query: query)
    }

    /// Reads the code out of a callback.
    ///
    /// - Throws: `SignInError`: `foreignCallback` for a callback of another request or another server (RFC 9207 §2.4);
    ///   `denied` and `rejected` for a rejection.
    func code(from callback: URL) throws(SignInError) -> SessionSecret {
        let items = try items(of: callback)
        if let issuer = server.issuer, items["iss"] != nil || server.sendsIssuer {
            guard items["iss"]?.exact == issuer.exact else {
                throw SignInError(.foreignCallback, detail: "another server's issuer, or none")
            }
        }
        try rejectError(in: items)
        guard let code = items["code"], !code.isEmpty else {
            throw SignInError(.badResponse, detail: "a callback without a code")
        }
        return SessionSecret(code)
    }
}

extension URL {
    /// The same address with more query items; those that are there stay (RFC 6749 §3.1).
    fileprivate func adding(query: String) -> URL {
        let place = absoluteString.prefix { $0 != "#" }
        let separator = place.contains("?") ? (place.hasSuffix("?") ? "" : "&") : "?"
        return URL(string: place + separator + query) ?? self
    }
}
