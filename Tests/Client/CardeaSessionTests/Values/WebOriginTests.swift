@testable import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import Testing

struct WebOriginTests {
    @Test(
        "addresses of the app's own host (R2)",
        arguments: [
            "https://api.example.com", "https://api.example.com/", "https://api.example.com/v1?x#y",
            "https://api.example.com?x",
            "https://api.example.com:443/", "HTTPS://API.Example.COM/", "https://api.example.com:/",
        ]
    )
    func own(text: String) {
        #expect(WebOrigin(text) == Fixture.origin)
        #expect(OwnHosts([Fixture.origin]).contains(Fixture.url(text)))
    }

    @Test(
        "other hosts and tricks (R2, rule 12)",
        arguments: [
            "https://api.example.com.evil.tld/", "https://api.example.com@evil.tld/",
            "https://evil.tld/api.example.com",
            "https://user@api.example.com/", "https://user:pw@api.example.com/", "http://api.example.com/",
            "https://api.example.com:8443/", "https://xapi.example.com/", "https://example.com/",
            "https://api.example.com./",
            "https://api.example.com%2eevil.tld/", "https://api.example.com%40evil.tld/",
            "https:///api.example.com/",
            "ftp://api.example.com/", "//api.example.com/", "https:/api.example.com/",
            "https://api.example.com:443@evil.tld/",
        ]
    )
    func foreign(text: String) async throws {
        #expect(WebOrigin(text) != Fixture.origin)
        let url = Fixture.url(text)
        #expect(!OwnHosts([Fixture.origin]).contains(url))
        let fixture = Fixture()
        try await fixture.signIn()
        var request = CardeaRequest(.get, url)
        try await fixture.engine.authorize(&request)
        #expect(request.fields[.authorization] == nil)
    }

    @Test(
        "texts without an origin",
        arguments: [
            "", "https", "https://", "https://?", "https://a b/", "https://a\\b/", "https://a:99999/",
            "https://a:0/", "https://a:b/",
            "https://[]/", "https://[::1/", "https://[::1]x/", "https://ex\u{e4}mple.com/",
            "https://a\u{0}b/", "javascript:alert(1)",
        ]
    )
    func none(text: String) {
        #expect(WebOrigin(text) == nil)
    }

    @Test(
        "ports and IPv6 addresses",
        arguments: [
            ("http://localhost:8080/x", "http://localhost:8080"), ("http://[::1]:99", "http://[::1]:99"),
            ("http://127.0.0.1", "http://127.0.0.1:80"),
        ]
    )
    func parts(text: String, expected: String) {
        #expect(WebOrigin(text)?.description == expected)
    }

    @Test(
        "bearer, bare token, another field; a token that is there already is replaced (R3)",
        arguments: [
            (TokenPlacement.bearer, "authorization", "Bearer t"), (.bareToken, "authorization", "t"),
            (.header("x-token"), "x-token", "t"),
        ]
    )
    func authorizers(authorizer: TokenPlacement, field: String, value: String) {
        var request = Fixture.request()
        request.fields[HeaderFields.Name(field)] = "old"
        authorizer.authorize(&request, with: SessionCredential(accessToken: SessionSecret("t")))
        #expect(request.fields.values(of: HeaderFields.Name(field)) == [value])
    }
}
