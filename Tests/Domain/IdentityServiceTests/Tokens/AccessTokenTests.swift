import CardeaEncodings
import CardeaIdentityDomain
import CardeaJOSE
import CardeaSecrets
import Testing

@testable import CardeaIdentityService

@Suite("Access tokens")
struct AccessTokenTests {
    @Test("the claims are those of an ID token, with the session and the generation (U13)")
    func claims() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        var changes = AdministeredChanges()
        changes.displayName = .set("Ann \"A\" Ämter")
        changes.photoURL = .set("https://example.com/a.png")
        changes.phoneNumber = .set("+819012345678")
        changes.isEmailVerified = true
        changes.customClaims = .set(#"{"role":"admin","level":3}"#)
        _ = try await server.services.users.update(mine.user.id, changes, in: server.pool, by: .server)
        server.clock.advance(.minutes(30))
        let token = try await server.refresh(mine.tokens).tokens.accessToken
        let claims = try #require(JSONValue(parsing: try verified(token, server).claims))
        let now = server.clock.now().seconds
        let expected: JSONObject = [
            "iss": .string("https://id.example/shop"), "aud": .string("shop"),
            "sub": .string(mine.user.id.rawValue), "user_id": .string(mine.user.id.rawValue),
            "iat": .integer(now), "exp": .integer(now + 3600), "auth_time": .integer(now - 1800),
            "amr": .array([.string("pwd")]), "acr": .string("aal1"),
            "sid": .string(mine.session.id.text), "gen": .integer(1), "name": .string("Ann \"A\" Ämter"),
            "picture": .string("https://example.com/a.png"), "email": .string("ann@example.com"),
            "email_verified": .boolean(true), "phone_number": .string("+819012345678"),
            "role": .string("admin"),
            "level": .integer(3),
            "firebase": .object([
                "identities": .object([
                    "email": .array([.string("ann@example.com")]),
                    "phone": .array([.string("+819012345678")]),
                ]),
                "sign_in_provider": .string("password"),
            ]),
        ]
        #expect(claims == .object(expected))
    }

