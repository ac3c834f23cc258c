import CardeaCryptography
import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE
import CardeaLocks
import CardeaProviders
import ProviderStandIns
import Testing

@Suite("Keys, persons and errors of providers that are not as they should be")
struct ProviderKeyTests {
    /// The keys of a stand-in as JSON, each with other members.
    private static func keys(
        _ provider: StandIn,
        _ names: [String],
        _ changes: [String: JSONValue?]
    ) throws -> [JSONValue] {
        try names.map { name in
            var json = JSONText()
            JSONWebKey(try provider.publicKey(name), keyID: name).write(to: &json)
            return try #require(JSONValue(parsing: json.bytes)).with(changes)
        }
    }

    private static func serve(_ provider: StandIn, _ keys: [JSONValue], at path: String = "/keys") {
        let set: JSONValue = ["keys": .array(keys)]
        provider.on(path) { _ in .json(set.text) }
    }

    @Test("Microsoft: a key signs for the issuer that it names alone (security 3)")
    func issuerOfKey() async throws {
        let path = "/common/discovery/v2.0/keys"
        let tenant = "11111111-2222-3333-4444-555555555555"
        let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"
        for (issuer, isAccepted) in [
            ("https://login.microsoftonline.com/{tenantid}/v2.0", true),
            ("https://login.microsoftonline.com/\(tenant)/v2.0", true),
            ("https://login.microsoftonline.com/\(consumers)/v2.0", false), ("", false),
        ] {
            let (provider, world) = try await QuirkTests.world("login.microsoftonline.com")
            let id = try await world.configure("microsoft.com")
            Self.serve(provider, try Self.keys(provider, ["first"], ["issuer": .string(issuer)]), at: path)
            let claims = world.claims(of: "https://login.microsoftonline.com/\(tenant)/v2.0")
                .with(["tid": .string(tenant)])
            let error = await world.error(idToken: try provider.sign(claims), of: id)
            #expect((error == nil) == isAccepted, "\(issuer)")
        }
    }

    @Test(
        "a key whose ID or issuer is no text is skipped (security 3)",
        arguments: ["kid", "issuer"]
    )
    func malformedKey(_ member: String) async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        try provider.addKey("second", .es256)
        let keys = try Self.keys(provider, ["first"], [member: ["https://one.example"]])
        Self.serve(provider, keys + (try Self.keys(provider, ["second"], [:])))
        for (name, isAccepted) in [("first", false), ("second", true)] {
            let token = try provider.sign(world.claims(of: provider.url), key: name)
            #expect((await world.error(idToken: token, of: id) == nil) == isAccepted, "\(name)")
        }
    }

    @Test("a key without an ID is used if it is the only one that fits (RFC 7517 §4.5)")
    func keyWithoutID() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        try provider.addKey("second", .es256)
        Self.serve(provider, try Self.keys(provider, ["first", "second"], ["kid": nil]))
        for name in ["first", "second"] {
            let token = try provider.sign(world.claims(of: provider.url), key: name)
            #expect(await world.error(idToken: token, of: id) == nil)
        }
        world.clock.advance(.hours(2))
        try provider.addKey("third")
        Self.serve(provider, try Self.keys(provider, ["first", "third"], ["kid": nil]))
        let token = try provider.sign(
            world.claims(of: provider.url).with(["exp": 1_800_009_000]),
            key: "first"
        )
        // The kept set is used while the new one is read.
        while provider.count("/keys") < 2 { _ = await world.error(idToken: token, of: id) }
        while await world.error(idToken: token, of: id) == nil { await Task.yield() }
    }

    @Test("of a large set a limited number of keys counts, and none is too long (security 20, security 29)")
    func manyKeys() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let good = try Self.keys(provider, ["first"], [:])[0]
        let long = good.with(["kid": "long", "n": .string(String(repeating: "A", count: 1400))])
        let others = (0..<64).map { good.with(["kid": .string("other-\($0)")]) }
        let token = try provider.sign(world.claims(of: provider.url))
        Self.serve(provider, [long] + others + [good])
        #expect(await world.error(idToken: token, of: id) != nil)
        world.clock.advance(.minutes(1))
        Self.serve(provider, [long] + others.dropFirst() + [good])
        #expect(await world.error(idToken: token, of: id) == nil)
    }

    @Test(
        "an ID of a person that is not valid is the provider's response, and no outage (security 22)",
        arguments: [
            "", nil, true, .number(1.5), 1, ["a"], "a\0b", "a\nb",
            .string(String(repeating: "x", count: 257)),
        ] as [JSONValue?]
    )
    func subject(_ value: JSONValue?) async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let token = try provider.sign(world.claims(of: provider.url).with(["sub": value]))
        let error = await world.error(idToken: token, of: id)
        guard case .invalidCredential = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("the error code of a provider's response is cleaned (security 31)")
    func errorCode() async throws {
        let world = try await World()
        let provider = try await StandIn()
        let id = try await world.configure(provider)
        provider.on("/token") { _ in
            .json((["error": "<b>\r\nX: invalid_grant"] as JSONValue).text, status: 400)
        }
        let error = await world.error(.code("x", of: id, nonce: nil, redirectURI: nil))
        #expect(error == .invalidCredential("The provider has rejected the code: _b___X__invalid_grant"))
    }
}
