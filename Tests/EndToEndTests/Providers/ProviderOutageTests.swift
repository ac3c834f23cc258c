import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLocks
import Foundation
import ProviderStandIns
import Testing
import TransportTestSupport

@Suite("Responses to sign-ins whose provider is out of order, over HTTP", .timeLimit(.minutes(5)))
struct ProviderOutageTests {
    private static let startAgain = "The identity provider is currently unavailable. Start the sign-in again."

    /// A visitor whose browser has brought the response of the provider.
    private static func visit(
        _ setting: ProvidedServer,
        _ response: (name: String, value: String)
    ) async throws -> (visitor: RedirectVisitor, back: String, session: String) {
        try await setting.configure("oidc.acme", setting.standIn)
        let visitor = RedirectVisitor(setting.server)
        let begun = try await visitor.begin("oidc.acme")
        let asked = try await visitor.open(begun)
        let items = [response, (name: "state", value: asked["state"] ?? "")]
        return (visitor, try #require(try await visitor.bring(items).location), begun.session)
    }

    @Test(
        "a redirect that ends in an outage says to start again, without Retry-After, and stays used up (U6, security 16)",
        arguments: [
            ("code", "429"), ("code", "503"), ("error", "server_error"), ("error", "temporarily_unavailable"),
        ]
    )
    func redirects(_ name: String, _ value: String) async throws {
        let setting = try await ProvidedServer()
        setting.standIn.on("/token") { _ in
            Response(status: Int(value) ?? 500, fields: ["retry-after": "7"])
        }
        let (visitor, back, session) = try await Self.visit(setting, (name, value))
        let reply = try await visitor.finish(back, session)
        #expect(reply.status == 503 && reply.error == Self.startAgain, "\(reply.status) \(reply.object)")
        #expect(reply.fields[.retryAfter] == nil)
        let again = try await visitor.finish(back, session)
        #expect(again.status == 400, "\(again.object)")
    }

    @Test("the code of an app can be sent again as long as the provider has not exchanged it (U6)")
    func codes() async throws {
        let setting = try await ProvidedServer()
        let standIn = setting.standIn
        try await setting.configure("oidc.acme", standIn)
        func send() async throws -> Reply {
            try await setting.server.account(
                "signInWithIdp",
                ["requestUri": "http://localhost", "postBody": "providerId=oidc.acme&code=1"]
            )
        }
        standIn.on("/token") { _ in Response(status: 429, fields: ["retry-after": "7"]) }
        let limited = try await send()
        #expect(limited.status == 503 && limited.fields[.retryAfter] == "7", "\(limited.object)")
        let token = try standIn.idToken(for: "cardea", [:])
        let tokens: JSONValue = ["access_token": "a", "token_type": "Bearer", "id_token": .string(token)]
        standIn.on("/token") { _ in .json(tokens.text) }
        standIn.on("/userinfo") { _ in Response(status: 503, fields: ["retry-after": "7"]) }
        let used = try await send()
        #expect(used.status == 503 && used.error == Self.startAgain, "\(used.object)")
        #expect(used.fields[.retryAfter] == nil)
    }

    @Test("an outage is one line of the log, with the provider and the cause")
    func log() async throws {
        let setting = try await ProvidedServer()
        let other = try await StandIn()
        for (id, standIn) in [("oidc.acme", setting.standIn), ("oidc.other", other)] {
            standIn.on("/.well-known/openid-configuration") { _ in Response(status: 500) }
            try await setting.configure(id, standIn)
            let reply = try await setting.signIn(id, idToken: standIn.idToken(for: "cardea", [:]))
            #expect(reply.status == 503)
        }
        func lines() -> [Substring] {
            setting.server.process.output.split(separator: "\n").filter { $0.contains("provider failed") }
        }
        try await until("the second outage is logged") { lines().contains { $0.contains("oidc.other") } }
        let first = lines().prefix { !$0.contains("oidc.other") }
        #expect(first.count == 1, "\(lines())")
        #expect(first.allSatisfy { $0.contains("oidc.acme") && $0.contains("status 500") }, "\(first)")
        // The beginning of a redirect, which reads the same document.
        let begun = try await setting.server.account(
            "createAuthUri",
            ["providerId": "oidc.acme", "continueUri": RedirectVisitor.app]
        )
        #expect(begun.status == 503)
        try await until("the third outage is logged") { lines().last?.contains("oidc.acme") == true }
    }

    @Test("beginnings of redirects that wait for a provider take the places of their network (security 27)")
    func places() async throws {
        let setting = try await ProvidedServer([], "--providers-timeout", "60")
        let standIn = setting.standIn
        try await setting.configure("oidc.acme", standIn)
        let isOpen = Mutex(false)
        let metadata = standIn.metadata
        standIn.on("/.well-known/openid-configuration") { _ in
            while !isOpen.withLock(\.self) { try? await Task.sleep(for: .milliseconds(10)) }
            return .json(metadata.text)
        }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            // One more than a network may let wait for a provider.
            for _ in 0..<17 {
                group.addTask {
                    let body = ["providerId": "oidc.acme", "continueUri": RedirectVisitor.app]
                    return try await setting.server.account("createAuthUri", body).status
                }
            }
            let first = try #require(try await group.next())
            isOpen.withLock { $0 = true }
            return try await group.reduce(into: [first]) { $0.append($1) }
        }
        #expect(statuses == [429] + [Int](repeating: 200, count: 16))
    }

    @Test("the token of a sign-in that waits is invalid after a change of the issuer (security 17)")
    func changedIssuer() async throws {
        let setting = try await ProvidedServer()
        let standIn = setting.standIn
        try await setting.configure("oidc.acme", standIn)
        _ = try await setting.server.account(
            "signUp",
            ["email": "ada@example.com", "password": "a long secret 7"]
        )
        let token = try standIn.idToken(for: "cardea", ["email": "ada@example.com"])
        let waiting = try await setting.signIn("oidc.acme", idToken: token)
        let pending = try #require(waiting["pendingToken"], "\(waiting.object)")
        try await setting.configure("oidc.acme", StandIn())
        let reply = try await setting.server.account(
            "signInWithIdp",
            ["requestUri": "http://localhost", "pendingToken": pending]
        )
        #expect(reply.status == 400 && reply.error == "INVALID_PENDING_TOKEN", "\(reply.object)")
    }
}
