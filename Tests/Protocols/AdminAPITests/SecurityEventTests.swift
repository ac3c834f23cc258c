import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import Testing

@Suite("Management of security events")
struct SecurityEventTests {
    @Test("a take-over and a recycled address are listed with the method of the proof (security 1)")
    func methods() async throws {
        func google(_ subject: String) -> JSONValue {
            ["sub": .string(subject), "email": "ada@gmail.com", "email_verified": true]
        }
        let management = try await Management()
        let server = management.server
        let maker = await server.call("signUp", ["email": "ada@gmail.com", "password": "correct horse"])
        _ = await server.signIn(with: "google.com", google("1"))
        _ = await server.signIn(with: "google.com", google("2"))
        let path = "projects/demo/securityEvents"
        let list = await management.ask(.get, path)
        #expect(list.all("kind", in: "events") == ["recycled_address", "take_over"], "\(list.text)")
        #expect(list.all("method", in: "events") == ["google.com", "google.com"])
        #expect(Set(list.all("user", in: "events")) == [maker.string("localId")])
        let found = await management.ask(.get, path, query: "kind=take_over&user=ada@gmail.com")
        #expect(found.all("kind", in: "events") == ["take_over"], "\(found.text)")
        #expect(found["events"]?.array?.first?["remoteAddress"] == "192.0.2.1")
        #expect(found["events"]?.array?.first?["actor"] == ["kind": "app"])
    }
}
