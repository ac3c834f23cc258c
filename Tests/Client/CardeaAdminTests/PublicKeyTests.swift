import AdminTestSupport
import CardeaAdmin
import CardeaCryptography
import CardeaEncodings
import CardeaTesting
import Foundation
import Testing

/// The cache of public keys: rotation, outages, forged key IDs.
@Suite struct PublicKeyTests {
    private let issuer: TestIssuer
    private let admin: AdminClient

    init() throws {
        issuer = try TestIssuer()
        admin = try issuer.client()
    }

    private func verify(_ keyID: String = "ec", _ key: PrivateKey? = nil) async throws {
        let token = try issuer.token(
            header: ["alg": .string("ES256"), "kid": .string(keyID), "typ": .string("JWT")],
            signedBy: key
        )
        _ = try await admin.verifyIDToken(token)
    }

    private func rejection(_ keyID: String) async -> AdminError.Code? {
        await adminError { try await verify(keyID) }?.code
    }

    @Test("keys are kept as long as the response says, and fetched once by many")
    func maxAge() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { try await self.verify() } }
            try await group.waitForAll()
        }
        #expect(issuer.fetches == 1)
        issuer.clock.advance(by: .seconds(299))
        try await verify()
        #expect(issuer.fetches == 1)
        issuer.clock.advance(by: .seconds(1))
        try await verify()
        #expect(issuer.fetches == 2)
    }

    @Test(
        "a response without a lifetime, or with an absurd one, has limits",
        arguments: [
            (nil, 3600), ("no-store", 60), ("max-age=0", 60), ("max-age=999999999", 86_400),
            ("max-age=x", 3600),
        ] as [(String?, Int)]
    )
    func lifetimes(cacheControl: String?, seconds: Int) async throws {
        issuer.change { $0.cacheControl = cacheControl }
        try await verify()
        issuer.clock.advance(by: .seconds(seconds - 1))
        try await verify()
        #expect(issuer.fetches == 1)
        issuer.clock.advance(by: .seconds(1))
        try await verify()
        #expect(issuer.fetches == 2)
    }

    @Test("a new key is found at once; a removed key ends with the lifetime of the response")
    func rotation() async throws {
        try await verify()
        let newKey = try PrivateKey.generate(.es256)
        issuer.publish(["new": newKey])
        try await verify("new", newKey)
        #expect(issuer.fetches == 2)
        #expect(await rejection("ec") == .invalidToken)
    }

    @Test(
        "forged key IDs cause ten requests at once and one a second, and a found key counts for none (security 39)"
    )
    func unknownKeys() async throws {
        try await verify()
        for number in 0..<5 { #expect(await rejection("forged-\(number)") == .invalidToken) }
        for number in 0..<20 {
            let newKey = try PrivateKey.generate(.es256)
            issuer.publish(["ec": issuer.key, "new-\(number)": newKey])
            try await verify("new-\(number)", newKey)
        }
        #expect(issuer.fetches == 26)
        for number in 0..<50 { #expect(await rejection("forged-\(number)") == .invalidToken) }
        #expect(issuer.fetches == 31)
        issuer.clock.advance(by: .seconds(1))
        for number in 0..<50 { #expect(await rejection("forged-\(number)") == .invalidToken) }
        #expect(issuer.fetches == 32)
        try await verify()
        #expect(issuer.fetches == 32)
    }

    @Test("a forged key ID in an outage does not end the pause after a failure")
    func unknownKeyInOutage() async throws {
        try await verify()
        issuer.change { $0.isDown = true }
        for _ in 0..<20 { #expect(await rejection("forged") == .invalidToken) }
        #expect(issuer.fetches == 2)
    }

    @Test("in an outage, the known keys are used for a day, and the server is asked every ten seconds")
    func outage() async throws {
        try await verify()
        issuer.change { $0.isDown = true }
        issuer.clock.advance(by: .seconds(300))
        for _ in 0..<20 { try await verify() }
        #expect(issuer.fetches == 2)
        issuer.clock.advance(by: .seconds(10))
        try await verify()
        #expect(issuer.fetches == 3)
        issuer.clock.advance(by: .seconds(86_400 - 20))
        try await verify()
        issuer.clock.advance(by: .seconds(20))
        #expect(await rejection("ec") == .keysUnavailable)
        issuer.change { $0.isDown = false }
        issuer.clock.advance(by: .seconds(10))
        try await verify()
    }

    @Test("an unreachable server at the start is a separate error, and is asked again")
    func downAtStart() async throws {
        issuer.change { $0.isDown = true }
        for _ in 0..<20 {
            let error = await adminError { try await verify() }
            #expect(error?.code == .keysUnavailable && error?.transportError != nil)
        }
        #expect(issuer.fetches == 1)
        issuer.change { $0.isDown = false }
        issuer.clock.advance(by: .seconds(10))
        try await verify()
    }

    @Test("an HTML page instead of the keys does not replace the known keys")
    func page() async throws {
        try await verify()
        let path = "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
        issuer.change {
            $0.responses[path] = CardeaResponse(status: 200, body: Data("<html></html>".utf8))
        }
        issuer.clock.advance(by: .seconds(300))
        try await verify()
    }
}
