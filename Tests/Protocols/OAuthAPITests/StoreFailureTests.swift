import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import Testing

/// A store that fails says nothing of a token.
@Suite struct StoreFailureTests {
    @Test(
        "every endpoint returns 503, and the token is valid when the store works again",
        arguments: [.unavailable("closed"), .overloaded] as [StoreError]
    )
    func everyEndpointResponses(
        _ error: StoreError
    )
        async throws
    {
        let server = try await APIServer()
        let user = await server.signUp()
        let tokens = [user.string("refreshToken"), user.string("idToken")]
        server.store.fail(with: error)
        var responses = [await server.exchange(tokens[0])]
        for token in tokens {
            responses.append(await server.introspect(token))
            responses.append(await server.form("/oauth2/revoke", [("token", token), ("client_id", "demo")]))
        }
        for response in responses {
            #expect(response.status == 503)
            #expect(response["error"] == "temporarily_unavailable")
            #expect(response.fields[.retryAfter] == "1")
        }
        server.store.fail(with: nil)
        #expect(await server.introspect(tokens[1])["active"] == true)
        #expect(await server.exchange(tokens[0]).status == 200)
    }
}
