import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLocks
import CardeaOutboundHTTP
import ProviderStandIns
import Testing

@Suite("Keys and documents of providers")
struct KeySetTests {
    @Test("the keys are read once for many tokens, also at the same time")
    func cached() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let token = try provider.sign(world.claims(of: provider.url))
        await withTaskGroup(of: ProviderError?.self) { group in
            for _ in 0..<50 { group.addTask { await world.error(idToken: token, of: id) } }
            for await error in group { #expect(error == nil) }
        }
        #expect(provider.count("/keys") == 1)
        #expect(provider.count("/.well-known/openid-configuration") == 1)
    }

    @Test("a new key of the provider is used at once, and a removed one until the set is read again")
    func rotation() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let old = try provider.sign(world.claims(of: provider.url))
        #expect(await world.error(idToken: old, of: id) == nil)
        world.clock.advance(.minutes(1))
        try provider.addKey("second", .es256)
        provider.removeKey("first")
        let new = try provider.sign(world.claims(of: provider.url))
        #expect(await world.error(idToken: new, of: id) == nil)
        #expect(provider.count("/keys") == 2)
        #expect(await world.error(idToken: old, of: id) != nil)
    }

    @Test(
        "tokens with unknown key IDs cause ten requests at once and one a second, and delay no new key (security 29, 39)"
    )
    func unknownKeys() async throws {
        let (provider, attacker, world) = try await (StandIn(), StandIn(), World())
        let id = try await world.configure(provider)
        let good = try provider.sign(world.claims(of: provider.url))
        #expect(await world.error(idToken: good, of: id) == nil)
        func forge(_ numbers: Range<Int>) async throws {
            for number in numbers {
                let forged = try attacker.sign(world.claims(of: provider.url), as: "unknown-\(number)")
                #expect(await world.error(idToken: forged, of: id) != nil)
            }
        }
        try await forge(0..<5)
        try provider.addKey("second", .es256)
        let new = try provider.sign(world.claims(of: provider.url), key: "second")
        #expect(await world.error(idToken: new, of: id) == nil)
        #expect(provider.count("/keys") == 7)
        try await forge(5..<50)
        #expect(provider.count("/keys") == 12)
        world.clock.advance(.seconds(1))
        try await forge(50..<60)
        #expect(provider.count("/keys") == 13)
        #expect(await world.error(idToken: good, of: id) == nil)
    }

    @Test("an outage of the provider keeps its keys for a day, and no longer")
    func outage() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        func error() async throws -> ProviderError? {
            await world.error(idToken: try provider.sign(world.claims(of: provider.url)), of: id)
        }
        #expect(try await error() == nil)
        for path in ["/keys", "/.well-known/openid-configuration"] {
            provider.on(path) { _ in Response(status: 500) }
        }
        world.clock.advance(.hours(23))
        #expect(try await error() == nil)
        world.clock.advance(.hours(2))
        let late = try await error()
        guard case .unavailable = late else {
            Issue.record("\(String(describing: late))")
            return
        }
    }

    @Test("a provider that is slow when its keys are due does not delay tokens of known keys (security 29)")
    func slowKeys() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        func token() throws -> String { try provider.sign(world.claims(of: provider.url)) }
        #expect(await world.error(idToken: try token(), of: id) == nil)
        provider.on("/keys") { _ in
            try? await Task.sleep(for: .seconds(60))
            return Response(status: 500)
        }
        world.clock.advance(.hours(2))
        let start = ContinuousClock.now
        #expect(await world.error(idToken: try token(), of: id) == nil)
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test("a provider that never responds ends in an error in time (security 29)")
    func neverResponds() async throws {
        let (provider, world) = try await (StandIn(), World { $0.timeout = 1 })
        let id = try await world.configure(provider)
        let token = try provider.sign(world.claims(of: provider.url))
        provider.on("/keys") { _ in
            try? await Task.sleep(for: .seconds(60))
            return Response(status: 500)
        }
        let start = ContinuousClock.now
        #expect(
            await world.error(idToken: token, of: id)
                == .unavailable("\(provider.host): timeout", .after(.seconds(30)))
        )
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test("a provider that responds with more than it may ends in an error (security 29)")
    func tooLarge() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let token = try provider.sign(world.claims(of: provider.url))
        provider.on("/keys") { _ in .json([UInt8](repeating: UInt8(ascii: " "), count: 1_000_000)) }
        #expect(
            await world.error(idToken: token, of: id)
                == .unavailable("\(provider.host): response_too_large", .after(.seconds(30)))
        )
    }

    @Test("a provider in a private network is not reached unless the operator allows it (security 6)")
    func privateNetwork() async throws {
        let provider = try await StandIn()
        let world = try await World { $0.allowsPrivateNetworks = false }
        let id = try await world.configure(provider)
        let token = try provider.sign(world.claims(of: provider.url))
        guard case .unavailable(let reason, _) = await world.error(idToken: token, of: id) else {
            Issue.record("the provider was reached")
            return
        }
        #expect(reason.hasPrefix("\(provider.host): forbidden_address ("), "\(reason)")
        #expect(provider.requests.isEmpty)
    }

    @Test("a provider that has failed is not asked again for half a minute, which the error names")
    func pause() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        provider.on("/.well-known/openid-configuration") { _ in Response(status: 503) }
        let token = try provider.sign(world.claims(of: provider.url))
        for wait in [30, 20, 10] as [Int64] {
            let outage = ProviderError.unavailable("\(provider.host): status 503", .after(.seconds(wait)))
            #expect(await world.error(idToken: token, of: id) == outage)
            #expect(await world.beginError(id) == .provider(outage))
            world.clock.advance(.seconds(10))
        }
        #expect(provider.count("/.well-known/openid-configuration") == 1)
        provider.on("/.well-known/openid-configuration") { _ in
            Response(status: 503, fields: ["retry-after": "3600"])
        }
        #expect(
            await world.error(idToken: token, of: id)
                == .unavailable("\(provider.host): status 503", .after(.hours(1)))
        )
        let metadata = provider.metadata
        provider.on("/.well-known/openid-configuration") { _ in .json(metadata.text) }
        world.clock.advance(.minutes(1))
        #expect(await world.error(idToken: token, of: id) == nil)
    }
}

extension StandIn {
    var host: String { String(url.dropFirst("http://".count)) }
}