    @Test("a token names each method by which its user was authenticated, the newest last (RFC 8176)")
    func methods() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let who = try await server.authenticate(mine.tokens)
        server.clock.advance(.minutes(1))
        let linked = try await server.signIn(server.phoneCode(), linking: who)
        #expect(try methods(of: linked.tokens, server) == ["pwd"], "a new number does not authenticate")
        let again = try await server.signIn(server.phoneCode(), linking: who)
        #expect(try methods(of: again.tokens, server) == ["pwd", "sms"])
        let refreshed = try await server.refresh(again.tokens).tokens
        #expect(try methods(of: refreshed, server) == ["pwd", "sms"])
        let guest = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        let claims = try #require(JSONValue(parsing: try verified(guest.tokens.accessToken, server).claims))
        #expect(claims["amr"] == nil && claims["acr"] == nil)
    }

    private func methods(of tokens: IssuedTokens, _ server: Server) throws -> [String?]? {
        let claims = try #require(JSONValue(parsing: try verified(tokens.accessToken, server).claims))
        return claims["amr"]?.array?.map(\.string)
    }

    @Test("the token of an anonymous user has its provider, and the token of a tenant's user has the tenant")
    func anonymousInTenant() async throws {
        let server = try await Server()
        let tenant = try await server.projects.createTenant(
            in: server.project.id,
            id: TenantID(rawValue: "acme"),
            by: .server
        )
        let caller = server.caller(tenant: tenant.id)
        let mine = try await server.services.accounts.signUp(NewAccount(), by: caller).get()
        let claims = try #require(JSONValue(parsing: try verified(mine.tokens.accessToken, server).claims))
        #expect(claims["provider_id"] == .string("anonymous") && claims["email"] == nil)
        #expect(claims["firebase"]?["tenant"] == .string("acme"))
        #expect(claims["firebase"]?["identities"] == .object([:]))
        // A caller that names no tenant takes the token's; one that names another is rejected.
        #expect(try await server.authenticate(mine.tokens).user.pool.tenant?.rawValue == "acme")
        let text = String(decoding: mine.tokens.accessToken, as: UTF8.self)
        let other = server.caller(tenant: TenantID(rawValue: "other"))
        #expect(
            await failure { try await server.services.sessions.authenticate(text, by: other) }
                == .scope(.tenantMismatch)
        )
    }

    @Test("a token is valid until its expiry, and invalid from then on")
    func expiry() async throws {
        let server = try await Server()
        let tokens = try await server.signUp().tokens
        server.clock.advance(.seconds(3599))
        _ = try await server.authenticate(tokens)
        server.clock.advance(.seconds(1))
        #expect(await failure { try await server.authenticate(tokens) } == .token(.accessTokenExpired))
    }

    @Test("19: another project's, a changed one, and no token at all (security 14)")
    func foreign() async throws {
        let server = try await Server()
        let tokens = try await server.signUp().tokens
        let text = String(decoding: tokens.accessToken, as: UTF8.self)
        let other = Caller(
            RequestScope(
                project: try await server.projects.create(ProjectID(rawValue: "other"), by: .server)
            ),
            remoteAddress: "192.0.2.1"
        )
        #expect(
            await failure { try await server.services.sessions.authenticate(text, by: other) }
                == .token(.invalidAccessToken)
        )
        for bad in ["", "a.b.c", String(text.dropLast()), text.replacing("e", with: "f", maxReplacements: 3)]
        {
            let rejected = await failure {
                try await server.services.sessions.authenticate(bad, by: server.caller())
            }
            #expect(rejected == .token(.invalidAccessToken))
        }
    }

    @Test("a verified token whose key is retired is rejected at once (K4)")
    func retiredKey() async throws {
        let server = try await Server()
        let tokens = try await server.signUp().tokens
        _ = try await server.authenticate(tokens)
        try await server.projects.rotateSigningKey(of: server.project.id, by: .server)
        _ = try await server.authenticate(tokens)
        try await server.projects.rotateSigningKey(of: server.project.id, retiringOthers: true, by: .server)
        #expect(await failure { try await server.authenticate(tokens) } == .token(.invalidAccessToken))
    }

    @Test("a verified token whose session is revoked is rejected at once (U10)")
    func revokedSession() async throws {
        let server = try await Server()
        let tokens = try await server.signUp().tokens
        _ = try await server.authenticate(tokens)
        let text = String(decoding: tokens.accessToken, as: UTF8.self)
        try await server.services.sessions.revoke(text, by: server.caller())
        #expect(await failure { try await server.authenticate(tokens) } == .token(.sessionEnded(.signOut)))
    }

    @Test("a verified token of another profile or project is rejected (security 14)")
    func verifiedElsewhere() async throws {
        let server = try await Server()
        let tokens = try await server.signUp().tokens
        _ = try await server.authenticate(tokens)
        let text = String(decoding: tokens.accessToken, as: UTF8.self)
        let other = Caller(
            RequestScope(
                project: try await server.projects.create(ProjectID(rawValue: "other"), by: .server)
            ),
            remoteAddress: "192.0.2.1"
        )
        let issuer = server.services.sessions.issuer
        #expect(throws: IdentityError.token(.invalidAccessToken)) {
            try issuer.claims(of: Secret(text), [.accessToken], server.project)
        }
        #expect(throws: IdentityError.token(.invalidAccessToken)) {
            try issuer.claims(of: Secret(text), [.idToken], other.project)
        }
    }

    @Test("a verified token is found by its keys until it expires, and the size is limited (security 34)")
    func verifiedTokens() async throws {
        let server = try await Server()
        let tokens = try await server.signUp().tokens
        let text = Secret(String(decoding: tokens.accessToken, as: UTF8.self))
        let claims = try server.services.sessions.issuer.claims(of: text, [.idToken], server.project)
        let keys = try #require(server.projects.signingKeys(of: server.project.id))
        let (now, limit) = (server.clock.now(), 64 << 10)
        let verified = VerifiedTokens(size: limit)
        for number in 0..<10_000 {
            let hash = [UInt8(number & 0xff), UInt8(number >> 8)]
            verified.remember(claims, of: hash, keys, at: now)
            #expect(verified.claims(of: hash, keys, at: now) != nil)
            #expect(verified.count <= limit / 512)
        }
        #expect(verified.claims(of: [0, 0], keys, at: now) == nil)
        verified.remember(claims, of: [1], keys, at: now)
        #expect(verified.claims(of: [1], keys, at: claims.expiresAt) == nil)
        verified.remember(claims, of: [2], keys, at: claims.expiresAt)
        #expect(verified.claims(of: [2], keys, at: now) == nil)
        try await server.projects.rotateSigningKey(of: server.project.id, by: .server)
        let others = try #require(server.projects.signingKeys(of: server.project.id))
        #expect(verified.claims(of: [1], others, at: now) == nil)
    }

    @Test("errors contain no token (security 23)")
    func silentErrors() async throws {
        let server = try await Server()
        let token = String(decoding: try await server.signUp().tokens.accessToken, as: UTF8.self) + "x"
        let error = try #require(
            await failure { try await server.services.sessions.authenticate(token, by: server.caller()) }
        )
        #expect(!"\(error)".contains(token.prefix(12)))
    }

    private func verified(_ token: [UInt8], _ server: Server) throws -> VerifiedToken {
        try #require(server.projects.verifier(for: server.project.id)).verify(token)
    }
}
