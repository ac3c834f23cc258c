import Foundation
import Glibc
import CardeaHTTPMessages
import Testing

/// The commands that manage a server, while it runs and while it does not.
@Suite struct ManagementTests {
    enum Way: CaseIterable, Sendable { case running, stopped }

    /// A data directory, with or without a server on it.
    private struct Place {
        let directory: TemporaryDirectory
        let data: String
        let server: ServerProcess?
    }

    private func place(_ way: Way) async throws -> Place {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        if way == .running { return Place(directory: directory, data: data, server: server) }
        #expect(await server.stop() == 0)
        return Place(directory: directory, data: data, server: nil)
    }

    private struct UserResponse: Decodable {
        let id: String
        let email: String?
        let disabled: Bool
        let hasPassword: Bool
    }

    private struct ListResponse: Decodable {
        let users: [UserResponse]
        let next: String?
    }

    @Test("users are created, listed, shown, disabled, enabled and deleted (U12)", arguments: Way.allCases)
    func usersCreatedListed(way: Way) async throws {
        let place = try await place(way)
        let user = { (words: [String]) in
            try await Program.run("user \(words[0]) \(words[1]) --data \(place.data) --json")
        }
        let created = try await Program.run(
            "user create --email ada@example.com --data \(place.data) --json",
            input: "correct horse\n"
        )
        #expect(created.exitCode == 0, "\(created.errors)")
        let ada = try created.json(UserResponse.self)
        #expect(ada.email == "ada@example.com")
        #expect(ada.hasPassword)

        #expect(try await user(["show", "ada@example.com"]).json(UserResponse.self).id == ada.id)
        #expect(try await user(["show", ada.id]).json(UserResponse.self).email == "ada@example.com")
        #expect(try await user(["disable", ada.id]).json(UserResponse.self).disabled)
        #expect(try await !user(["enable", ada.id]).json(UserResponse.self).disabled)
        let list = try await Program.run("user list --data \(place.data) --json").json(ListResponse.self)
        #expect(list.users.map(\.id) == [ada.id])
        #expect(try await user(["delete", ada.id]).exitCode == 0)

        let gone = try await user(["show", ada.id])
        #expect(gone.exitCode == 1)
        #expect(gone.errors == "cardea: there is no user '\(ada.id)'\n")
    }

    @Test("each project of a server has the scheme that its settings choose (X1, X3, X6)")
    func eachProjectServer() async throws {
        struct Project: Decodable { let apiKey: String }
        let place = try await place(.running)
        let server = try #require(place.server)
        let schemes: [(name: String, settings: [String], expiresIn: String, isRefreshed: Bool)] = [
            (
                "game",
                [
                    "accessTokenMaximumLifetime 31536000", "accessTokenLifetime 31536000",
                    "issuesRefreshTokens false",
                ],
                "31536000", false
            ),
            ("bank", ["accessTokenLifetime 900", "accessTokenDiesOnRefresh true"], "900", true),
        ]
        for scheme in schemes {
            let end = "--data \(place.data) --json"
            let project = try await Program.run("project create \(scheme.name) \(end)").json(Project.self)
            for setting in scheme.settings {
                let set = try await Program.run("project set \(setting) --project \(scheme.name) \(end)")
                #expect(set.exitCode == 0, "\(set.errors)")
            }
            let key = project.apiKey
            let user = try await server.send(.post, "/v1/accounts:signUp?key=\(key)", [:])
            #expect(user["expiresIn"] == scheme.expiresIn)
            #expect((user["refreshToken"] != nil) == scheme.isRefreshed)
            guard let token = user["refreshToken"], let old = user["idToken"] else { continue }
            let form = "grant_type=refresh_token&refresh_token=\(token)"
            #expect(try await server.form("/v1/token?key=\(key)", form).status == 200)
            let lookup = try await server.send(.post, "/v1/accounts:lookup?key=\(key)", ["idToken": old])
            #expect(lookup.error == "TOKEN_EXPIRED")
        }
    }

