import APITestSupport
import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import Testing

@Suite("Management of identity providers")
struct ProviderTests {
    private static let path = "projects/demo/providers"

    @Test("a provider is configured, changed field by field, and deleted (U6)")
    func life() async throws {
        let management = try await Management()
        let made = await management.ask(
            .post,
            Self.path + ":set",
            ["provider": "google.com", "clientID": "42", "secret": "very secret", "audiences": ["ios"]]
        )
        #expect(made.status == 200 && made["enabled"] == true && made["hasSecret"] == true, "\(made.text)")
        #expect(made["redirectURL"] == "https://id.example/auth/handler" && made["secret"] == nil)
        let changed = await management.ask(
            .post,
            Self.path + ":set",
            ["provider": "google.com", "enabled": false, "displayName": "Google"]
        )
        #expect(changed["clientID"] == "42" && changed["audiences"] == ["ios"] && changed["enabled"] == false)
        let cleared = await management.ask(
            .post,
            Self.path + ":set",
            ["provider": "google.com", "secret": "", "displayName": ""]
        )
        #expect(cleared["hasSecret"] == false && cleared["displayName"] == nil)
        let list = await management.ask(.get, Self.path)
        #expect(list.all("provider", in: "providers") == ["google.com"])
        #expect(await management.ask(.delete, Self.path + "/google.com").status == 200)
        #expect(await management.ask(.get, Self.path + "/google.com")["configured"] == false)
        #expect(await management.ask(.delete, Self.path + "/google.com").status == 404)
    }

    @Test(
        "a provider of a tenant is separate from that of the project, and is deleted with the tenant (security 19)"
    )
    func tenants() async throws {
        let management = try await Management()
        _ = await management.ask(.post, "projects/demo/tenants", ["id": "blue", "displayName": "Blue"])
        let path = "projects/demo/tenants/blue/providers"
        let google: JSONValue = ["provider": "google.com", "clientID": "blue"]
        #expect(await management.ask(.post, path + ":set", google)["tenant"] == "blue")
        #expect(await management.ask(.get, Self.path + "/google.com")["configured"] == false)
        _ = await management.ask(.delete, "projects/demo/tenants/blue")
        #expect(await management.ask(.get, path).status == 404)
    }

    @Test("a change of a provider that is not configured is rejected, and says how it is configured")
    func notConfigured() async throws {
        let management = try await Management()
        for body: JSONValue in [
            ["provider": "google.com", "enabled": true], ["provider": "google.com", "secret": "very secret"],
            ["provider": "oidc.acme", "issuer": "https://acme.example"],
        ] {
            let response = await management.ask(.post, Self.path + ":set", body)
            let options =
                body["issuer"] == nil ? "google.com --client-id ID" : "oidc.acme --issuer URL --client-id ID"
            #expect(
                response.status == 404 && response.text.contains("'cardea provider set \(options)'"),
                "\(response.text)"
            )
        }
        #expect(await management.ask(.get, Self.path).all("provider", in: "providers").isEmpty)
    }

    @Test("Apple: a private key of another kind, or a damaged one, is rejected (security 24)")
    func privateKeys() async throws {
        let management = try await Management()
        let key = try PrivateKey.generate(.es256).pem
        let damaged = String(key.replacing("MI", with: "MJ"))
        for text in [
            try PrivateKey.generate(.rs256).pem, try PrivateKey.generate(.es256).publicKey.pem, damaged,
        ] {
            let response = await management.ask(.post, Self.path + ":set", Self.apple(text))
            #expect(
                response.status == 400 && response.text.contains("a P-256 private key"),
                "\(response.text)"
            )
        }
        let made = await management.ask(.post, Self.path + ":set", Self.apple(key))
        #expect(made.status == 200 && made["hasSecret"] == true, "\(made.text)")
        #expect(await management.ask(.post, Self.path + ":set", Self.apple("wrong")).status == 400)
    }

    private static func apple(_ key: String) -> JSONValue {
        ["provider": "apple.com", "clientID": "1", "teamID": "TEAM", "keyID": "KEY", "secret": .string(key)]
    }

    @Test(
        "an invalid configuration is rejected in words, and nothing is written",
        arguments: [
            (
                ["provider": "acme.com", "clientID": "1"],
                "'acme.com': use an ID such as google.com or oidc.acme"
            ),
            (["provider": "acme"], "'acme': use an ID such as google.com or oidc.acme"),
            (["provider": "google"], "'google': did you mean 'google.com'?"),
            (["provider": "Apple"], "'Apple': did you mean 'apple.com'?"),
            (["provider": "google.com", "clientID": ""], "client ID"),
            (["provider": "gogle.com", "enabled": true], "'gogle.com': did you mean 'google.com'?"),
            (["provider": "apple.com", "clientID": "1", "secret": "very secret"], "P-256 private key"),
            (["provider": "oidc.acme", "clientID": "1"], "issuer"),
            (["provider": "google.com", "clientID": "1", "issuer": "https://a.example"], "fixed"),
            (["provider": "oidc.acme", "clientID": "1", "issuer": "https://a.example?x=1"], "without query"),
            (["provider": "oidc.acme", "clientID": "1", "issuer": "ftp://a.example"], "https URL"),
            (["provider": "oidc.acme", "clientID": "1", "issuer": "https://a@b.example"], "https URL"),
            (["provider": "microsoft.com", "clientID": "1", "issuer": "https://evil.example"], "form"),
            (["provider": "google.com", "clientID": "1 2"], "invalid characters"),
            (["provider": "google.com", "clientID": "1", "emailDomains": ["Acme.Example"]], "lower case"),
            (["provider": "google.com", "clientID": "1", "emailDomains": ["*"]], "lower case"),
            (
                ["provider": "google.com", "clientID": "1", "codes": false, "idTokens": false],
                "one of the ways"
            ),
            (["provider": "apple.com", "clientID": "1", "teamID": "a/b"], "team ID"),
        ] as [(JSONValue, String)]
    )
    func invalid(_ body: JSONValue, _ reason: String) async throws {
        let management = try await Management()
        let response = await management.ask(.post, Self.path + ":set", body)
        #expect(response.status == 400 && response.text.contains(reason), "\(response.text)")
        #expect(await management.ask(.get, Self.path).all("provider", in: "providers").isEmpty)
    }
}
