import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import Testing

@Suite("Bodies with a content coding")
struct ContentCodingTests {
    private static let gzip: HeaderFields = ["content-encoding": "gzip"]
    private static let reason: JSONValue =
        "The body has a Content-Encoding, which the server does not read. Send it without one."

    @Test("a compressed body has an error in the form of its protocol (security 22)")
    func rejected() async throws {
        let server = try await APIServer()
        let responses = [
            await server.call("signUp", [:], fields: Self.gzip),
            await server.form(
                "/v1/token",
                [("grant_type", "refresh_token")],
                key: "demo-key",
                fields: Self.gzip
            ),
            await server.form("/oauth2/token", [("grant_type", "refresh_token")], fields: Self.gzip),
            await server.post("/api/oauth2/token", ["username": "a"], fields: Self.gzip),
        ]
        for response in responses {
            #expect(response.status == 415 && response.fields["accept-encoding"] == "identity")
        }
        #expect(responses[0]["error"]?["message"] == Self.reason, "\(responses[0].text)")
        #expect(responses[1]["error"]?["message"] == Self.reason, "\(responses[1].text)")
        for response in responses[2...] {
            #expect(response["error"] == "invalid_request", "\(response.text)")
            #expect(response["error_description"] == Self.reason)
        }
    }
}
