import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import Testing

/// U12: the support of users.
@Suite struct SupportTests {
    private static let ada = "projects/demo/users/ada"
    private static let signIn: JSONValue = ["email": "ada@example.com", "password": "correct horse"]

    /// Management of a server with a user who has a password and an account at a provider.
    private func management() async throws -> Management {
        let management = try await Management()
        let line =
            #"{"id":"ada","email":"ada@example.com","emailVerified":true,"password":"correct horse","#
            + #""providers":[{"id":"google.com","subject":"42","email":"ada@gmail.example"}]}"#
        let imported = await management.ask(.post, "projects/demo/users:import", text: Array(line.utf8))
        try #require(imported["created"] == 1, "\(imported.text)")
        return management
    }

    @Test("a user is shown with accounts at providers and the number of sessions, which a sign-out ends")
    func signOut() async throws {
        let management = try await management()
        var tokens: [String] = []
        for _ in 0..<2 {
            let response = await management.server.call("signInWithPassword", Self.signIn)
            tokens.append(response.string("refreshToken"))
        }
        let shown = await management.ask(.get, Self.ada)
        #expect(shown["sessions"] == 2)
        let account = shown["providers"]?.array?.first
        #expect(account?["provider"] == "google.com" && account?["subject"] == "42")
        #expect(account?["email"] == "ada@gmail.example")

        let ended = await management.ask(.post, Self.ada + ":signOut")
        #expect(ended.status == 200 && ended["sessions"] == 0, "\(ended.text)")
        for token in tokens {
            #expect(await management.server.refresh(token).errorMessage == "TOKEN_EXPIRED")
        }
        #expect(await management.server.call("signInWithPassword", Self.signIn).status == 200)
        #expect(await management.ask(.get, Self.ada)["sessions"] == 1)
        #expect(await management.ask(.post, "projects/demo/users/none:signOut").status == 404)
    }

    @Test("an account at a provider is unlinked once, and the sessions continue")
    func unlink() async throws {
        let management = try await management()
        _ = await management.server.call("signInWithPassword", Self.signIn)
        let unlinked = await management.ask(.delete, Self.ada + "/providers/google.com")
        #expect(unlinked["providers"]?.array?.isEmpty == true && unlinked["sessions"] == 1)
        for provider in ["google.com", "apple.com", "x"] {
            let again = await management.ask(.delete, Self.ada + "/providers/\(provider)")
            #expect(again.failure == "404 notFound: the user has no account at '\(provider)'")
        }
    }

    @Test("a user who is found by a part of the address is listed, and one user is exported with the hash")
    func searchAndExport() async throws {
        let management = try await management()
        let users = "projects/demo/users"
        #expect(
            await management.ask(.get, users, query: "contains=EXAMPLE").all("id", in: "users") == ["ada"]
        )
        #expect(await management.ask(.get, users, query: "contains=bob").all("id", in: "users") == [])
        let line = await management.ask(.get, Self.ada + ":export")
        #expect(line.text.contains("\"passwordHash\":") && line.text.contains("google.com"))
        #expect(await management.ask(.get, users + "/email%3Aada%40example.com:export").text == line.text)
    }

    @Test("a link to choose a password is sent in the language that is named, and only to an address")
    func passwordReset() async throws {
        let management = try await management()
        let sent = await management.ask(.post, Self.ada + ":sendPasswordReset", ["language": "fr"])
        #expect(sent.status == 200, "\(sent.text)")
        let mails = await management.ask(.get, "outbox")
        #expect(mails.all("recipient", in: "mails") == ["ada@example.com"])
        #expect(mails.all("purpose", in: "mails") == ["password_reset"])
        #expect(mails.all("language", in: "mails") == ["fr"])
        _ = await management.ask(.post, "projects/demo/users", ["id": "bob"])
        let bob = await management.ask(.post, "projects/demo/users/bob:sendPasswordReset", [:])
        #expect(bob.failure == "409 conflict: the user has no e-mail address")
    }

    @Test("API keys of a project are added and removed, but for the last one")
    func apiKeys() async throws {
        let management = try await Management()
        let keys = "projects/demo/apiKeys"
        let first = await management.ask(.get, "projects/demo").string("apiKey")
        let added = await management.ask(.post, keys)["apiKeys"]?.array?.compactMap(\.string) ?? []
        #expect(added.count == 2 && added.first == first)
        let left = await management.ask(.delete, "\(keys)/\(first)")["apiKeys"]?.array
        #expect(left?.compactMap(\.string) == Array(added.dropFirst()))
        #expect(await management.server.call("signUp", [:]).status == 400)
        #expect(await management.ask(.delete, "\(keys)/\(first)").status == 404)
        let last = await management.ask(.delete, "\(keys)/\(added.last ?? "")")
        #expect(last.failure.contains("the only API key"))
        for _ in 2...20 { #expect(await management.ask(.post, keys).status == 200) }
        #expect(await management.ask(.post, keys).failure.contains("at most 20 API keys"))
    }

    @Test("a back end gets another secret and keeps its client ID; other apps have none")
    func secret() async throws {
        let management = try await Management()
        let apps = "projects/demo/apps"
        let made = await management.ask(.post, apps, ["kind": "server", "displayName": "Orders"])
        let replaced = await management.ask(.post, "\(apps)/\(made.string("id")):newSecret")
        #expect(replaced.string("id") == made.string("id"))
        #expect(
            replaced.string("secret").hasPrefix("cds_") && replaced.string("secret") != made.string("secret")
        )
        let web = await management.ask(.post, apps, ["kind": "web", "displayName": "Shop"])
        #expect(await management.ask(.post, "\(apps)/\(web.string("id")):newSecret").status == 409)
    }

    @Test("the text of mails is shown: the built-in one, then the one of the project, and filled in")
    func mailText() async throws {
        let management = try await Management()
        let path = "projects/demo/mailTemplates"
        let builtIn = await management.ask(.get, path + "/password_reset", query: "language=de-AT")
        #expect(builtIn.string("language") == "de" && builtIn.string("text").contains("%LINK%"))
        let template: JSONValue = [
            "purpose": "password_reset", "language": "de", "subject": "Neu", "text": "Hier: %LINK%",
        ]
        #expect(await management.ask(.post, path + ":set", template).status == 200)
        let own = await management.ask(.get, path + "/password_reset", query: "language=de")
        #expect(own.string("text") == "Hier: %LINK%")
        let filled = await management.ask(.get, path + "/password_reset", query: "language=de&preview=true")
        #expect(filled.string("text").hasSuffix("/example") && filled.string("text").hasPrefix("Hier: http"))
        #expect(await management.ask(.get, path + "/none").status == 404)
    }

    @Test("a provider is shown before it is configured, with the redirect URL to register")
    func unconfigured() async throws {
        let management = try await Management()
        let shown = await management.ask(.get, "projects/demo/providers/google.com")
        #expect(shown.status == 200 && shown["configured"] == false)
        #expect(shown.string("redirectURL").hasPrefix("http"))
        #expect(await management.ask(.get, "projects/demo/providers/googel.com").status == 400)
    }
}
