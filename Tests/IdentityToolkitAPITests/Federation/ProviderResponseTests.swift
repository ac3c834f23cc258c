import APITestSupport
import CardeaEncodings
import Testing

@Suite("Responses to a sign-in with a provider")
struct ProviderResponseTests {
    @Test("an address is verified in the response only if the provider is an authority for it (security 1)")
    func untrustedAddress() async throws {
        let server = try await APIServer()
        let own: JSONValue = ["sub": "a/1", "email": "ada@acme.example", "email_verified": true]
        _ = await server.signIn(with: "oidc.acme", own)
        for address in ["ceo@gmail.com", "no address"] {
            let claims: JSONValue = ["sub": "a/1", "email": .string(address), "email_verified": true]
            let response = await server.signIn(with: "oidc.acme", claims)
            #expect(response.status == 200 && response["email"] == .string(address), "\(response.text)")
            #expect(response["emailVerified"] == false, "\(response.text)")
        }
    }

    @Test("names in the response have no control characters (security 31)")
    func names() async throws {
        let server = try await APIServer()
        let claims: JSONValue = ["sub": "1", "name": "Ada\u{0}\u{1b}[31m"]
        let response = await server.signIn(with: "github.com", claims)
        #expect(response["displayName"] == "Ada[31m", "\(response.text)")
        #expect(response["fullName"] == response["displayName"])
    }
}
