import CardeaCryptography
package import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLocks
import CardeaSecrets
import Foundation

/// The codes that were issued and not yet exchanged.
final class IssuedCodes: Sendable {
    struct Grant: Sendable {
        let nonce: String?
        let challenge: String?
        let redirectURL: String
        let state: String
    }

    private let grants = Mutex<[String: Grant]>([:])

    func issue(_ grant: Grant) -> String {
        let code = UUID().uuidString
        grants.withLock { $0[code] = grant }
        return code
    }

    func take(_ code: String?) -> Grant? { grants.withLock { $0.removeValue(forKey: code ?? "") } }
}

/// Whole flows: a request of the code by a browser, its exchange, and the profile.
extension StandIn {
    /// The values of `providers.replacedURLs` that lead from providers to this stand-in.
    package func replacements(of providers: [StandInProvider]) -> [String] {
        Set(providers.flatMap(\.hosts)).sorted().map { "https://\($0)=\(url)/\($0)" }
    }

    /// Responds as a provider does, below paths with the names of its hosts.
    package func serve(_ provider: StandInProvider) throws {
        let codes = IssuedCodes()
        let key = "key of \(provider.id)"
        if provider.signature != .secret { try addKey(key, provider.signature == .es256 ? .es256 : .rs256) }
        on(Self.path(provider.authorization)) { request in
            Self.authorize(request, provider, codes)
        }
        on(Self.path(provider.token)) { [self] request in
            exchange(request, provider, codes)
        }
        if let keys = provider.keys { on(Self.path(keys)) { [self] in await keysResponse($0) } }
        guard let (url, profile) = provider.userInfo else { return }
        on(Self.path(url)) { request in
            let expected = provider.proof.map { _ in Self.proof(of: provider) }
            guard request.bearerToken?.reveal() == provider.accessToken,
                provider.proof.flatMap({ request.queryItems[$0] }) == expected
            else { return .json(Array(#"{"error":{"message":"Invalid token"}}"#.utf8), status: 400) }
            return .json(profile.text)
        }
    }

    private static func authorize(
        _ request: Request,
        _ provider: StandInProvider,
        _ codes: IssuedCodes
    ) -> Response {
        let challenge = request.queryItems["code_challenge"]
        guard request.queryItems["response_type"] == "code",
            request.queryItems["client_id"] == provider.clientID,
            request.queryItems["scope"] == provider.scope,
            (challenge != nil && request.queryItems["code_challenge_method"] == "S256")
                == provider.demandsPKCE,
            let url = request.queryItems["redirect_uri"], let state = request.queryItems["state"]
        else { return Response(status: 400, body: Array("\(provider.id): \(request.query ?? "")".utf8)) }
        let grant = IssuedCodes.Grant(
            nonce: request.queryItems["nonce"],
            challenge: challenge,
            redirectURL: url,
            state: state
        )
        let declines = request.queryItems["login_hint"] == "declines"
        let outcome = declines ? ("error", provider.denial) : ("code", codes.issue(grant))
        let query = FormCoding.encode([outcome, (name: "state", value: state)])
        return Response(status: 302, fields: [.location: "\(url)?\(query)"])
    }

    private func exchange(
        _ request: Request,
        _ provider: StandInProvider,
        _ codes: IssuedCodes
    ) -> Response {
        let form = request.formItems
        func error(_ code: String) -> Response {
            .json((["error": .string(code)] as JSONValue).text, status: provider.errorStatus)
        }
        let pair = [provider.clientID, provider.secret].map { PercentEncoding.encode($0) }
        let basic = "Basic " + Base64.encode(Array(pair.joined(separator: ":").utf8))
        let isClient =
            provider.isBasic
            ? request.fields[.authorization] == basic && form["client_secret"] == nil
            : form["client_id"] == provider.clientID && form["client_secret"] == provider.secret
        guard isClient, form["grant_type"] == "authorization_code" else { return error("invalid_client") }
        guard let grant = codes.take(form["code"]), grant.redirectURL == form["redirect_uri"],
            grant.challenge == form["code_verifier"].map({ Base64URL.encode(SHA256.hash($0.utf8)) }),
            !provider.demandsState || form["state"] == grant.state
        else { return error("invalid_grant") }
        var response: JSONValue = [
            "access_token": .string(provider.accessToken), "token_type": "Bearer",
            "expires_in": provider.lifetime,
        ]
        if provider.issuer != nil {
            guard let token = try? idToken(of: provider, nonce: grant.nonce) else {
                return Response(status: 500)
            }
            response = response.with(["id_token": .string(token)])
        }
        return .json(response.text)
    }

    /// An ID token of a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - nonce: The nonce; some providers leave it out.
    ///   - changes: Claims that differ from those of the provider.
    /// - Returns: The token.
    /// - Throws: If it cannot be signed.
    package func idToken(
        of provider: StandInProvider,
        nonce: String?,
        _ changes: [String: JSONValue?] = [:]
    ) throws -> String {
        let now = Int64(Date().timeIntervalSince1970)
        var claims = provider.claims.with([
            "iss": provider.issuer.map(JSONValue.string), "aud": .string(provider.clientID),
            "iat": .integer(now),
            "exp": .integer(now + 3600),
        ])
        if provider.repeatsNonce, let nonce { claims = claims.with(["nonce": .string(nonce)]) }
        if claims["at_hash"] != nil {
            claims = claims.with(["at_hash": .string(Self.hash(of: provider.accessToken))])
        }
        claims = claims.with(changes)
        guard provider.signature == .secret else { return try sign(claims, key: "key of \(provider.id)") }
        let head = Base64URL.encode(Array(#"{"typ":"JWT","alg":"HS256"}"#.utf8))
        let text = "\(head).\(Base64URL.encode(claims.text))"
        let code = HMACKey(Array(provider.secret.utf8)).authenticate(Array(text.utf8))
        return "\(text).\(Base64URL.encode(code))"
    }

    private static func proof(of provider: StandInProvider) -> String {
        Hexadecimal.encode(
            HMACKey(Array(provider.secret.utf8)).authenticate(Array(provider.accessToken.utf8))
        )
    }

    static func host(of url: String) -> String {
        String(url.dropFirst("https://".count).prefix { $0 != "/" })
    }

    /// The path of a URL of a provider at this stand-in.
    package static func path(_ url: String) -> String {
        "/" + url.dropFirst("https://".count).prefix { $0 != "?" }
    }
}
