import APITestSupport
import CardeaEncodings
import Testing

@Suite("Attributes of a provider in ID tokens")
struct ProviderAttributeTests {
    /// An object with arrays in it, so many levels deep.
    private static func nested(_ depth: Int) -> String {
        #"{"a":\#(String(repeating: "[", count: depth - 1))\#(String(repeating: "]", count: depth - 1))}"#
    }

    @Test("an ID token with the deepest or the largest claims is accepted by the server (security 20)")
    func acceptedClaims() async throws {
        let server = try await APIServer()
        func token(_ attributes: String) async -> String {
            await server.signIn(
                with: "oidc.acme",
                ["sub": .string(String(repeating: "s", count: 250)), "attributes": .string(attributes)]
            ).string(
                "idToken"
            )
        }
        let deep = await token(Self.nested(30))
        #expect(deep.claims?["firebase"]?["sign_in_attributes"] != nil)
        let user = await server.call("lookup", ["idToken": .string(deep)])["users"]?.array?.first
        let id = try #require(user?["localId"])
        let updated = await server.administer(
            "/v1/projects/demo/accounts:update",
            [
                "localId": id, "displayName": .string(String(repeating: "👨‍👩‍👧‍👦", count: 163)),
                "photoUrl": .string("https://a.example/" + String(repeating: "p", count: 2025)),
                "customAttributes": .string("{\"a\":\"\(String(repeating: "x", count: 980))\"}"),
            ]
        )
        #expect(updated["error"] == nil)
        let large = await token("{\"a\":\"\(String(repeating: "x", count: 4080))\"}")
        #expect(large.claims?["name"] != nil && large.claims?["firebase"]?["sign_in_attributes"] == nil)
        #expect(await server.call("lookup", ["idToken": .string(large)])["users"]?.array?.count == 1)
    }

    @Test(
        "attributes that an ID token cannot have are left out (security 20)",
        arguments: [
            #"{"a":1},"admin":true"#, "[]", #"{"a":"\#(String(repeating: "x", count: 4090))"}"#, nested(31),
        ]
    )
    func attributes(_ text: String) async throws {
        let server = try await APIServer()
        let claims: JSONValue = ["sub": "1", "attributes": .string(text)]
        let token = await server.signIn(with: "oidc.acme", claims).string("idToken").claims
        #expect(token?["sub"] != nil && token?["admin"] == nil)
        #expect(token?["firebase"]?["sign_in_provider"] == "oidc.acme")
        #expect(token?["firebase"]?["sign_in_attributes"] == nil && token?["firebase"]?["admin"] == nil)
    }
}
