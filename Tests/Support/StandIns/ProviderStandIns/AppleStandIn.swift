import CardeaCryptography
import CardeaEncodings
import CardeaHTTPRouting
import CardeaJOSE
import CardeaLocks
import Foundation

/// Sign in with Apple on loopback: it is strict about the client of each code and of each token.
///
/// Source: https://developer.apple.com/documentation/signinwithapplerestapi.
package final class AppleStandIn: Sendable {
    package static let webClient = "com.example.web"
    package static let team = "TEAM123456"
    package static let keyID = "KEY1234567"

    private struct Grant {
        let client: String
        /// `nil` for a code of a native app.
        let redirectURL: String?
        let nonce: String?
        let subject: String
    }

    private struct State {
        var codes: [String: Grant] = [:]
        /// The clients of refresh tokens.
        var clients: [String: String] = [:]
        var revoked: [String] = []
    }

    package let standIn: StandIn
    private let clientKey: PrivateKey
    private let state = Mutex(State())

    package init() async throws {
        standIn = try await StandIn()
        clientKey = try PrivateKey.generate(.es256)
        standIn.on(Self.path("authorize")) { [self] in authorize($0) }
        standIn.on(Self.path("token")) { [self] in exchange($0) }
        standIn.on(Self.path("revoke")) { [self] in revoke($0) }
        standIn.on(Self.path("keys")) { [standIn] in await standIn.keysResponse($0) }
    }

    /// The private key of the client, as a `.p8` file.
    package var clientKeyPEM: String { clientKey.pem }
    /// The value of `providers.replacedURLs` that leads here.
    package var replacement: String { "https://appleid.apple.com=\(standIn.url)/appleid.apple.com" }
    /// The refresh tokens that were revoked, one element for each request that was accepted.
    package var revoked: [String] { state.withLock(\.revoked) }

    /// A code that a native app gets from the system.
    package func nativeCode(for client: String, subject: String = "001234.apple") -> String {
        issue(Grant(client: client, redirectURL: nil, nonce: nil, subject: subject))
    }

    package static func path(_ name: String) -> String { "/appleid.apple.com/auth/\(name)" }

    private func issue(_ grant: Grant) -> String {
        let code = UUID().uuidString
        state.withLock { $0.codes[code] = grant }
        return code
    }

    /// The form that Apple's page posts, as JSON.
    private func authorize(_ request: Request) -> Response {
        guard request.queryItems["client_id"] == Self.webClient,
            request.queryItems["response_mode"] == "form_post", request.queryItems["response_type"] == "code",
            let url = request.queryItems["redirect_uri"], let requestState = request.queryItems["state"]
        else { return .json(Array(#"{"error":"invalid_request"}"#.utf8), status: 400) }
        let grant = Grant(
            client: Self.webClient,
            redirectURL: url,
            nonce: request.queryItems["nonce"],
            subject: "001234.apple"
        )
        let form: JSONValue = ["code": .string(issue(grant)), "state": .string(requestState)]
        return .json(form.text)
    }

    private func exchange(_ request: Request) -> Response {
        let form = request.formItems
        guard let client = client(of: form) else { return Self.error("invalid_client") }
        let grant = state.withLock { $0.codes.removeValue(forKey: form["code"] ?? "") }
        guard let grant, grant.client == client, grant.redirectURL == form["redirect_uri"] else {
            return Self.error("invalid_grant")
        }
        let now = Int64(Date().timeIntervalSince1970)
        let claims: JSONValue = [
            "iss": "https://appleid.apple.com", "aud": .string(client), "sub": .string(grant.subject),
            "iat": .integer(now), "exp": .integer(now + 3600), "email_verified": "true",
            "email": .string("\(grant.subject)@privaterelay.appleid.example"),
        ]
        guard let idToken = try? standIn.sign(claims.with(["nonce": grant.nonce.map(JSONValue.string)]))
        else {
            return Response(status: 500)
        }
        let refreshToken = "refresh-\(UUID().uuidString)"
        state.withLock { $0.clients[refreshToken] = client }
        let response: JSONValue = [
            "access_token": .string("access-\(UUID().uuidString)"), "token_type": "Bearer",
            "expires_in": 3600,
            "refresh_token": .string(refreshToken), "id_token": .string(idToken),
        ]
        return .json(response.text)
    }

    private func revoke(_ request: Request) -> Response {
        let form = request.formItems
        guard let client = client(of: form), let token = form["token"] else {
            return Self.error("invalid_client")
        }
        return state.withLock { state in
            guard state.clients[token] == client else { return Self.error("invalid_grant") }
            state.revoked.append(token)
            return Response(status: 200)
        }
    }

    /// The client that a form authenticates; `nil` if the secret is not signed for it.
    private func client(of form: [String: String]) -> String? {
        guard let client = form["client_id"], let secret = form["client_secret"],
            let token = try? UnverifiedToken(secret.utf8), token.isSigned(by: clientKey.publicKey),
            token.keyID == Self.keyID, let claims = try? TokenClaims(token.claims),
            claims.string("iss") == Self.team, claims.string("sub") == client,
            claims.strings("aud") == ["https://appleid.apple.com"]
        else { return nil }
        return client
    }

    private static func error(_ code: String) -> Response {
        .json((["error": .string(code)] as JSONValue).text, status: 400)
    }
}
