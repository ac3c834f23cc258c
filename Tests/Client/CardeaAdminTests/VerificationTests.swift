import AdminTestSupport
import CardeaAdmin
import CardeaCryptography
import CardeaEncodings
import CardeaTesting
import Foundation
import Testing

/// Verification of tokens: what is accepted, and the attacks of RFC 8725.
@Suite("Verification of tokens (security 14)")
struct VerificationTests {
    private let issuer: TestIssuer
    private let admin: AdminClient

    init() throws {
        issuer = try TestIssuer()
        admin = try issuer.client()
    }

    private func rejection(_ token: String) async -> AdminError.Code? {
        await adminError { _ = try await admin.verifyIDToken(token) }?.code
    }

    @Test("a valid token has typed claims", arguments: ["ec", "rsa"])
    func valid(keyID: String) async throws {
        let algorithm = keyID == "ec" ? "ES256" : "RS256"
        let token = try issuer.token(
            header: ["alg": .string(algorithm), "kid": .string(keyID), "typ": .string("JWT")],
            signedBy: keyID == "ec" ? issuer.key : issuer.rsaKey
        )
        let verified = try await admin.verifyIDToken(token)
        #expect(verified.userID == "ada" && verified.email == "ada@example.com" && verified.isEmailVerified)
        #expect(verified.signInProvider == "password" && verified.tenantID == nil)
        #expect(verified.customClaimNames == ["role"] && verified.claim("role") == "editor")
        #expect(verified.expiresAt.timeIntervalSince(verified.issuedAt) == 3600)
        struct Claims: Decodable { let role: String }
        #expect(try verified.claims(as: Claims.self).role == "editor")
        #expect(throws: AdminError.self) { try verified.claims(as: [Int].self) }
    }

    @Test("a token without a signature is rejected", arguments: ["none", "None", "nOnE"])
    func algorithmNone(name: String) async throws {
        let header = TestIssuer.segment(["alg": .string(name), "kid": .string("ec"), "typ": .string("JWT")])
        let claims = TestIssuer.segment(issuer.claims)
        #expect(await rejection("\(header).\(claims).") == .invalidToken)
        let signed = try issuer.token(header: [
            "alg": .string(name), "kid": .string("ec"), "typ": .string("JWT"),
        ])
        #expect(await rejection(signed) == .invalidToken)
    }

    @Test("an HMAC with the public key as the secret is rejected", arguments: ["ec", "rsa"])
    func publicKeyAsSecret(keyID: String) async throws {
        let header = TestIssuer.segment([
            "alg": .string("HS256"), "kid": .string(keyID), "typ": .string("JWT"),
        ])
        let input = header + "." + TestIssuer.segment(issuer.claims)
        let publicKey = (keyID == "ec" ? issuer.key : issuer.rsaKey).publicKey
        let mac = HMACKey(Array(publicKey.pem.utf8)).authenticate(Array(input.utf8))
        #expect(await rejection(input + "." + Base64URL.encode(mac)) == .invalidToken)
    }

    @Test("a token of another key under the ID of a published one is rejected")
    func foreignSignature() async throws {
        let token = try issuer.token(signedBy: PrivateKey.generate(.es256))
        #expect(await rejection(token) == .invalidToken)
        let valid = try issuer.token()
        #expect(await rejection(String(valid.dropLast(4)) + "AAAA") == .invalidToken)
        let other = try issuer.token { $0["sub"] = .string("eve") }
        let parts = (valid.split(separator: "."), other.split(separator: "."))
        #expect(await rejection("\(parts.0[0]).\(parts.1[1]).\(parts.0[2])") == .invalidToken)
    }

    @Test(
        "headers that name no published key, or bring a key or a critical extension, are rejected",
        arguments: [
            ["alg": "ES256", "typ": "JWT"], ["alg": "ES256", "typ": "JWT", "kid": "other"],
            ["alg": "ES256", "typ": "JWT", "kid": "ec", "crit": "exp"],
            ["alg": "ES256", "typ": "JWT", "kid": "ec", "b64": "x"],
            ["alg": "ES256", "typ": "JWT", "kid": "ec", "jku": "https://evil.example"],
            ["alg": "ES256", "typ": "JWT", "kid": "ec", "jwk": "{}"],
            ["alg": "RS256", "typ": "JWT", "kid": "ec"],
            ["alg": "ES256", "typ": "at+jwt", "kid": "ec"], ["alg": "ES256", "kid": "ec"],
        ] as [[String: String]]
    )
    func headers(header: [String: String]) async throws {
        let token = try issuer.token(header: header.mapValues { .string($0) })
        #expect(await rejection(token) == .invalidToken)
    }

