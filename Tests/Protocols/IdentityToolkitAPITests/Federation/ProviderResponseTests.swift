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
        let claims: JSONValue = ["sub": "a/1", "email": "ceo@gmail.com", "email_verified": true]
        let response = await server.signIn(with: "oidc.acme", claims)
        #expect(response.status == 200 && response["email"] == "ceo@gmail.com", "\(response.text)")
        #expect(response["emailVerified"] == false, "\(response.text)")
    }

    @Test("an address that is not valid is in neither the account nor the response (U6)")
    func invalidEmail() async throws {
        let server = try await APIServer()
        let claims: JSONValue = ["sub": "7", "email": "not an address", "email_verified": true]
        let response = await server.signIn(with: "github.com", claims)
        #expect(response.status == 200 && response["email"] == nil, "\(response.text)")
        #expect(response["emailVerified"] == nil)
        let lookup = await server.call("lookup", ["idToken": response["idToken"] ?? .null])
        #expect(lookup["users"]?.array?.first?["email"] == nil)
        #expect(response["rawUserInfo"]?.string?.contains("not an address") == true)
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
