import CardeaCryptography
import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaProviders
import ProviderStandIns
import Testing

@Suite("Access tokens that apps send beside ID tokens")
struct AccessTokenTests {
    @Test("an access token of another sign-in does not go with an ID token")
    func accessTokenHash() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let hash = StandIn.hash(of: "the-access-token")
        let token = try provider.sign(world.claims(of: provider.url).with(["at_hash": .string(hash)]))
        #expect(await world.error(idToken: token, of: id, accessToken: "the-access-token") == nil)
        #expect(await world.error(idToken: token, of: id, accessToken: "another") != nil)
        // Ed25519 hashes with SHA-512 (RFC 8032 §5.1).
        try provider.addKey("edwards", .edDSA)
        world.clock.advance(.minutes(1))
        let digest = try #require(MessageDigest.sha512.hash(Array("the-access-token".utf8)))
        let long = Base64URL.encode(Array(digest.prefix(32)))
        for (hash, isRight) in [(long, true), (hash, false)] {
            let token = try provider.sign(world.claims(of: provider.url).with(["at_hash": .string(hash)]))
            let error = await world.error(idToken: token, of: id, accessToken: "the-access-token")
            #expect((error == nil) == isRight, "\(String(describing: error))")
        }
    }

    @Test("an access token that nothing binds to the person of the ID token is ignored (U13, security 3)")
    func unboundAccessToken() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let claims = world.claims(of: provider.url)
        let unbound = try await world.verify(
            idToken: provider.sign(claims),
            of: id,
            accessToken: "of-somebody"
        )
        #expect(unbound.tokens.accessToken == nil && unbound.tokens.idToken != nil)
        #expect(unbound.email == "ada@example.com" && provider.count("/userinfo") == 0)
        let hash = StandIn.hash(of: "the-access-token")
        let bound = try await world.verify(
            idToken: provider.sign(claims.with(["at_hash": .string(hash)])),
            of: id,
            accessToken: "the-access-token"
        )
        #expect(bound.tokens.accessToken == "the-access-token")
    }

    @Test(
        "an access token that is no bearer token is rejected, and no provider receives it (security 22)",
        arguments: ["x\r\nX-Injected: yes", "x\0y", "x y", "x\ny", "ü", "=", "a=b"]
    )
    func accessTokenForm(_ text: String) async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let claims = world.claims(of: provider.url).with(["email": nil, "email_verified": nil])
        let token = try provider.sign(claims)
        let error = await world.error(idToken: token, of: id, accessToken: text)
        #expect(error == .invalidCredential("The access token is malformed."))
        try await world.configure("github.com")
        let github = try #require(ProviderID(rawValue: "github.com"))
        #expect(
            await world.error(.accessToken(text, of: github, secret: nil))
                == .invalidCredential("The access token is malformed.")
        )
        #expect(provider.count("/userinfo") == 0)
    }

    @Test("the userinfo endpoint gives the address that an ID token lacks, of the same person alone")
    func userInfo() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider) { $0.emailDomains = ["example.com"] }
        let token = try provider.sign(
            world.claims(of: provider.url).with(["email": nil, "email_verified": nil])
        )
        provider.on("/userinfo") { _ in
            .json(Array(#"{"sub":"248289761001","email":"ada@example.com","email_verified":true}"#.utf8))
        }
        let assertion = try await world.verify(idToken: token, of: id, accessToken: "the-access-token")
        #expect(assertion.email == "ada@example.com" && assertion.isEmailTrusted)
        #expect(assertion.tokens.accessToken == "the-access-token", "the endpoint names the same person")
        // The pair comes from one source: a flag of the ID token says nothing of this address (security 1).
        let flagged = try provider.sign(world.claims(of: provider.url).with(["email": nil]))
        for flag in ["", #","email_verified":false"#] {
            provider.on("/userinfo") { _ in
                .json(Array(#"{"sub":"248289761001","email":"boss@example.com"\#(flag)}"#.utf8))
            }
            let unproved = try await world.verify(idToken: flagged, of: id, accessToken: "the-access-token")
            #expect(unproved.email == "boss@example.com" && !unproved.isEmailTrusted)
        }
        provider.on("/userinfo") { _ in
            .json(Array(#"{"sub":"another","email":"victim@example.com","email_verified":true}"#.utf8))
        }
        #expect(await world.error(idToken: token, of: id, accessToken: "the-access-token") != nil)
    }
}
