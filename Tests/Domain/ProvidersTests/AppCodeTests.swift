import CardeaIdentityDomain
import CardeaIdentityService
import CardeaEncodings
import CardeaHTTPRouting
import CardeaProviders
import ProviderStandIns
import Testing

@Suite("Codes that apps send")
struct AppCodeTests {
    @Test(
        "a code of a redirect of this server is not accepted from a form (security 16)",
        arguments: [
            "https://id.example/auth/handler/oidc.acme", "https://ID.Example:443/auth/handler",
            "https://id.example./x", "http://id.example/", "https://id%2Eexample/",
            "https://id.example:8443/",
            "https://a@id.example/", "https://id.example\\@app.example/", "https:id.example", "https:///x",
            "https://id.example/a b",
        ]
    )
    func codeOfRedirect(_ redirectURI: String) async throws {
        let world = try await World()
        let provider = try await StandIn()
        let id = try await world.configure(provider)
        let error = await world.error(.code("leaked", of: id, nonce: nil, redirectURI: redirectURI))
        guard case .invalidCredential = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(provider.count("/token") == 0)
    }

    @Test("a code of an app is exchanged, unless codes are turned off", arguments: [true, false])
    func codeOfApp(isOn: Bool) async throws {
        let world = try await World()
        let provider = try await StandIn()
        let id = try await world.configure(provider) { $0.allowsCodes = isOn }
        let claims = world.claims(of: provider.url)
        provider.on("/token") { _ in
            let token = (try? provider.sign(claims)) ?? ""
            let response: JSONValue = [
                "access_token": "a", "token_type": "Bearer", "id_token": .string(token),
            ]
            return .json(response.text)
        }
        for redirectURI in ["https://app.example/back", "com.example.app:/back", "postmessage", nil] {
            let error = await world.error(.code("own", of: id, nonce: nil, redirectURI: redirectURI))
            #expect((error == nil) == isOn, "\(String(describing: error))")
        }
        #expect((provider.count("/token") == 0) == !isOn)
    }

    @Test(
        "a server on loopback knows its redirects by the port, under each name of the machine (security 16)",
        arguments: [
            ("http://127.0.0.1:8080/auth/handler", true), ("http://localhost:8080/auth/handler", true),
            ("http://[::1]:8080/auth/handler", true), ("http://localhost:8081/back", false),
            ("http://127.0.0.1/back", false), ("https://app.example:8080/back", false),
        ]
    )
    func loopback(_ redirectURI: String, isOwn: Bool) {
        #expect(RedirectFlow.isOwn(redirectURI, at: "http://127.0.0.1:8080") == isOwn)
    }

    @Test("a code of a redirect of this server is not revoked from a form (security 16)")
    func revocation() async throws {
        let world = try await World()
        let provider = try await StandIn()
        let id = try await world.configure(provider)
        let token = RevocableToken.code(
            "leaked",
            redirectURI: "https://id.example/auth/handler/oidc.acme",
            clientID: nil
        )
        await #expect {
            try await world.revoke(token, of: id)
        } throws: {
            if case ProviderError.invalidCredential = $0 { true } else { false }
        }
        #expect(provider.count("/token") == 0)
    }

    @Test(
        "a code that its provider binds to no redirect counts only if the project has no redirects (security 16)",
        arguments: ["naver.com", "wechat.com"]
    )
    func unbound(_ name: String) async throws {
        let (provider, world) = try await QuirkTests.world("nid.naver.com", "api.weixin.qq.com")
        let id = try await world.configure(name)
        let code = ProviderCredential.code("leaked", of: id, nonce: nil, redirectURI: nil)
        let revocation = RevocableToken.code("leaked", redirectURI: nil, clientID: nil)
        #expect(await world.error(code) == .unsupported(AppCodeTests.rejection))
        await #expect(throws: ProviderError.unsupported(AppCodeTests.rejection)) {
            try await world.revoke(revocation, of: id)
        }
        #expect(provider.requests.isEmpty)
        var project = world.project
        project.policy.providers.redirectURLs = []
        await #expect(throws: ProviderError.self) {
            _ = try await world.client.verify(code, in: RequestScope(project: project), .unlimited)
        }
        #expect(!provider.requests.isEmpty, "the provider decides")
    }

    private static let rejection =
        "Codes of this provider are bound to no redirect. Use the redirect flow, or remove providers.redirectURLs."
}
