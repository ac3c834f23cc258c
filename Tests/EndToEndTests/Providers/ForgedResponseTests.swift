import CardeaEncodings
import Foundation
import ProviderStandIns
import Testing

@Suite("Forged responses of identity providers, over HTTP")
struct ForgedResponseTests {
    /// A server with a provider and another one that attacks its users.
    private struct Setting {
        let provided: ProvidedServer
        let evil: StandIn

        var acme: StandIn { provided.standIn }

        init() async throws {
            provided = try await ProvidedServer()
            evil = try await StandIn()
            try await provided.configure("oidc.acme", provided.standIn)
            try await provided.configure("oidc.evil", evil)
            acme.exchangeClaims(for: "cardea")
            evil.exchangeClaims(for: "cardea")
        }

        /// Goes through a redirect with a provider whose ID token has some claims.
        func redirect(_ claims: (_ nonce: String) -> [(name: String, value: String)]) async throws -> Reply {
            let visitor = RedirectVisitor(provided.server)
            let begun = try await visitor.begin("oidc.acme")
            let asked = try await visitor.open(begun)
            let email = [(name: "email", value: "ada@acme.example")]
            let code = FormCoding.encode(email + claims(asked["nonce"] ?? ""))
            let items = [(name: "code", value: code), (name: "state", value: asked["state"] ?? "")]
            let back = try #require(try await visitor.bring(items).location)
            return try await visitor.finish(back, begun.session)
        }
    }

    @Test("a redirect with a token of another nonce, audience, issuer or time signs no user in (security 3)")
    func redirects() async throws {
        let setting = try await Setting()
        let other = try await RedirectVisitor(setting.provided.server).begin("oidc.acme")
        let state = try #require(other.url.formItems?["state"])
        let wrong: [[(name: String, value: String)]] = [
            [(name: "nonce", value: "another")], [(name: "nonce", value: "")],
            [(name: "nonce", value: state)],
            [(name: "aud", value: "another")], [(name: "iss", value: setting.evil.url)],
            [(name: "iss", value: "https://accounts.google.com")], [(name: "exp", value: "1")],
        ]
        for claims in wrong {
            let reply = try await setting.redirect { [(name: "nonce", value: $0)] + claims }
            #expect(reply.status == 400 && reply["idToken"] == nil, "\(claims): \(reply.object)")
        }
        let without = try await setting.redirect { _ in [(name: "sub", value: "1")] }
        #expect(without.error?.hasPrefix("MISSING_OR_INVALID_NONCE") == true, "\(without.object)")
        let right = try await setting.redirect { [(name: "nonce", value: $0)] }
        #expect(right.status == 200, "\(right.object)")
    }

    @Test("a client's ID token of another audience, issuer, key or nonce signs no user in (security 3, 14)")
    func tokens() async throws {
        let setting = try await Setting()
        let (acme, evil, provided) = (setting.acme, setting.evil, setting.provided)
        let good = try acme.idToken(for: "cardea", ["nonce": "mine"])
        let mixed = try evil.idToken(for: "cardea", ["iss": .string(acme.url)])
        let cases: [(provider: String, token: String, nonce: String?)] = [
            ("oidc.evil", good, "mine"), ("google.com", good, "mine"), ("oidc.acme", good, nil),
            ("oidc.acme", good, "another"), ("oidc.acme", mixed, nil), ("oidc.evil", mixed, nil),
            ("oidc.acme", try acme.idToken(for: "another", [:]), nil),
            ("oidc.acme", try acme.idToken(for: "cardea", ["aud": ["cardea", "another"]]), nil),
            ("oidc.acme", try evil.idToken(for: "cardea", [:]), nil),
        ]
        for (provider, token, nonce) in cases {
            let reply = try await provided.signIn(provider, idToken: token, nonce: nonce)
            #expect(reply.status == 400 && reply["idToken"] == nil, "\(provider): \(reply.object)")
        }
        let mine = try await provided.signIn("oidc.acme", idToken: good, nonce: "mine")
        #expect(mine.status == 200, "\(mine.object)")
        // The same subject at another provider is another person.
        let other = try await provided.signIn("oidc.evil", idToken: evil.idToken(for: "cardea", [:]))
        #expect(other.status == 200 && other["localId"] != mine["localId"], "\(other.object)")
    }

    @Test(
        "a client's ID token without a signature, or with an HMAC under the public key, signs no user in (security 14)"
    )
    func algorithms() async throws {
        let setting = try await Setting()
        for token in try setting.acme.forgedTokens(for: "cardea") {
            let reply = try await setting.provided.signIn("oidc.acme", idToken: token)
            #expect(reply.status == 400 && reply["idToken"] == nil, "\(token): \(reply.object)")
        }
        let good = try setting.acme.idToken(for: "cardea", [:])
        #expect(try await setting.provided.signIn("oidc.acme", idToken: good).status == 200)
    }

    @Test(
        "a response at the handler of another provider, or that names one, is rejected (mix-up, security 3)"
    )
    func mixUp() async throws {
        let setting = try await Setting()
        let visitor = RedirectVisitor(setting.provided.server)
        let asked = try await visitor.open(visitor.begin("oidc.acme"))
        let response = [(name: "code", value: "nonce=1"), (name: "state", value: asked["state"] ?? "")]
        for handler in ["/oidc.evil", "", "/google.com", "/oidc.acme/"] {
            let (status, location) = try await visitor.bring(response, to: handler)
            #expect([400, 404].contains(status) && location == nil, "\(handler)")
        }
        let named = response + [(name: "iss", value: setting.evil.url)]
        #expect(try await visitor.bring(named).status == 400)
        #expect(try await visitor.bring(response).location?.hasPrefix(RedirectVisitor.app) == true)
    }

    @Test(
        "of 100 browsers' responses with one state one passes, and of 100 sign-ins with it one (security 18)"
    )
    func replay() async throws {
        let setting = try await Setting()
        let visitor = RedirectVisitor(setting.provided.server)
        let begun = try await visitor.begin("oidc.acme")
        let asked = try await visitor.open(begun)
        let code = FormCoding.encode([
            (name: "nonce", value: asked["nonce"] ?? ""), (name: "email", value: "ada@acme.example"),
        ])
        let response = [(name: "code", value: code), (name: "state", value: asked["state"] ?? "")]
        let backs = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<100 { group.addTask { try await visitor.bring(response).location } }
            return try await group.reduce(into: [String]()) { $0 += [$1].compactMap(\.self) }
        }
        #expect(backs.count == 1)
        let back = try #require(backs.first)
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<100 { group.addTask { try await visitor.finish(back, begun.session) } }
            return try await group.reduce(into: [Reply]()) { $0.append($1) }
        }
        #expect(replies.filter { $0.status == 200 }.count == 1)
        #expect(replies.allSatisfy { $0.status == 200 || $0["idToken"] == nil })
        #expect(setting.acme.count("/token") == 1, "the provider's code is used once")
    }
}
