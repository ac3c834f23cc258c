import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

@testable import CardeaSession

struct IDTokenTests {
    private func claims(_ payload: String, fields: HeaderFields = [:]) throws -> IDTokenClaims? {
        let token =
            "e30.\(Data(payload.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")).sig"
        let body = Data(#"{"access_token":"a","id_token":"\#(token)"}"#.utf8)
        return try IDTokenClaims(in: CardeaResponse(status: 200, fields: fields, body: body))
    }

    @Test("the profile of an OpenID Connect sign-in is read from its ID token (U4)")
    func profile() throws {
        let payload = #"""
            {"sub":"u1","name":"Ada","preferred_username":"ada","email":"ada@example.com","email_verified":true,
             "picture":"https://example.com/a.png","phone_number":"+4930123"}
            """#
        let expected = UserProfile(
            userID: "u1",
            userName: "ada",
            email: "ada@example.com",
            phoneNumber: "+4930123",
            displayName: "Ada",
            photoURL: URL(string: "https://example.com/a.png"),
            isEmailVerified: true
        )
        #expect(try claims(payload)?.profile == expected)
        for none in ["{}", #"{"id_token":""}"#] {
            #expect(try IDTokenClaims(in: CardeaResponse(status: 200, body: Data(none.utf8))) == nil)
        }
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

    @Test("an ID token of another server, client or sign-in is rejected", arguments: tokens)
    func check(payload: String, isGood: Bool) throws {
        let claims = try #require(try claims(payload))
        let check = { try claims.check(issuer: "https://id", clientID: "app", nonce: "n") }
        if isGood { try check() } else { #expect(throws: SignInError.self) { try check() } }
    }

    static let ends: [(end: Int, isGood: Bool)] = [(784_111_777, false), (784_111_778, true)]

    @Test("an ID token that has expired by the server's clock is rejected", arguments: ends)
    func over(end: Int, isGood: Bool) throws {
        let payload = #"{"sub":"u","exp":\#(end)}"#
        let now = try #require(try claims(payload, fields: [.date: "Sun, 06 Nov 1994 08:49:37 GMT"]))
        let check = { try now.check(issuer: nil, clientID: nil, nonce: nil) }
        if isGood { try check() } else { #expect(throws: SignInError.self) { try check() } }
        let timeless = try #require(try claims(payload))
        try timeless.check(issuer: nil, clientID: nil, nonce: nil)
    }

    @Test("a text that is not an ID token throws", arguments: [#"{"iss":"x"}"#, "[]", "junk"])
    func junk(payload: String) {
        #expect(throws: SignInError(.badResponse, detail: "an unreadable ID token")) { try claims(payload) }
    }
}
