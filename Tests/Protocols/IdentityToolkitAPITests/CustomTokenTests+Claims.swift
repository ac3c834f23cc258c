import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import Testing

extension CustomTokenTests {
    @Test("developer claims are in every token of the session, and in no token of another session")
    func developerClaims() async throws {
        let large = JSONValue.number(try #require(JSONNumber("18446744073709551615")))
        let given: JSONValue = [
            "plan": "gold", "seats": 3, "tags": ["a", .null, .number(0.5)], "large": large,
        ]
        let first = try await signIn(["claims": given])
        let other = try await signIn([:])
        var tokens = first.string("refreshToken")
        for _ in 0..<3 {
            let refreshed = await server.refresh(tokens)
            #expect(refreshed.status == 200)
            tokens = refreshed.string("refresh_token")
            let claims = claims(refreshed.string("id_token"))
            #expect(claims?["plan"] == "gold")
            #expect(claims?["seats"] == 3 && claims?["large"] == large)
            #expect(claims?["tags"] == ["a", .null, .number(0.5)])
        }
        #expect(claims(await server.refresh(other.string("refreshToken")).string("id_token"))?["plan"] == nil)
    }

    @Test("the session that a new password begins has the developer claims of the one before")
    func developerClaimsAfterNewPassword() async throws {
        _ = try await signIn([:])
        let named = await server.administer(
            "/v1/projects/demo/accounts:update",
            ["localId": "ada", "email": "ada@example.com"]
        )
        #expect(named.status == 200)
        server.clock.advance(by: .seconds(2))
        let session = try await signIn(["claims": ["plan": "gold"]])
        let updated = await server.call(
            "update",
            [
                "idToken": .string(session.string("idToken")), "password": "correct horse",
                "returnSecureToken": true,
            ]
        )
        let refreshed = await server.refresh(updated.string("refreshToken"))
        for token in [updated.string("idToken"), refreshed.string("id_token")] {
            let claims = claims(token)
            #expect(claims?["plan"] == "gold", "\(updated.text)")
            #expect(claims?["firebase"]?["sign_in_provider"] == "custom")
        }
    }

    @Test("developer claims replace custom claims of the same name, and no name is repeated")
    func mergedClaims() async throws {
        _ = try await signIn([:])
        let update = await server.administer(
            "/v1/projects/demo/accounts:update",
            ["localId": "ada", "customAttributes": #"{"plan":"free","role":"admin"}"#]
        )
        #expect(update.status == 200)
        let token = try await signIn(["claims": ["plan": "gold"]]).string("idToken")
        // The parser rejects an object with two members of one name.
        let claims = claims(token)
        #expect(claims?["plan"] == "gold")
        #expect(claims?["role"] == "admin")
    }
}
