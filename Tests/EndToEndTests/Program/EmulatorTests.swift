import Foundation
import CardeaHTTPMessages
import Testing

@Suite struct EmulatorTests {
    @Test("an emulator prints that it is one, and accepts any key")
    func saysLoudlyTakes() async throws {
        let emulator = try await ServerProcess.emulator()
        #expect(emulator.process.output.contains(#""emulator":true"#))
        #expect(emulator.url.host() == "127.0.0.1")
        let response = try await emulator.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake",
            ["email": "ada@example.com", "password": "secret1", "returnSecureToken": true]
        )
        #expect(response.status == 200)
        let refreshed = try await emulator.send(
            .post,
            "/securetoken.googleapis.com/v1/token?key=other",
            ["grant_type": "refresh_token", "refresh_token": try #require(response["refreshToken"])]
        )
        #expect(refreshed["project_id"] == "12345")
    }

    @Test("its clock can be set, and released")
    func clockCanSet() async throws {
        let emulator = try await ServerProcess.emulator()
        let idToken = try #require(try await emulator.account("signUp", [:])["idToken"])
        let later = Int64(Date().timeIntervalSince1970 + 7200) * 1000

        #expect(try await emulator.send(.put, "/emulator/v1/clock", ["nowMs": later]).status == 200)
        #expect(try await emulator.account("lookup", ["idToken": idToken]).error == "TOKEN_EXPIRED")
        #expect(try await emulator.send(.put, "/emulator/v1/clock", [:]).status == 200)
        #expect(try await emulator.account("lookup", ["idToken": idToken]).status == 200)
    }

    @Test("a wipe deletes everything")
    func forgetsEverythingWhen() async throws {
        let emulator = try await ServerProcess.emulator()
        let account = ["email": "ada@example.com", "password": "secret1"]
        let idToken = try #require(try await emulator.account("signUp", account)["idToken"])

        #expect(try await emulator.send(.delete, "/emulator/v1/state").status == 200)
        #expect(try await emulator.account("lookup", ["idToken": idToken]).status == 400)
        #expect(try await emulator.account("signInWithPassword", account).status == 400)
        #expect(try await emulator.account("signUp", account).status == 200)
    }

    @Test("a reset link opens a page, and the new password signs in (U14)")
    func resetLink() async throws {
        let emulator = try await ServerProcess.emulator()
        let account = ["email": "ada@example.com", "password": "secret1"]
        #expect(try await emulator.account("signUp", account).status == 200)
        let request = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
        #expect(try await emulator.account("sendOobCode", request).status == 200)
        let list = try await emulator.send(.get, "/emulator/v1/projects/example/oobCodes")
        let codes = try #require(list.object["oobCodes"] as? [[String: Any]])
        let code = try #require(codes.first?["oobCode"] as? String)

        let page = "/auth/action?mode=resetPassword&oobCode=\(code)&lang=ja"
        for _ in 0..<2 {
            let shown = try await emulator.send(.get, page)
            #expect(shown.status == 200)
            #expect(shown.fields["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
        }
        let form = "mode=resetPassword&oobCode=\(code)&newPassword=secret2"
        #expect(try await emulator.form("/auth/action", form).status == 200)
        // A used code changes nothing: the page says what it did.
        let again = "mode=resetPassword&oobCode=\(code)&newPassword=secret3"
        #expect(try await emulator.form("/auth/action", again).status == 200)
        #expect(try await emulator.account("signInWithPassword", account).status == 400)
        let changed = ["email": "ada@example.com", "password": "secret2"]
        #expect(try await emulator.account("signInWithPassword", changed).status == 200)
    }

    @Test("tokens are unsigned, but for --signed-tokens")
    func signedTokens() async throws {
        for (emulator, isSigned) in [
            (try await ServerProcess.emulator(), false),
            (try await ServerProcess.emulator("--signed-tokens"), true),
        ] {
            let idToken = try #require(try await emulator.account("signUp", [:])["idToken"])
            #expect(idToken.hasSuffix(".") == !isSigned)
            #expect(try await emulator.account("lookup", ["idToken": idToken]).status == 200)
            let unsigned = idToken.split(separator: ".").prefix(2)
            let header = Data(#"{"alg":"none","typ":"JWT"}"#.utf8).base64EncodedString()
                .trimmingCharacters(in: ["="])
            let forged = "\(header).\(unsigned[1])."
            let lookup = try await emulator.account("lookup", ["idToken": forged])
            #expect(lookup.status == (isSigned ? 400 : 200))
        }
    }

    @Test("the emulator says what it is and what it can, and responds to each OPTIONS request")
    func status() async throws {
        let emulator = try await ServerProcess.emulator()
        let status = try await emulator.send(.get, "/").object["authEmulator"] as? [String: Any]
        #expect(status?["ready"] as? Bool == true)
        let document = try await emulator.send(.get, try #require(status?["apiSpec"] as? String))
        #expect((document.object["paths"] as? [String: Any])?["/emulator/v1/state"] != nil)
        #expect(try await emulator.send(.options, "/v1/accounts:signUp").status == 204)
    }

    @Test("'Bearer owner' is an administrator")
    func bearerOwnerAdministrator() async throws {
        let emulator = try await ServerProcess.emulator()
        let localID = try #require(try await emulator.account("signUp", [:])["localId"])
        let response = try await emulator.send(
            .get,
            "/identitytoolkit.googleapis.com/v1/projects/example/accounts:batchGet",
            fields: ["authorization": "Bearer owner"]
        )
        let users = response.object["users"] as? [[String: Any]]
        #expect(users?.map { $0["localId"] as? String } == [localID])
    }

    @Test("pages of other sites do not control it, and pages of this machine do (security L11)")
    func pagesOtherSites()
        async throws
    {
        let emulator = try await ServerProcess.emulator()
        let state = "/emulator/v1/state"
        #expect(
            try await emulator.send(.delete, state, fields: [.origin: "https://evil.example"]).status == 403
        )
        #expect(
            try await emulator.send(.delete, state, fields: [.origin: "http://localhost:3000"]).status == 200
        )
        let app = try await emulator.send(
            .post,
            "/v1/accounts:signUp?key=any",
            [:],
            fields: [.origin: "http://localhost:3000"]
        )
        #expect(app.status == 200)
        #expect(app.fields["access-control-allow-origin"] == "http://localhost:3000")
    }
}
