import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLocks
import CardeaProviders
import ProviderStandIns
import Testing

/// The limit itself is tested by `AttemptLedgerTests` and `ProviderAttackTests`.
@Suite("The places of sign-ins that wait for a provider")
struct PlaceTests {
    private static let full = ProviderPlace(begin: { _ in .seconds(1) }, end: { _ in })
    private static let busy = ProviderError.busy(retryAfter: .seconds(1))

    /// Whether a credential takes a place.
    private static func takesPlace(
        _ credential: ProviderCredential,
        _ world: World
    ) async throws -> Bool {
        let taken = Mutex<[ProviderID]>([])
        let place = ProviderPlace(
            begin: { provider in
                taken.withLock { $0.append(provider) }
                return nil
            },
            end: { _ in }
        )
        _ = try await world.verify(credential, place)
        return taken.withLock { $0.count } == 1
    }

    @Test("an ID token takes a place only while discovery and keys are read (security 27)")
    func idTokens() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        func credential() throws -> ProviderCredential {
            let token = try provider.sign(world.claims(of: provider.url))
            return .idToken(token, of: id, nonce: nil, accessToken: nil, user: nil)
        }
        #expect(try await Self.takesPlace(credential(), world))
        #expect(try await !Self.takesPlace(credential(), world))
        #expect(try await world.verify(credential(), Self.full).subject == "248289761001")
        world.clock.advance(.minutes(1))
        try provider.addKey("second")
        #expect(try await Self.takesPlace(credential(), world), "the key is unknown")
        world.clock.advance(.hours(2))
        #expect(try await !Self.takesPlace(credential(), world), "newer documents are read meanwhile")
    }

    @Test(
        "without a place, codes and access tokens are rejected before the provider is requested (security 27)"
    )
    func requests() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let code = ProviderCredential.code("own", of: id, nonce: nil, redirectURI: nil)
        #expect(await world.error(code, Self.full) == Self.busy, "discovery needs a place, too")
        let bare = try provider.sign(world.claims(of: provider.url).with(["email": nil]))
        _ = try await world.verify(idToken: bare, of: id)
        #expect(await world.error(code, Self.full) == Self.busy)
        let both = ProviderCredential.idToken(bare, of: id, nonce: nil, accessToken: "a", user: nil)
        #expect(await world.error(both, Self.full) == Self.busy)
        let gitHub = try await world.configure("github.com")
        #expect(await world.error(.accessToken("a", of: gitHub, secret: nil), Self.full) == Self.busy)
        await #expect(throws: Self.busy) {
            try await world.client.revoke(.accessToken("a"), of: gitHub, in: world.scope, Self.full)
        }
        #expect(provider.count("/token") == 0 && provider.count("/userinfo") == 0)
    }

    @Test("the beginning of a redirect takes a place only while discovery is read (security 27)")
    func beginnings() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        #expect(await world.beginError(id, Self.full) == .provider(Self.busy))
        _ = try await world.begin(id)
        #expect(await world.beginError(id, Self.full) == nil)
    }

    @Test("a redirect without a place is not used up, and signs in later (security 27)")
    func redirects() async throws {
        let world = try await World()
        let provider = try await RedirectTests.exchanging(world)
        let id = try await world.configure(provider)
        let begun = try await world.begin(id)
        let back = try await Browser(world).comeBack(from: begun, at: provider)
        let response = ProviderCredential.response(url: back, session: begun.sessionID, nonce: nil)
        #expect(await world.error(response, Self.full) == Self.busy)
        #expect(provider.count("/token") == 0)
        #expect(try await Self.takesPlace(response, world))
    }
}
