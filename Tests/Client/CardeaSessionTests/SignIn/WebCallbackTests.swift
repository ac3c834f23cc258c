import Foundation
import Testing

@testable import CardeaSession

struct WebCallbackTests {
    static let places: [(String, WebCallback?)] = [
        ("com.example.app:/callback", .customScheme("com.example.app")),
        ("COM.example.app:/callback", .customScheme("com.example.app")),
        ("https://app.example.com/callback", .https(host: "app.example.com", path: "/callback")),
        ("HTTPS://app.example.com", .https(host: "app.example.com", path: "/")),
        ("http://127.0.0.1/callback", nil), ("https:callback", nil), ("callback", nil),
    ]

    @Test(
        "a sign-in sheet returns to a custom scheme or to an https host (RFC 8252 §7.1, §7.2)",
        arguments: places
    )
    func place(redirect: String, expected: WebCallback?) {
        #expect(WebCallback(Fixture.url(redirect)) == expected)
    }
}
