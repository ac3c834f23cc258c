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
    func everyEndpointAnswers(
        _ error: StoreError
    )
        async throws
    {
        let server = try await APIServer()
        let user = await server.signUp()
        let tokens = [user.string("refreshToken"), user.string("idToken")]
        server.store.fail(with: error)
        var answers = [await server.exchange(tokens[0])]
        for token in tokens {
            answers.append(await server.introspect(token))
            answers.append(await server.form("/oauth2/revoke", [("token", token), ("client_id", "demo")]))
        }
        for answer in answers {
            #expect(answer.status == 503)
            #expect(answer["error"] == "temporarily_unavailable")
            #expect(answer.fields[.retryAfter] == "1")
        }
        server.store.fail(with: nil)
        #expect(await server.introspect(tokens[1])["active"] == true)
        #expect(await server.exchange(tokens[0]).status == 200)
    }
}
