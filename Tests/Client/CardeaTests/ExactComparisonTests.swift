import Cardea
import CardeaIdentityWire
import CardeaSession
import CardeaTesting
import CardeaHTTPTransport
import Foundation
import Testing

/// Texts of the server with other bytes that `String` takes for equal.
@Suite struct ExactComparisonTests {
    private static let (name, otherName) = ("caf\u{E9}", "cafe\u{301}")

    /// A server whose user has an ID and a provider of this name.
    private func client(again localID: String = name) throws -> CardeaClient {
        let transport = ScriptedTransport { (request, count) in
            let id = count == 0 || request.url.path().hasSuffix("lookup") ? Self.name : localID
            let body = #"""
                {"localId":"\#(id)","email":"ada@example.com","idToken":"a.b.c","refreshToken":"r","expiresIn":"3600",
                 "users":[{"localId":"\#(Self.name)","email":"ada@example.com",
                           "providerUserInfo":[{"providerId":"oidc.\#(Self.name)"}]}]}
                """#
            return CardeaResponse(status: 200, body: Data(body.utf8))
        }
        let url = try #require(URL(string: "https://id.example.com"))
        return CardeaClient(
            .init(server: .cardea(url), apiKey: "key", store: InMemoryStore(), transport: transport)
        )
    }

    @Test("an authentication as a user whose ID has other bytes is rejected (U10)", arguments: [true, false])
    func userID(isSame: Bool) async throws {
        let client = try client(again: isSame ? Self.name : Self.otherName)
        let user = try await client.signIn(email: Desk.email, password: Desk.password)
        let error = await failure { try await user.reauthenticate(password: Desk.password) }
        #expect(error?.code == (isSame ? nil : .userMismatch))
    }

    @Test("a provider whose ID has other bytes is another provider (U6)", arguments: [true, false])
    func providerID(isSame: Bool) async throws {
        let user = try await client().signIn(email: Desk.email, password: Desk.password)
        let error = await failure { try await user.unlink("oidc.\(isSame ? Self.name : Self.otherName)") }
        #expect(error?.code == (isSame ? nil : .providerNotLinked))
    }

    @Test("an error code with other bytes is another code")
    func errorCode() {
        let code = IdentityToolkitErrorCode(rawValue: "TO\u{212A}EN_EXPIRED")
        #expect(code != .tokenExpired && Set([code, .tokenExpired]).count == 2)
    }
}
