import CardeaCryptography
import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE
import CardeaProviders
import ProviderStandIns
import Testing

@Suite("ID tokens of providers")
struct IDTokenTests {
    @Test("a valid ID token gives the person with the profile (U6)")
    func valid() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let claims = world.claims(of: provider.url).with([
            "locale": "en", "team": "blue", "picture": "https://a.example/p",
        ])
        let assertion = try await world.verify(idToken: provider.sign(claims), of: id)
        #expect(assertion.provider == id && assertion.subject == "248289761001")
        #expect(assertion.email == "ada@example.com")
        #expect(assertion.assertedAt == world.clock.now())
        #expect(!assertion.isEmailTrusted, "the provider does not own example.com")
        #expect(assertion.profile.displayName == "Ada Lovelace" && assertion.profile.language == "en")
        #expect(assertion.signInAttributes?.contains("\"team\":\"blue\"") == true)
        #expect(assertion.signInAttributes?.contains("\"iss\"") == false)
    }

    @Test("a verified address is trusted if the project gives its domain to the provider (U15, security 1)")
    func trust() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider) { $0.emailDomains = ["example.com"] }
        let claims = world.claims(of: provider.url)
        #expect(try await world.verify(idToken: provider.sign(claims), of: id).isEmailTrusted)
        let unverified = claims.with(["email_verified": false])
        #expect(try await !world.verify(idToken: provider.sign(unverified), of: id).isEmailTrusted)
        let foreign = claims.with(["email": "ada@sub.example.com"])
        #expect(try await !world.verify(idToken: provider.sign(foreign), of: id).isEmailTrusted)
    }

    @Test(
        "an ID token with a wrong claim is rejected (security 3)",
        arguments: [
            ["iss": "https://accounts.google.com"], ["iss": nil], ["iss": ""], ["aud": "another"],
            ["aud": nil],
            ["aud": ["another", "third"]], ["aud": ["cardea", "another"]],
            ["aud": ["cardea", "another"], "azp": "another"], ["exp": 1_799_999_800], ["exp": nil],
            ["exp": "never"], ["iat": 1_800_000_300], ["iat": nil], ["nbf": 1_800_000_300], ["nbf": "soon"],
            ["sub": ""], ["sub": nil], ["sub": ["a"]], ["nonce": 5], ["nonce": ["a"]], ["nonce": false],
            ["azp": 5], ["at_hash": 5], ["sub": 5], ["iss": ["a"]], ["aud": 5],
            ["aud": ["cardea", 5]],
            ["aud": "car\u{1E0D}ea"], ["aud": "cardea\u{600}"],
        ] as [[String: JSONValue?]]
    )
    func claims(_ changes: [String: JSONValue?]) async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let claims = world.claims(of: provider.url)
        #expect(
            await world.error(idToken: try provider.sign(claims), of: id) == nil,
            "the claims are right before"
        )
        #expect(await world.error(idToken: try provider.sign(claims.with(changes)), of: id) != nil)
    }

    @Test("an ID token for a native app of the project is accepted")
    func audiences() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider) { $0.audiences = ["com.example.app"] }
        for audience in ["cardea", "com.example.app"] {
            let token = try provider.sign(world.claims(of: provider.url).with(["aud": .string(audience)]))
            #expect(await world.error(idToken: token, of: id) == nil)
        }
    }

    @Test("a nonce counts as plain text and as its hash, and must not be missing on one side (security 3)")
    func nonce() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        func token(_ nonce: String?) throws -> String {
            try provider.sign(world.claims(of: provider.url).with(["nonce": nonce.map(JSONValue.string)]))
        }
        let hash = SHA256.hash("n-0S6_WzA2Mj".utf8)
        for form in ["n-0S6_WzA2Mj", Hexadecimal.encode(hash), Base64URL.encode(hash)] {
            #expect(await world.error(idToken: try token(form), of: id, nonce: "n-0S6_WzA2Mj") == nil)
        }
        #expect(await world.error(idToken: try token("n-0S6_WzA2Mj"), of: id) == .invalidNonce)
        #expect(await world.error(idToken: try token(nil), of: id, nonce: "n-0S6_WzA2Mj") == .invalidNonce)
        #expect(
            await world.error(idToken: try token("other"), of: id, nonce: "n-0S6_WzA2Mj") == .invalidNonce
        )
        // The hash is not a secret: a nonce equal to it must not pass.
        let hashed = Hexadecimal.encode(hash)
        let nested = Hexadecimal.encode(SHA256.hash(hashed.utf8))
        #expect(await world.error(idToken: try token(nested), of: id, nonce: "n-0S6_WzA2Mj") == .invalidNonce)
        for text in [hashed, hashed.uppercased()] {
            #expect(await world.error(idToken: try token(text), of: id, nonce: text) == .invalidNonce)
        }
    }

    @Test("Apple: the token of a native app has the hash of the nonce, never the nonce (security 3)")
    func nativeNonce() async throws {
        let (provider, world) = try await QuirkTests.world("appleid.apple.com")
        let id = try await world.configure("apple.com", secret: nil) { $0.audiences = ["com.example.app"] }
        provider.on("/auth/keys") { request in await provider.keysResponse(request) }
        let hash = SHA256.hash("n-0S6_WzA2Mj".utf8)
        for (audience, nonce, isAccepted) in [
            ("com.example.app", Hexadecimal.encode(hash), true), ("com.example.app", "n-0S6_WzA2Mj", false),
            ("cardea", Hexadecimal.encode(hash), true), ("cardea", "n-0S6_WzA2Mj", true),
        ] {
            let claims = world.claims(of: "https://appleid.apple.com")
                .with(["aud": .string(audience), "nonce": .string(nonce)])
            let error = await world.error(idToken: try provider.sign(claims), of: id, nonce: "n-0S6_WzA2Mj")
            #expect(error == (isAccepted ? nil : .invalidNonce), "\(audience) \(nonce)")
        }
    }

    @Test("an ID token that is too long is rejected with the limit (security 20)")
    func length() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let claims = world.claims(of: provider.url)
        let long = try provider.sign(claims.with(["groups": .string(String(repeating: "g", count: 13_000))]))
        let error = await world.error(idToken: long, of: id)
        #expect(error == .invalidCredential("The ID token is longer than 16384 bytes."))
        let fitting = claims.with(["groups": .string(String(repeating: "g", count: 11_000))])
        #expect(await world.error(idToken: try provider.sign(fitting), of: id) == nil)
    }

    @Test("a token that is unsigned, or signed by HMAC under a public key, is rejected (security 14)")
    func algorithms() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let good = try provider.sign(world.claims(of: provider.url))
        #expect(await world.error(idToken: good, of: id) == nil)
        let claims = Array(good.utf8.split(separator: UInt8(ascii: "."))[1])
        let unsigned = String(
            decoding: UnsecuredToken.encode(world.claims(of: provider.url).text),
            as: UTF8.self
        )
        #expect(await world.error(idToken: unsigned, of: id) != nil)
        for secret in [try provider.publicKey("first").pem, "the secret of the client", ""] {
            var head = Array(Base64URL.encode(Array(#"{"alg":"HS256","kid":"first","typ":"JWT"}"#.utf8)).utf8)
            head += [UInt8(ascii: ".")] + claims
            let code = HMACKey(Array(secret.utf8)).authenticate(head)
            let forged = String(decoding: head, as: UTF8.self) + "." + Base64URL.encode(code)
            #expect(await world.error(idToken: forged, of: id) != nil)
        }
        for type in ["at+jwt", "logout+jwt", "JWE"] {
            let (key, other) = (try PrivateKey.generate(.rs256), "first")
            let token = try TokenSigner(key: key, keyID: other).sign(
                world.claims(of: provider.url).text,
                type: type
            )
            #expect(await world.error(idToken: String(decoding: token, as: UTF8.self), of: id) != nil)
        }
    }

    @Test("a token signed by another key under a known key ID is rejected (security 14)")
    func foreignKey() async throws {
        let (provider, attacker, world) = try await (StandIn(), StandIn(), World())
        let id = try await world.configure(provider)
        let forged = try attacker.sign(world.claims(of: provider.url), as: "first")
        #expect(await world.error(idToken: forged, of: id) != nil)
        let unknown = try attacker.sign(world.claims(of: provider.url), as: "attacker")
        #expect(await world.error(idToken: unknown, of: id) != nil)
    }

    @Test("a token of one provider is rejected at another that names it (mix-up, security 3)")
    func mixUp() async throws {
        let (acme, evil, world) = try await (StandIn(), StandIn(), World())
        try await world.configure(acme)
        let evilURL = evil.url
        let evilID = try await world.configure("oidc.evil") { $0.issuer = evilURL }
        let acmeID = try #require(ProviderID(rawValue: "oidc.acme"))
        let token = try acme.sign(world.claims(of: acme.url))
        #expect(await world.error(idToken: token, of: acmeID) == nil)
        #expect(await world.error(idToken: token, of: evilID) != nil)
        // The other provider signs a token that names the first as its issuer.
        let forged = try evil.sign(world.claims(of: acme.url))
        #expect(await world.error(idToken: forged, of: evilID) != nil)
        #expect(await world.error(idToken: forged, of: acmeID) != nil)
    }

    @Test("a discovery document of another issuer is not used (mix-up, security 3)")
    func discoveryOfAnother() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let forged = provider.metadata.with(["issuer": "https://accounts.google.com"])
        provider.on("/.well-known/openid-configuration") { _ in .json(forged.text) }
        let error = await world.error(idToken: try provider.sign(world.claims(of: provider.url)), of: id)
        guard case .unavailable(let reason, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("another issuer"))
    }

    @Test("a provider that is not configured, disabled or of another tenant signs no user in (security 17)")
    func disabled() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let token = try provider.sign(world.claims(of: provider.url))
        let other = try #require(ProviderID(rawValue: "oidc.other"))
        #expect(await world.error(idToken: token, of: other) == .notConfigured)
        try await world.configure(provider) { $0.isEnabled = false }
        #expect(await world.error(idToken: token, of: id) == .disabled)
        try await world.configure(provider) { $0.isEnabled = true }
        let tenant = RequestScope(project: world.project, tenant: TenantID(rawValue: "blue"))
        await #expect(throws: ProviderError.notConfigured) {
            try await world.client.verify(
                .idToken(token, of: id, nonce: nil, accessToken: nil, user: nil),
                in: tenant,
                .unlimited
            )
        }
    }
}
