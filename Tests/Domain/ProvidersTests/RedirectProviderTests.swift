import CardeaIdentityService
import CardeaProviders
import CardeaSecrets
import ProviderStandIns
import Testing

@Suite("The provider of a redirect, before its response is used")
struct RedirectProviderTests {
    @Test("the provider of a redirect is found for its app alone, and does not use the redirect up (U10)")
    func providerOfRedirect() async throws {
        let world = try await World()
        let provider = try await RedirectTests.exchanging(world)
        let id = try await world.configure(provider)
        let begun = try await world.begin(id)
        let early = ProviderCredential.response(url: begun.url, session: begun.sessionID, nonce: nil)
        #expect(try await world.client.provider(of: early, in: world.scope) == nil)
        let back = try await Browser(world).comeBack(from: begun, at: provider)
        for session in [Secret("another session of an app"), nil] {
            let foreign = ProviderCredential.response(url: back, session: session, nonce: nil)
            #expect(try await world.client.provider(of: foreign, in: world.scope) == nil)
        }
        let own = ProviderCredential.response(url: back, session: begun.sessionID, nonce: nil)
        #expect(try await world.client.provider(of: own, in: world.scope) == id)
        #expect(try await world.verify(own).subject == "248289761001")
        #expect(try await world.client.provider(of: own, in: world.scope) == nil)
    }
}