    @Test("a project is shown with its API key and issuer", arguments: Way.allCases)
    func projectShownAPI(way: Way) async throws {
        struct Response: Decodable {
            let id: String
            let number: Int64
            let apiKey: String
            let issuer: String
        }
        let place = try await place(way)
        let shown = try await Program.run("project show --data \(place.data) --json").json(Response.self)
        #expect(shown.id == "default")
        if let server = place.server {
            #expect(shown.apiKey == server.apiKey)
            #expect(shown.issuer == server.url.absoluteString + "/default")
        }
        let created = try await Program.run("project create bank --data \(place.data) --json")
        #expect(try created.json(Response.self).number != shown.number)
        let list = try await Program.run("project list --data \(place.data)")
        #expect(list.output.split(separator: "\n").count == 3)
        let again = try await Program.run("project create bank --data \(place.data)")
        #expect(again.exitCode == 1)
        #expect(again.errors == "cardea: a project with this id exists\n")
    }

    @Test("tenants and apps are created, listed, shown, changed and deleted (U18)", arguments: Way.allCases)
    func tenantsAndApps(way: Way) async throws {
        struct Tenant: Decodable {
            let id: String
            let displayName: String?
            let disabled: Bool
        }
        struct App: Decodable {
            let id: String
            let secret: String?
        }
        let place = try await place(way)
        let end = "--data \(place.data)"
        let made = try await Program.run("tenant create blue --display-name Blue \(end) --json")
        #expect(made.exitCode == 0, "\(made.errors)")
        #expect(try made.json(Tenant.self).displayName == "Blue")
        let disabled = try await Program.run("tenant update blue --disable \(end)")
        #expect(disabled.output.contains("disabled"))
        let changed = try await Program.run("tenant set blue signUp.allowed false \(end)")
        #expect(changed.output == "signUp.allowed  false  (before: that of the project)\n")
        #expect(try await Program.run("tenant show blue \(end) --json").json(Tenant.self).disabled)
        #expect(try await Program.run("tenant list \(end)").output.split(separator: "\n").count == 2)
        #expect(try await Program.run("tenant update blue --enable --disable \(end)").exitCode == 2)
        #expect(try await Program.run("tenant delete blue \(end)").output == "The tenant blue is deleted.\n")
        #expect(
            try await Program.run("tenant show blue \(end)").errors == "cardea: there is no tenant 'blue'\n"
        )

