import CardeaEncodings
import CardeaIdentityDomain
import Testing

@testable import CardeaIdentityService

@Suite("Kept tokens of providers")
struct IdentityVaultTests {
    private let keys = KeyVault(masterKey: [UInt8](repeating: 7, count: 32))
    private let pool = UserPool(project: ProjectID(rawValue: "shop"))

    @Test("an ID token is not kept, and one that an earlier release kept is not read (U13, security 24)")
    func idToken() throws {
        let vault = IdentityVault(vault: keys)
        let google = try #require(ProviderID(rawValue: "google.com"))
        let identity = try #require(ProviderSubject(google, "1"))
        let now = Timestamp(seconds: 1_800_000_000)
        let issued = ProviderTokens(accessToken: "ya29", refreshToken: "1//", idToken: "e30.e30.AA")
        let sealed = try vault.seal(issued, of: identity, in: pool, at: now)
        var kept = ProviderTokens(accessToken: "ya29", refreshToken: "1//")
        kept.issuedAt = now
        #expect(try vault.open(sealed, of: identity, in: pool) == kept)

        var json = JSONText()
        json.object(["accessToken": .string("ya29"), "idToken": .string("e30.e30.AA")])
        let label = Array("provider access token\0shop\0\0google.com\u{0}1\0".utf8)
        let earlier = SealedProviderTokens(
            access: try keys.seal(json.bytes, authenticating: label, name: "provider's data")
        )
        #expect(try vault.open(earlier, of: identity, in: pool) == ProviderTokens(accessToken: "ya29"))
    }
}
