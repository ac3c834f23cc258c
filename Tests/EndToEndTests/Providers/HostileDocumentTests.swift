import CardeaEncodings
import CardeaHTTPRouting
import CardeaLocks
import Foundation
import ProviderStandIns
import Testing
import TransportTestSupport

@Suite("Documents of identity providers that do harm, over HTTP", .timeLimit(.minutes(10)))
struct HostileDocumentTests {
    /// The documents that a sign-in by an ID token and an access token reads.
    enum Place: String, CaseIterable {
        case discovery, keys, userInfo
    }

    /// A provider with one document that does harm.
    private struct Attack {
        let provider: String
        let idToken: String
        let raw: RawServer
    }

    private static func attack(
        _ place: Place,
        _ hostile: HostileResponse,
        other: String,
        _ isOver: @escaping @Sendable () -> Bool
    ) async throws -> (Attack, issuer: String, StandIn) {
        let raw = try RawServer { hostile.respond(on: $0, other: other, isOver) }
        let url = "http://127.0.0.1:\(raw.port)"
        let evil = try await StandIn()
        let metadata =
            switch place {
            case .discovery: evil.metadata
            case .keys: evil.metadata.with(["jwks_uri": .string("\(url)/keys")])
            case .userInfo: evil.metadata.with(["userinfo_endpoint": .string("\(url)/userinfo")])
            }
        evil.on("/.well-known/openid-configuration") { _ in .json(metadata.text) }
        let issuer = place == .discovery ? url : evil.url
        let token = try evil.idToken(for: "cardea", ["iss": .string(issuer)])
        let provider = "oidc.\(place.rawValue)-\(hostile.rawValue)"
        return (Attack(provider: provider, idToken: token, raw: raw), issuer, evil)
    }

    @Test(
        "a discovery document, a key set or a profile that does harm is an error, and delays no other sign-in (security 20, security 29)",
        arguments: Place.allCases
    )
    func documents(_ place: Place) async throws {
        let setting = try await ProvidedServer([], "--providers-timeout", "10")
        try await setting.configure("oidc.acme", setting.standIn)
        let other = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        let isOver = Mutex(false)
        var attacks: [Attack] = []
        var standIns: [StandIn] = []
        defer {
            isOver.withLock { $0 = true }
            for attack in attacks { attack.raw.stop() }
            other.stop()
        }
        for hostile in HostileResponse.allCases {
            let (attack, issuer, standIn) = try await Self.attack(
                place,
                hostile,
                other: "http://127.0.0.1:\(other.port)/"
            ) { isOver.withLock { $0 } }
            try await setting.run("provider set \(attack.provider) --client-id cardea --issuer \(issuer)")
            attacks.append(attack)
            standIns.append(standIn)
        }
        let before = setting.server.process.residentBytes
        let replies = try await withThrowingTaskGroup(of: (String, Reply).self) { group in
            for attack in attacks {
                group.addTask {
                    let token = "\(attack.idToken)&access_token=access"
                    return (attack.provider, try await setting.signIn(attack.provider, idToken: token))
                }
            }
            try await until("all requests have come") { attacks.allSatisfy { $0.raw.connections > 0 } }
            for number in 0..<8 {
                let token = try setting.standIn.idToken(for: "cardea", ["sub": .string("\(number)")])
                #expect(try await setting.signIn("oidc.acme", idToken: token).status == 200)
                #expect(try await setting.server.account("signUp", [:]).status == 200)
            }
            return try await group.reduce(into: [(String, Reply)]()) { $0.append($1) }
        }
        #expect(replies.count == attacks.count)
        for (provider, reply) in replies {
            #expect(reply.status == 503 && reply.error != nil, "\(provider): \(reply.status) \(reply.object)")
        }
        #expect(setting.server.process.residentBytes - before < 64 << 20)
        #expect(other.connections == 0, "a redirect is not followed")
    }

    @Test("a provider on loopback is not reached unless the operator allows it (security 6)")
    func privateNetwork() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        let standIn = try await StandIn()
        let made = try await Program.run(
            "provider set oidc.acme --client-id cardea --issuer \(standIn.url) --data \(data)"
        )
        #expect(made.exitCode == 0, "\(made.errors)")
        let token = try standIn.idToken(for: "cardea", [:])
        let reply = try await server.account(
            "signInWithIdp",
            ["requestUri": "http://localhost", "postBody": "providerId=oidc.acme&id_token=\(token)"]
        )
        #expect(reply.status == 503 && reply.error != nil, "\(reply.object)")
        #expect(standIn.requests.isEmpty)
    }

    @Test(
        "a provider that changes its keys signs in by the new ones, and the removed one is rejected (security 14)"
    )
    func rotation() async throws {
        let setting = try await ProvidedServer()
        try await setting.configure("oidc.acme", setting.standIn)
        let old = try setting.standIn.idToken(for: "cardea", [:])
        #expect(try await setting.signIn("oidc.acme", idToken: old).status == 200)
        try setting.standIn.addKey("second")
        setting.standIn.removeKey("first")
        // Each of the two unknown keys makes the server read the key set again.
        let new = try setting.standIn.idToken(for: "cardea", [:])
        #expect(try await setting.signIn("oidc.acme", idToken: new).status == 200)
        #expect(try await setting.signIn("oidc.acme", idToken: old).status == 400)
        #expect(setting.standIn.count("/keys") == 3)
    }

    @Test(
        "a provider that is turned off, deleted or changed while it responds signs no user in (security 17)"
    )
    func changedMeanwhile() async throws {
        let setting = try await ProvidedServer()
        let standIn = setting.standIn
        let isHeld = Mutex(true)
        let set = "provider set oidc.acme --issuer \(standIn.url) --client-id"
        let changes = [
            (
                "provider disable oidc.acme",
                "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled."
            ),
            (
                "\(set) another",
                "INVALID_IDP_RESPONSE : The identity provider configuration has another client or issuer now. Start the sign-in again."
            ),
            (
                "provider delete oidc.acme",
                "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
            ),
        ]
        for (number, (change, error)) in changes.enumerated() {
            try await setting.run("\(set) cardea")
            try await setting.run("provider enable oidc.acme")
            let token = try standIn.idToken(for: "cardea", ["sub": .string("\(number)")])
            isHeld.withLock { $0 = true }
            standIn.on("/userinfo") { _ in
                while isHeld.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(5)) }
                return .json((["sub": .string("\(number)")] as JSONValue).text)
            }
            async let reply = setting.signIn("oidc.acme", idToken: "\(token)&access_token=access")
            try await until("the provider is asked") { standIn.count("/userinfo") == number + 1 }
            try await setting.run(change)
            isHeld.withLock { $0 = false }
            let outcome = try await reply
            #expect(outcome.status == 400 && outcome["idToken"] == nil, "\(change): \(outcome.object)")
            #expect(outcome.error == error, "\(change)")
        }
    }
}
