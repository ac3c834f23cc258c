@testable import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct OAuthTokenRevokerTests {
    private func revoker(_ transport: ScriptedTransport) -> CredentialRevoker {
        .oauth(
            endpoint: Fixture.url("https://id.example.com/revoke"),
            transport: transport,
            client: .none(clientID: "app")
        )
    }

    @Test(
        "the refresh token is revoked; without one, the access token (RFC 7009 §2.1)",
        arguments: [
            ("r", "token=r&token_type_hint=refresh_token&client_id=app"),
            (nil, "token=a&token_type_hint=access_token&client_id=app"),
        ]
    )
    func revoke(refreshToken: String?, form: String) async throws {
        let transport = ScriptedTransport(responses: [.success(CardeaResponse(status: 200))])
        let credential = SessionCredential(
            accessToken: SessionSecret("a"),
            refreshToken: refreshToken.map(SessionSecret.init)
        )
        try await revoker(transport).revoke(credential)
        #expect(transport.requests.first?.body == Data(form.utf8))
        // A user who signs out waits for it.
        #expect(transport.requests.first?.timeout == .seconds(10))
    }

    @Test(
        "a sign-out reports that the server rejected it or a captive portal responded, and ends the session anyway",
        arguments: [
            CardeaResponse(status: 503), CardeaResponse(status: 200, body: Data("<html></html>".utf8)),
            CardeaResponse(status: 200, body: Data("Accept the terms of use.".utf8)),
        ]
    )
    func rejection(response: CardeaResponse) async throws {
        let transport = ScriptedTransport(responses: [.success(response)])
        let fixture = Fixture(revoker: revoker(transport))
        try await fixture.signIn()
        let result = await fixture.engine.signOut()
        #expect(result.revocationFailure?.code == .other)
        #expect(fixture.engine.state == .signedOut(.requested))
    }
}