        let app = try await Program.run("app create API --kind server \(end) --json").json(App.self)
        let secret = try #require(app.secret)
        let shown = try await Program.run("app show \(app.id) \(end)")
        #expect(shown.output.contains("not shown again") && !shown.output.contains(secret))
        #expect(try await Program.run("app list \(end)").output.contains(app.id))
        #expect(try await Program.run("app delete \(app.id) \(end)").exitCode == 0)
        #expect(try await Program.run("app show \(app.id) \(end)").exitCode == 1)
    }

    @Test("settings of a project that are changed hold in a running server (K6)")
    func settingsProjectChanged() async throws {
        let place = try await place(.running)
        let server = try #require(place.server)
        let set = try await Program.run("project set accessTokenLifetime 900 --data \(place.data)")
        #expect(set.exitCode == 0)
        #expect(try await server.account("signUp", [:])["expiresIn"] == "900")

        #expect(
            try await Program.run("project set issuesRefreshTokens false --data \(place.data)")
                .exitCode == 0
        )
        #expect(try await server.account("signUp", [:])["refreshToken"] == nil)
    }

    @Test(
        "an invalid setting is rejected with exit code 2 (K6)",
        arguments: [
            ("nonsense", "1", "unknown setting 'nonsense'"),
            (
                "accessTokenLifetime", "soon",
                "tokens.accessTokenLifetime: 'soon' is not a length of time such as 15m or 30d, or a number of seconds"
            ),
            ("accessTokenLifetime", "0", "tokens.accessTokenLifetime must be from 1s to"),
            ("signingAlgorithm", "PS256", "tokens.signingAlgorithm: 'PS256' is not ES256, RS256 or EdDSA"),
        ]
    )
    func settings(name: String, value: String, message: String) async throws {
        let place = try await place(.stopped)
        let outcome = try await Program.run("project set \(name) \(value) --data \(place.data)")
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.hasPrefix("cardea: " + message), "\(outcome.errors)")
    }

    @Test("disabling a user ends the sessions at once, without a restart (K5)")
    func disablingUserEnds() async throws {
        let place = try await place(.running)
        let server = try #require(place.server)
        let signedUp = try await server.account(
            "signUp",
            ["email": "ada@example.com", "password": "correct horse"]
        )
        let refreshToken = try #require(signedUp["refreshToken"])
        #expect(
            try await Program.run("user disable ada@example.com --data \(place.data)").exitCode == 0
        )
        #expect(try await server.refresh(refreshToken).status == 400)
        let idToken = try #require(signedUp["idToken"])
        #expect(try await server.account("lookup", ["idToken": idToken]).error == "USER_DISABLED")
    }

    @Test("signing keys are rotated with overlap", arguments: Way.allCases)
    func signingKeysRotated(way: Way) async throws {
        struct Response: Decodable {
            struct Key: Decodable {
                let id: String
                let use: String
                let state: String
                let createdAt: Int64
                let startsAt: Int64?
                let supersededAt: Int64?
            }
            let keys: [Key]
        }
        let place = try await place(way)
        let signedUp = try await place.server?.account("signUp", [:])
        let before = try await Program.run("keys list --data \(place.data) --json").json(Response.self)
        #expect(before.keys.map(\.use) == ["access_token_signing", "refresh_token_authentication"])

        let after = try await Program.run("keys rotate --data \(place.data) --json").json(Response.self)
        #expect(after.keys.count == 2)
        #expect(after.keys[1].id == before.keys[0].id)
        #expect(after.keys.map(\.state) == ["announced", "active"])
        #expect(after.keys[1].supersededAt == after.keys[0].startsAt)
        #expect(try #require(after.keys[0].startsAt) >= after.keys[0].createdAt + 300_000)
        if let idToken = signedUp?["idToken"], let server = place.server {
            #expect(try await server.account("lookup", ["idToken": idToken]).status == 200)
        }
    }

    @Test("an administrator's credential works until it is deleted")
    func administratorCredentialWorks() async throws {
        let place = try await place(.running)
        let server = try #require(place.server)
        let made = try await Program.run("administrator create ci --project default --data \(place.data)")
        let token = made.output.trimmingCharacters(in: .newlines)
        let status = {
            try await server.send(
                .get,
                "/v1/projects/default/accounts:batchGet",
                fields: ["authorization": "Bearer " + token]
            ).status
        }
        #expect(try await status() == 200)
        #expect(try await status() == 200)
        let list = try await Program.run("administrator list --data \(place.data)").output
        let id = try #require(
            list.split(separator: "\n").first { $0.contains(" ci ") }?.split(separator: " ").first
        )
        #expect(!list.contains(token))
        #expect(
            try await Program.run("administrator delete \(id) --data \(place.data)").exitCode == 0
        )
        #expect(try await status() == 401)
    }

    @Test("a command on a directory without data fails and creates nothing")
    func commandDirectoryWithout() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("typo")
        let outcome = try await Program.run("user list --data \(data)")
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors
                == "cardea: \(data) has no data of a Cardea server: name another directory with --data\n"
        )
        #expect(!FileManager.default.fileExists(atPath: data))
    }

    @Test("a command beside a server that does not respond reports it")
    func silentServer() async throws {
        let place = try await place(.running)
        let server = try #require(place.server)
        server.process.send(SIGSTOP)
        let outcome = try await Program.run("user list --data \(place.data)")
        server.process.send(SIGCONT)
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors.hasPrefix(
                "cardea: another process uses \(place.data), but no server responds on \(place.data)/control.sock."
            )
        )
    }
}
