import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLocks
import Foundation
import ProviderStandIns
import Testing
import TransportTestSupport

@Suite("Identity providers that fail, over HTTP", .timeLimit(.minutes(10)))
struct HostileProviderTests {
    @Test(
        "a token endpoint that is slow, never responds or sends 1 GB delays its own sign-ins alone (security 29)",
        arguments: [HostileResponse.slow, .never, .gigabyte]
    )
    func tokenEndpoint(_ hostile: HostileResponse) async throws {
        let setting = try await ProvidedServer([], "--providers-timeout", "15")
        let isOver = Mutex(false)
        let raw = try RawServer { connection in
            hostile.respond(on: connection) { isOver.withLock { $0 } }
        }
        defer {
            isOver.withLock { $0 = true }
            raw.stop()
        }
        let evil = try await StandIn()
        let metadata = evil.metadata.with(["token_endpoint": .string("http://127.0.0.1:\(raw.port)/token")])
        evil.on("/.well-known/openid-configuration") { _ in .json(metadata.text) }
        try await setting.configure("oidc.evil", evil)
        try await setting.configure("oidc.acme", setting.standIn)
        let visitor = RedirectVisitor(setting.server)
        var returned: [(back: String, session: String)] = []
        // As many as one network may let wait for a provider.
        for _ in 0..<16 {
            let begun = try await visitor.begin("oidc.evil")
            let asked = try await visitor.open(begun)
            let items = [(name: "code", value: "1"), (name: "state", value: asked["state"] ?? "")]
            returned.append(
                (try #require(try await visitor.bring(items, to: "/oidc.evil").location), begun.session)
            )
        }
        let before = setting.server.process.residentBytes
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for (back, session) in returned { group.addTask { try await visitor.finish(back, session) } }
            try await until("all requests have come") { raw.connections == returned.count }
            if hostile != .gigabyte {
                let next = try await setting.server.account(
                    "signInWithIdp",
                    ["requestUri": "http://localhost", "postBody": "providerId=oidc.evil&code=1"]
                )
                #expect(next.status == 429, "\(next.object)")
            }
            // Sign-ins with another provider and without one get their responses meanwhile.
            for number in 0..<8 {
                let token = try setting.standIn.idToken(for: "cardea", ["sub": .string("\(number)")])
                #expect(try await setting.signIn("oidc.acme", idToken: token).status == 200)
                #expect(try await setting.server.account("signUp", [:]).status == 200)
            }
            return try await group.reduce(into: [Reply]()) { $0.append($1) }
        }
        #expect(replies.allSatisfy { $0.status == 503 && $0["idToken"] == nil }, "\(replies.map(\.status))")
        #expect(setting.server.process.residentBytes - before < 64 << 20)
        try await until("a line in the log") {
            setting.server.process.output.contains("identity provider failed")
        }
    }

    @Test(
        "keys outlive an outage of the provider, and an outage does not affect other providers (security 29)"
    )
    func outage() async throws {
        let setting = try await ProvidedServer()
        let other = try await StandIn()
        try await setting.configure("oidc.acme", setting.standIn)
        try await setting.configure("oidc.other", other)
        func signIn(_ provider: String, _ standIn: StandIn) async throws -> Int {
            try await setting.signIn(provider, idToken: standIn.idToken(for: "cardea", [:])).status
        }
        #expect(try await signIn("oidc.acme", setting.standIn) == 200)
        for standIn in [setting.standIn, other] {
            for path in ["/keys", "/.well-known/openid-configuration"] {
                standIn.on(path) { _ in Response(status: 500) }
            }
        }
        #expect(try await signIn("oidc.acme", setting.standIn) == 200)
        #expect(try await signIn("oidc.other", other) == 503)
        #expect(try await signIn("oidc.acme", setting.standIn) == 200)
        // A key that came after the outage began cannot be known.
        try setting.standIn.addKey("second")
        #expect(try await signIn("oidc.acme", setting.standIn) == 400)
        let known = try setting.standIn.idToken(for: "cardea", [:], key: "first")
        #expect(try await setting.signIn("oidc.acme", idToken: known).status == 200)
    }
}
