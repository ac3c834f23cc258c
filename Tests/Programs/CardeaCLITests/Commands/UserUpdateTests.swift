import CardeaHTTPMessages
import CardeaHTTPRouting
import ChildProcesses
import Testing

@testable import CardeaCLI

@Suite("Commands that change users, and addresses of requests")
struct UserUpdateTests {
    @Test("'user update' changes only the given values (U12)")
    func userUpdate() async throws {
        let server = try await OfflineServer()
        let password = try server.directory.file("password", "correct horse\nsecond line\n")
        #expect(
            try await server.run(
                "user",
                "create",
                "--email",
                "ann@example.com",
                "--id",
                "ann",
                "--no-password"
            ).code == 0
        )
        let first = try await server.run(
            words: [
                "user", "update", "ann", "--display-name", "Ann", "--photo-url", "https://example.com/a.png",
                "--phone-number", "+491701234567", "--claims", #"{"role":"editor"}"#, "--email-verified",
                "true",
                "--password-file", password, "--json",
            ]
        )
        #expect(first.code == 0, "\(first)")
        for part in [
            #""displayName":"Ann""#, #""emailVerified":true"#, #""phoneNumber":"+491701234567""#,
            #""hasPassword":true"#, #""customClaims":"{\"role\":\"editor\"}""#, #""photoURL":"https:"#,
        ] {
            #expect(first.output.contains(part), "\(part): \(first.output)")
        }
        let second = try await server.run(
            "user",
            "update",
            "ann@example.com",
            "--email",
            "new@example.com",
            "--claims=",
            "--phone-number="
        )
        #expect(second.output.contains("new@example.com (not verified)"), "\(second)")
        #expect(!second.output.contains("editor") && !second.output.contains("+49"))
        #expect(second.output.contains("Ann") && second.output.contains("a.png"))

        #expect(try await server.run("user", "update", "ann").code == 2)
        let word = try await server.run("user", "update", "ann", "--email-verified", "yes")
        #expect(word.code == 2 && word.errors.contains("'yes' is not true or false"), "\(word)")
        #expect(try await server.run("user", "show", "id:ann").output.contains("Ann"))
        let claims = try await server.run("user", "update", "ann", "--claims", "[1]")
        #expect(claims.errors == "cardea: the custom claims must be one JSON object\n" && claims.code == 2)
        let weak = try server.directory.file("weak", "abc\n")
        #expect(try await server.run("user", "update", "ann", "--password-file", weak).code == 2)
    }

    @Test("'project show' accepts the project as an argument and as an option")
    func projectShow() async throws {
        let server = try await OfflineServer()
        #expect(try await server.run("project", "create", "shop").code == 0)
        for words in [["shop"], ["--project", "shop"], ["shop", "--project", "default"]] {
            let shown = try await server.run(words: ["project", "show"] + words)
            #expect(shown.output.contains(#/id +shop\n/#), "\(shown)")
        }
    }

    @Test("a negative value is not read as an option, and the error has the range of the setting")
    func negative() async throws {
        let server = try await OfflineServer()
        let set = try await server.run("project", "set", "tokens.accessTokenLifetime", "-5")
        #expect(set.code == 2 && set.errors.contains("from 1s to 3660d"), "\(set)")
    }

    @Test("a template from a missing file is an error")
    func template() async throws {
        let server = try await OfflineServer()
        let words = ["mail", "set-template", "password_reset", "fr", "Votre mot de passe"]
        let missing = try await server.run(words: words + ["/nowhere.txt"])
        #expect(missing.errors == "cardea: TEXT: /nowhere.txt: No such file or directory\n")
    }

    @Test("a server that does not respond is named as that, and not by a status")
    func ended() async throws {
        let server = try await OfflineServer()
        let response = await (try ControlSocket(in: server.configuration)).respond(to: Request(.get, "/x"))
        #expect(response.status == 503)
        #expect(String(decoding: response.body, as: UTF8.self).contains("ended before its response"))
    }
}
