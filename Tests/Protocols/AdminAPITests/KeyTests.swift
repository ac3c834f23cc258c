import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite struct KeyTests {
    @Test(
        "a rotation lists the new key first, and older keys still verify",
        arguments: [
            ("projects/demo/keys", "ES256", 360_000, ["announced", "active"]),
            ("refreshTokenKeys", "HS256", 0, ["active", "verifying"]),
        ] as [(String, String, Int64, [JSONValue])]
    )
    func rotationListsNew(
        _ path: String,
        _ algorithm: String,
        _ announcement: Int64,
        _ states: [JSONValue]
    ) async throws {
        let management = try await Management()
        let user = await management.server.signUp()
        let before = await management.ask(.get, path)
        #expect(before.all("algorithm", in: "keys") == [algorithm])
        management.server.clock.advance(by: .seconds(1))
        let after = await management.ask(.post, "\(path):rotate", ["retiringOthers": false])
        let keys = after["keys"]?.array ?? []
        #expect(keys.count == 2)
        #expect(keys.first?["supersededAt"] == nil)
        #expect(keys.last?["supersededAt"] == .integer(1_800_000_001_000 + announcement))
        #expect(keys.map { $0["state"] } == states)
        #expect(keys.last?["retiredAt"] == nil)
        #expect(await management.server.call("lookup", ["idToken": user["idToken"] ?? .null]).status == 200)
        #expect(await management.server.refresh(user.string("refreshToken")).status == 200)
    }

    @Test("a key that is used at once supersedes the older one now")
    func atOnce() async throws {
        let management = try await Management()
        let rotation: JSONValue = ["retiringOthers": false, "atOnce": true]
        let keys = await management.ask(.post, "projects/demo/keys:rotate", rotation)["keys"]?.array ?? []
        #expect(keys.map { $0["state"] } == ["active", "verifying"])
        #expect(keys.first?["startsAt"] == nil)
    }

    @Test("tokens of retired keys are rejected")
    func tokensRetiredKeys() async throws {
        let management = try await Management()
        let user = await management.server.signUp()
        management.server.clock.advance(by: .seconds(1))
        for path in ["projects/demo/keys", "refreshTokenKeys"] {
            let after = await management.ask(.post, "\(path):rotate", ["retiringOthers": true])
            #expect(after["keys"]?.array?.last?["retiredAt"] == 1_800_000_001_000)
            #expect(await management.ask(.get, path).json == after.json)
        }
        let lookup = await management.server.call("lookup", ["idToken": user["idToken"] ?? .null])
        #expect(lookup.errorMessage == "INVALID_ID_TOKEN")
        let refresh = await management.server.refresh(user.string("refreshToken"))
        #expect(refresh.errorMessage == "INVALID_REFRESH_TOKEN")
    }

    @Test("no response has a secret")
    func responseSecret() async throws {
        let management = try await Management()
        for path in ["projects/demo/keys", "refreshTokenKeys", "administrators", "projects/demo"] {
            let text = await management.ask(.get, path).text
            #expect(!text.contains("sealed") && !text.contains("hash") && !text.contains("secret"))
        }
    }
}
