import CardeaTesting
import Foundation
import HTTPTransport
import Testing

@testable import CardeaSession

struct IDTokenTests {
    private func claims(_ payload: String) throws -> IDTokenClaims? {
        let token =
            "e30.\(Data(payload.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")).sig"
        let body = Data(#"{"access_token":"a","id_token":"\#(token)"}"#.utf8)
        return try IDTokenClaims(in: HTTPResponse(status: 200, body: body))
    }

    @Test("U4 the profile of an OpenID Connect sign-in comes from its ID token")
    func profile() throws {
        let payload = #"""
            {"sub":"u1","name":"Ada","preferred_username":"ada","email":"ada@example.com","email_verified":true,
             "picture":"https://example.com/a.png","phone_number":"+4930123"}
            """#
        let expected = Profile(
            userID: "u1",
            userName: "ada",
            email: "ada@example.com",
            phoneNumber: "+4930123",
            displayName: "Ada",
            photoURL: URL(string: "https://example.com/a.png"),
            isEmailVerified: true
        )
        #expect(try claims(payload)?.profile == expected)
        #expect(try IDTokenClaims(in: HTTPResponse(status: 200, body: Data("{}".utf8))) == nil)
    }

    static let tokens: [(String, Bool)] = [
        (#"{"sub":"u","iss":"https://id","aud":"app","nonce":"n"}"#, true),
        (#"{"sub":"u","iss":"https://id","aud":["x","app"],"nonce":"n"}"#, true),
        (#"{"sub":"u","iss":"https://evil","aud":"app","nonce":"n"}"#, false),
        (#"{"sub":"u","iss":"https://id","aud":"other","nonce":"n"}"#, false),
        (#"{"sub":"u","iss":"https://id","nonce":"n"}"#, false),
        (#"{"sub":"u","iss":"https://id","aud":"app"}"#, false),
        (#"{"sub":"u","iss":"https://id","aud":"app","nonce":"old"}"#, false),
    ]

    @Test("an ID token of another server, client or sign-in is refused", arguments: tokens)
    func check(payload: String, isGood: Bool) throws {
        let claims = try #require(try claims(payload))
        let check = { try claims.check(issuer: "https://id", clientID: "app", nonce: "n") }
        if isGood { try check() } else { #expect(throws: SignInError.self) { try check() } }
    }

    @Test("what is no ID token is an error", arguments: [#"{"iss":"x"}"#, "[]", "junk"])
    func junk(payload: String) {
        #expect(throws: SignInError(.badAnswer, detail: "an unreadable ID token")) { try claims(payload) }
    }
}
