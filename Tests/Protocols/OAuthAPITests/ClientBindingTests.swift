import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

/// A session belongs to the app that it was issued to (RFC 6749 §6, §10.4).
@Suite("Sessions of apps")
struct ClientBindingTests {
    private let server: APIServer

    init() async throws { server = try await APIServer() }

    private func app(_ kind: App.Kind = .ios) async throws -> (app: App, secret: String?) {
        let (app, secret) = try await server.projects.createApp(
            in: server.project.id,
            kind: kind,
            displayName: "An app",
            by: .server
        )
        return (app, secret?.reveal())
    }

    private func signUp(key: String?) async -> APIResponse {
        await server.call("signUp", ["returnSecureToken": true], key: key)
    }

    private func exchange(_ token: String, _ client: String, secret: String? = nil) async -> APIResponse {
        var form = [("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", client)]
        if let secret { form.append(("client_secret", secret)) }
        return await server.form("/oauth2/token", form)
    }

    private func secureToken(_ token: String, key: String?) async -> APIResponse {
        await server.form(
            "/v1/token",
            [("grant_type", "refresh_token"), ("refresh_token", token)],
            key: key
        )
    }

    @Test("a refresh by another client is rejected, and the session continues (security 17, 19)")
    func anotherClient() async throws {
        let (mine, other) = (try await app().app, try await app().app)
        let (backEnd, secret) = try await app(.server)
        let token = await signUp(key: mine.apiKey).string("refreshToken")
        for (client, secret) in [
            (other.id.rawValue, nil), (other.apiKey ?? "", nil), ("demo", nil), ("demo-key", nil),
            (backEnd.id.rawValue, secret),
        ] {
            let response = await exchange(token, client, secret: secret)
            #expect(response.status == 400 && response["error"] == "invalid_grant", "\(client)")
        }
        let first = await exchange(token, mine.id.rawValue)
        #expect(first.status == 200)
        // The app's API key names the same client.
        let second = await exchange(first.string("refresh_token"), mine.apiKey ?? "")
        #expect(second.status == 200)
        #expect(await exchange(second.string("refresh_token"), other.id.rawValue)["error"] == "invalid_grant")
        #expect(await exchange(second.string("refresh_token"), mine.id.rawValue).status == 200)
    }

    @Test("a used token from another client does not count as reuse, and the session continues (X4)")
    func stolenUsedToken() async throws {
        let (mine, other) = (try await app().app, try await app().app)
        let first = await signUp(key: mine.apiKey).string("refreshToken")
        let second = await exchange(first, mine.id.rawValue).string("refresh_token")
        let third = await exchange(second, mine.id.rawValue).string("refresh_token")
        #expect(await exchange(first, other.id.rawValue)["error"] == "invalid_grant")
        #expect(await exchange(third, mine.id.rawValue).status == 200)
    }

    @Test("a session of the project's key is refreshed by each client of the project")
    func unbound() async throws {
        let mine = try await app().app
        let token = await signUp(key: "demo-key").string("refreshToken")
        let first = await exchange(token, mine.id.rawValue)
        #expect(first.status == 200)
        #expect(await exchange(first.string("refresh_token"), "demo").status == 200)
    }

    @Test("secure Token accepts only the API key of the app that the session belongs to (X6)")
    func secureTokenKeys() async throws {
        for kind in [App.Kind.ios, .server] {
            let (mine, other) = (try await app(kind).app, try await app().app)
            let token = await signUp(key: mine.apiKey).string("refreshToken")
            for key in [other.apiKey, "demo-key"] {
                #expect(await secureToken(token, key: key).errorMessage == "INVALID_REFRESH_TOKEN")
            }
            #expect(await secureToken(token, key: mine.apiKey).status == 200)
        }
    }

    @Test("only the app of a session revokes it; for another client the response is the same (RFC 7009)")
    func revocation() async throws {
        let (mine, other) = (try await app().app, try await app().app)
        let user = await signUp(key: mine.apiKey)
        for token in ["refreshToken", "idToken"] {
            let form = [("token", user.string(token)), ("client_id", other.id.rawValue)]
            let response = await server.form("/oauth2/revoke", form)
            #expect(response.status == 200 && response.text.isEmpty)
        }
        #expect(await server.introspect(user.string("refreshToken"))["active"] == true)
        let form = [("token", user.string("refreshToken")), ("client_id", mine.id.rawValue)]
        #expect(await server.form("/oauth2/revoke", form).status == 200)
        #expect(await server.introspect(user.string("refreshToken")).json == ["active": false])
    }

    @Test("the tokens of a deleted app are rejected on every path (security 17)")
    func deletedApp() async throws {
        let mine = try await app().app
        let user = await signUp(key: mine.apiKey)
        let (idToken, refreshToken) = (user.string("idToken"), user.string("refreshToken"))
        let body: JSONValue = ["idToken": .string(idToken)]
        #expect(await server.call("lookup", body).status == 200)
        try await server.projects.deleteApp(mine.id, by: .server)
        #expect(await secureToken(refreshToken, key: "demo-key").errorMessage == "TOKEN_EXPIRED")
        #expect(await exchange(refreshToken, "demo")["error"] == "invalid_grant")
        #expect(await exchange(refreshToken, mine.id.rawValue)["error"] == "invalid_client")
        #expect(await server.call("lookup", body).errorMessage == "TOKEN_EXPIRED")
        #expect(await server.introspect(idToken).json == ["active": false])
        #expect(await server.introspect(refreshToken).json == ["active": false])
    }

    @Test("a password change keeps the session of the app")
    func passwordChange() async throws {
        let (mine, other) = (try await app().app, try await app().app)
        let user = await server.call(
            "signUp",
            ["email": "ada@example.com", "password": "correct horse"],
            key: mine.apiKey
        )
        let change: JSONValue = ["idToken": user["idToken"] ?? .null, "password": "another horse"]
        let changed = await server.call("update", change, key: other.apiKey)
        let token = changed.string("refreshToken")
        #expect(await exchange(token, other.id.rawValue)["error"] == "invalid_grant")
        #expect(await exchange(token, mine.id.rawValue).status == 200)
    }
}
