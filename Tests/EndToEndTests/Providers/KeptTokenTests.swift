import CardeaHTTPMessages
import Foundation
import ProviderStandIns
import Testing

@Suite("Tokens of Apple that a project keeps, over HTTP", .timeLimit(.minutes(10)))
struct KeptTokenTests {
    /// A project that keeps tokens, at a server that does not tidy up in the time of a test.
    private static func keeping(_ apple: AppleStandIn) async throws -> ProvidedServer {
        let setting = try await ProvidedServer(apple: apple, "--housekeeping-interval", "86400")
        try await setting.configure(apple)
        try await setting.run("project set signIn.keepsProviderTokens true")
        return setting
    }

    /// Signs in with a code of a native app.
    private static func signIn(
        _ setting: ProvidedServer,
        code: String,
        app: String? = nil
    ) async throws -> Reply {
        try await setting.server.send(
            .post,
            "/v1/accounts:signInWithIdp?key=\(setting.server.apiKey)",
            ["requestUri": "http://localhost", "postBody": "providerId=apple.com&code=\(code)"],
            fields: app.map { ["x-ios-bundle-identifier": $0] } ?? [:]
        )
    }

    private static func delete(_ setting: ProvidedServer, _ user: Reply) async throws {
        let refreshed = try await setting.server.refresh(try #require(user["refreshToken"]))
        let token = try #require(refreshed["id_token"])
        #expect(try await setting.server.account("delete", ["idToken": token]).status == 200)
    }

    /// The files of the data directory that have a text.
    private static func files(of setting: ProvidedServer, having text: String) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: setting.data)
        try #require(names.contains("cardea.sqlite"))
        return names.filter { name in
            let content = FileManager.default.contents(atPath: "\(setting.data)/\(name)") ?? Data()
            return content.range(of: Data(text.utf8)) != nil
        }
    }

    @Test(
        "kept tokens outlive a restart, and are revoked once after the deletion of their user (U13)",
        arguments: [true, false]
    )
    func revokedOnce(isKilled: Bool) async throws {
        let apple = try await AppleStandIn()
        var setting = try await Self.keeping(apple)
        let user = try await RedirectVisitor(setting.server).signInWithApple()
        let (access, refresh) = try (
            #require(user["oauthAccessToken"], "\(user.object)"), #require(user["oauthRefreshToken"])
        )
        var logs = ""
        for _ in 0..<2 {
            let refreshed = try await setting.server.refresh(try #require(user["refreshToken"]))
            let kept = try await setting.server.account(
                "providerTokens",
                ["idToken": try #require(refreshed["id_token"]), "providerId": "apple.com"]
            )
            #expect(kept["oauthAccessToken"] == access && kept["oauthRefreshToken"] == nil, "\(kept.object)")
            #expect(await setting.server.stop() == 0)
            logs += setting.server.process.output
            for secret in [access, refresh] {
                #expect(try Self.files(of: setting, having: secret).isEmpty, "\(secret)")
            }
            try await setting.start("--housekeeping-interval", "86400")
        }

        try await Self.delete(setting, user)
        for secret in [access, refresh] {
            #expect(
                try Self.files(of: setting, having: secret).isEmpty,
                "the revocation that waits has \(secret)"
            )
        }
        #expect(apple.revoked.isEmpty)
        if isKilled { await setting.server.crash() } else { #expect(await setting.server.stop() == 0) }
        logs += setting.server.process.output
        try await setting.start("--housekeeping-interval", "1")
        try await until("the token is revoked") { !apple.revoked.isEmpty }

        // A later revocation shows that housekeeping has come back.
        let code = apple.nativeCode(for: "com.example.app", subject: "later")
        let later = try await Self.signIn(setting, code: code)
        try await Self.delete(setting, later)
        try await until("the later token is revoked") { apple.revoked.count > 1 }
        #expect(apple.revoked == [refresh, later["oauthRefreshToken"]])
        #expect(apple.standIn.count(AppleStandIn.path("revoke")) == 2)
        #expect(await setting.server.stop() == 0)
        logs += setting.server.process.output
        for secret in [access, refresh] { #expect(!logs.contains(secret), "the log has \(secret)") }
    }

    @Test("a code of a native app is exchanged, and its token revoked, under the ID of the app (U6, U13)")
    func nativeCodes() async throws {
        let apple = try await AppleStandIn()
        var setting = try await Self.keeping(apple)
        var users: [Reply] = []
        for (client, app) in [
            ("com.example.app", nil), ("com.example.app", "com.example.app"),
            ("com.example.other", "com.example.other"), (AppleStandIn.webClient, AppleStandIn.webClient),
        ] as [(String, String?)] {
            let code = apple.nativeCode(for: client, subject: "\(client) \(app ?? "")")
            let user = try await Self.signIn(setting, code: code, app: app)
            #expect(user.status == 200, "\(client): \(user.object)")
            users.append(user)
        }
        let exchanges = apple.standIn.count(AppleStandIn.path("token"))
        let code = apple.nativeCode(for: "com.example.foreign")
        let foreign = try await Self.signIn(setting, code: code, app: "com.example.foreign")
        #expect(foreign.status == 400 && foreign["idToken"] == nil, "\(foreign.object)")
        #expect(apple.standIn.count(AppleStandIn.path("token")) == exchanges)
        let other = apple.nativeCode(for: "com.example.other")
        #expect(try await Self.signIn(setting, code: other, app: "com.example.app").status == 400)

        for user in users { try await Self.delete(setting, user) }
        #expect(await setting.server.stop() == 0)
        try await setting.start("--housekeeping-interval", "1")
        let tokens = Set(users.compactMap { $0["oauthRefreshToken"] })
        try await until("all tokens are revoked") { apple.revoked.count == tokens.count }
        #expect(Set(apple.revoked) == tokens && tokens.count == users.count)
    }
}
