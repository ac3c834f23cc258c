import Cardea
import CardeaTesting
import Foundation
import CardeaIdentityWire
import Testing
import CardeaSecrets

@Suite struct IdentityToolkitClientTests {
    private static let rejected = CardeaResponse(
        status: 400,
        body: Data(#"{"error":{"code":400,"message":"EMAIL_EXISTS"}}"#.utf8)
    )

    @Test(
        "the addresses of Cardea, of Google and of an emulator",
        arguments: [
            (
                "https://id.example.com", "https://id.example.com/v1/accounts:lookup",
                "https://id.example.com/v1/token"
            ),
            (
                "https://example.com/identity/",
                "https://example.com/identity/v1/accounts:lookup",
                "https://example.com/identity/v1/token"
            ),
            (
                "google",
                "https://identitytoolkit.googleapis.com/v1/accounts:lookup",
                "https://securetoken.googleapis.com/v1/token"
            ),
            (
                "emulator",
                "http://localhost:9099/identitytoolkit.googleapis.com/v1/accounts:lookup",
                "http://localhost:9099/securetoken.googleapis.com/v1/token"
            ),
        ]
    )
    func addresses(_ server: String, _ accounts: String, _ tokens: String) async throws {
        let address: ServerAddress =
            switch server {
            case "google": .googleIdentityPlatform
            case "emulator": .emulator(try #require(URL(string: "http://localhost:9099")))
            default: .cardea(try #require(URL(string: server)))
            }
        let transport = ScriptedTransport { (_, _) in Self.rejected }
        let client = IdentityToolkitClient(
            server: address,
            apiKey: "key",
            tenant: "pool",
            transport: transport
        )
        _ = try? await client.lookup("token")
        _ = try? await client.refresh("refresh me", idempotencyKey: "once")
        let requests = transport.requests
        #expect(requests.map(\.url.absoluteString) == [accounts, tokens])
        #expect(requests.allSatisfy { $0.method == .post && $0.fields["x-goog-api-key"] == "key" })
        let body = try JSONDecoder().decode([String: String].self, from: try #require(requests[0].body))
        #expect(body == ["idToken": "token", "tenantId": "pool"])
        #expect(requests[1].body == Data("grant_type=refresh_token&refresh_token=refresh%20me".utf8))
        #expect(requests[1].fields["idempotency-key"] == "once")
    }

    @Test(
        "an error message is split at its first colon, and unknown codes are kept",
        arguments: [
            (#"{"error":{"code":400,"message":"EMAIL_EXISTS"}}"#, "EMAIL_EXISTS", nil),
            (
                #"{"error":{"code":400,"message":"WEAK_PASSWORD : at least: 6"}}"#, "WEAK_PASSWORD",
                "at least: 6"
            ),
            (#"{"error":{"code":400,"message":"NEW_CODE: why"}}"#, "NEW_CODE", "why"),
            (
                #"{"error":{"code":403,"message":"No key given.","status":"PERMISSION_DENIED"}}"#,
                "PERMISSION_DENIED",
                "No key given."
            ),
        ]
    )
    func rejection(_ body: String, _ code: String, _ message: String?) async throws {
        let failure = try await failure(
            CardeaResponse(status: 400, fields: ["retry-after": "7"], body: Data(body.utf8))
        )
        let expected = ServerRejection(
            status: 400,
            code: IdentityToolkitErrorCode(rawValue: code),
            message: message,
            retryAfter: .seconds(7)
        )
        #expect(failure == .rejected(expected))
        #expect(!failure.leavesOutcomeOpen)
    }

    @Test(
        "a body in another form is not an error of the protocol",
        arguments: [
            (200, "<html>", true), (200, "{}", false), (302, "", true), (401, "<html>", true),
            (502, "Bad gateway", false), (502, "<html>", true),
        ]
    )
    func unintelligible(_ status: Int, _ body: String, isForeign: Bool) async throws {
        let failure = try await failure(CardeaResponse(status: status, body: Data(body.utf8)))
        #expect(failure == .unintelligible(status: status, isForeign: isForeign))
        #expect(failure.leavesOutcomeOpen)
    }

    @Test("after a server error, the outcome is unknown") func outcomeOpen() async throws {
        let body = Data(#"{"error":{"code":503,"message":"UNAVAILABLE"}}"#.utf8)
        #expect(try await failure(CardeaResponse(status: 503, body: body)).leavesOutcomeOpen)
    }

    /// The way in which a sign-up ends that is responded to like this.
    private func failure(_ response: CardeaResponse) async throws -> ServerFailure {
        let client = IdentityToolkitClient(
            server: .googleIdentityPlatform,
            apiKey: "key",
            transport: ScriptedTransport { (_, _) in response }
        )
        do {
            _ = try await client.signUp()
        } catch {
            return error
        }
        throw NoFailure()
    }

    private struct NoFailure: Error {}
}
