import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import Testing

/// Deletion by the user, and tokens that no longer work.
@Suite struct AccountEndTests {
    @Test("self-service deletion can be turned off (U11)")
    func selfServiceDeletion() async throws {
        var policy = Policy()
        policy.users.allowsSelfDeletion = false
        let server = try await APIServer(policy: policy)
        let user = await server.signUp()
        let response = await server.call("delete", ["idToken": user["idToken"] ?? .null])
        #expect(response.errorMessage == "ADMIN_ONLY_OPERATION")
    }

    @Test("a deleted account is gone")
    func deletedAccountGone() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let response = await server.call("delete", ["idToken": user["idToken"] ?? .null])
        #expect(response.json == ["kind": "identitytoolkit#DeleteAccountResponse"])
        #expect(
            await server.call("lookup", ["idToken": user["idToken"] ?? .null]).errorMessage
                == "USER_NOT_FOUND"
        )
        #expect(await server.signUp().status == 200)
    }

    @Test("an expired access token is expired")
    func expiredAccessToken() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        server.clock.advance(by: .hours(1))
        #expect(
            await server.call("lookup", ["idToken": user["idToken"] ?? .null]).errorMessage == "TOKEN_EXPIRED"
        )
    }

    @Test("a neighbour's access token is invalid (security 19)")
    func neighbourAccessToken() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        for operation in ["lookup", "update", "delete"] {
            let response = await server.call(
                operation,
                ["idToken": user["idToken"] ?? .null],
                key: "other-key"
            )
            #expect(response.errorMessage == "INVALID_ID_TOKEN")
        }
    }
}