    @Test("a token of another issuer or another project is rejected")
    func issuerAndAudience() async throws {
        let other = "\(TestIssuer.address)/project-2"
        #expect(await rejection(try issuer.token { $0["iss"] = .string(other) }) == .invalidToken)
        #expect(await rejection(try issuer.token { $0["iss"] = nil }) == .invalidToken)
        #expect(await rejection(try issuer.token { $0["aud"] = .string("project-2") }) == .invalidToken)
        let both = JSONValue.array([.string("project-2"), .string(TestIssuer.project)])
        #expect(await rejection(try issuer.token { $0["aud"] = both }) == .invalidToken)
        #expect(
            await rejection(
                try issuer.token { ($0["iss"], $0["aud"]) = (.string(other), .string("project-2")) }
            ) == .invalidToken
        )
    }

    @Test("a token without a user is rejected", arguments: ["", String(repeating: "x", count: 129)])
    func subject(userID: String) async throws {
        #expect(await rejection(try issuer.token { $0["sub"] = .string(userID) }) == .invalidToken)
        #expect(await rejection(try issuer.token { $0["sub"] = .integer(7) }) == .invalidToken)
    }

    @Test("times are checked, with a minute for clocks that differ")
    func times() async throws {
        let now = Int64(issuer.clock.now.timeIntervalSince1970)
        let expired = try issuer.token { $0["exp"] = .integer(now - 61) }
        #expect(await rejection(expired) == .tokenExpired)
        _ = try await admin.verifyIDToken(try issuer.token { $0["exp"] = .integer(now - 59) })
        #expect(await rejection(try issuer.token { $0["iat"] = .integer(now + 61) }) == .invalidToken)
        #expect(await rejection(try issuer.token { $0["auth_time"] = .integer(now + 61) }) == .invalidToken)
        #expect(await rejection(try issuer.token { $0["nbf"] = .integer(now + 61) }) == .invalidToken)
        _ = try await admin.verifyIDToken(try issuer.token { $0["iat"] = .integer(now + 59) })
        for name in ["exp", "iat", "auth_time"] {
            #expect(await rejection(try issuer.token { $0[name] = nil }) == .invalidToken)
            #expect(await rejection(try issuer.token { $0[name] = .string("1") }) == .invalidToken)
        }
        issuer.clock.advance(by: .seconds(3661))
        #expect(await rejection(try issuer.token()) == nil)
    }

    @Test("tokens of a tenant need a client for it, or for all")
    func tenants() async throws {
        let token = try issuer.token {
            $0["firebase"] = .object(TestIssuer.object(["tenant": .string("acme")]))
        }
        #expect(await rejection(token) == .tenantMismatch)
        #expect(try await admin.forTenant("acme").verifyIDToken(token).tenantID == "acme")
        #expect(try await admin.verifyIDToken(token, anyTenant: true).tenantID == "acme")
        let other = await adminError { _ = try await admin.forTenant("globex").verifyIDToken(token) }
        #expect(other?.code == .tenantMismatch)
        let own = try issuer.token()
        let missing = await adminError { _ = try await admin.forTenant("acme").verifyIDToken(own) }
        #expect(missing?.code == .tenantMismatch)
    }

    @Test("an ID token is rejected as a session cookie, and a session cookie as an ID token")
    func kinds() async throws {
        let cookie = try issuer.token {
            $0["iss"] = .string("\(TestIssuer.address)/\(TestIssuer.project)/session-cookie")
        }
        #expect(try await admin.verifySessionCookie(cookie).userID == "ada")
        #expect(await rejection(cookie) == .invalidToken)
        let token = try issuer.token()
        #expect(await adminError { _ = try await admin.verifySessionCookie(token) }?.code == .invalidToken)
    }

    @Test(
        "malformed tokens are rejected without a request",
        arguments: [
            "", ".", "..", "a.b.c", "a.b", "a.b.c.d", "Bearer x", String(repeating: "a", count: 16_385),
        ]
    )
    func malformed(text: String) async throws {
        #expect(await rejection(text) == .invalidToken)
        #expect(issuer.fetches == 0)
    }

    @Test("a valid token that is too long is rejected")
    func tooLong() async throws {
        let filler = JSONValue.string(String(repeating: "x", count: 13_000))
        #expect(await rejection(try issuer.token { $0["filler"] = filler }) == .invalidToken)
    }

    @Test("only a client of an emulator accepts an unsigned token")
    func emulator() async throws {
        var claims = issuer.claims
        claims["iss"] = .string("https://securetoken.google.com/\(TestIssuer.project)")
        let header = TestIssuer.segment(["alg": .string("none"), "typ": .string("JWT")])
        let token = "\(header).\(TestIssuer.segment(claims))."
        var configuration = try issuer.configuration()
        configuration.server = .googleIdentityPlatform
        let google = try AdminClient(configuration)
        #expect(await adminError { _ = try await google.verifyIDToken(token) }?.code == .invalidToken)
        configuration.server = .fromEnvironment(
            ["FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"],
            default: .googleIdentityPlatform
        )
        #expect(try await AdminClient(configuration).verifyIDToken(token).userID == "ada")
        #expect(AdminServer.fromEnvironment([:], default: .googleIdentityPlatform) == .googleIdentityPlatform)
    }
}
