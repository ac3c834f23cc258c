import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import Testing

@Suite("Sessions over Identity Toolkit")
struct SessionTests {
    private static let account: JSONValue = ["email": "ada@example.com", "password": "correct horse"]

    private let server: APIServer
    private let first: APIResponse

    init() async throws {
        var policy = Policy()
        policy.sessions.maximumPerClass = 1
        server = try await APIServer(policy: policy)
        first = await server.call("signUp", Self.account, fields: Self.device("phone", "Ada's phone"))
    }

    private static func device(_ deviceClass: String, _ name: String) -> HeaderFields {
        [
            "cardea-device":
                "class=\(deviceClass), name=\"\(name)\", model=\"X1\", system=\"OS 1\", id=\"\(name)\""
        ]
    }

    private func signIn(_ deviceClass: String, _ name: String) async -> APIResponse {
        await server.call("signInWithPassword", Self.account, fields: Self.device(deviceClass, name))
    }

    private func sessions(_ token: APIResponse) async -> [JSONValue] {
        await server.call("listSessions", ["idToken": token["idToken"] ?? .null])["sessions"]?.array ?? []
    }

    @Test("a list has the device, the methods and the state of each session (X13)")
    func list() async throws {
        server.clock.advance(by: .minutes(1))
        let desktop = await signIn("desktop", "Ada's desk")
        let listed = await sessions(desktop)
        #expect(listed.count == 2)
        let newest = try #require(listed.first)
        #expect(newest["current"] == true && newest["state"] == "ACTIVE")
        #expect(newest["deviceClass"] == "desktop" && newest["deviceName"] == "Ada's desk")
        #expect(newest["deviceModel"] == "X1" && newest["deviceSystem"] == "OS 1")
        #expect(newest["methods"] == ["pwd"] && newest["level"] == "aal1")
        #expect(newest["network"] == "192.0.2.0/24", "\(newest)")
        #expect(listed.last?["current"] == false && listed.last?["deviceClass"] == "phone")
    }

    @Test("an evicted device learns the reason, the time and the class of the other device (X13)")
    func evicted() async throws {
        server.clock.advance(by: .minutes(1))
        let second = await signIn("phone", "New phone")
        let rejection = await server.refresh(first.string("refreshToken"))
        #expect(rejection.errorMessage == "TOKEN_EXPIRED : SESSION_EVICTED")
        let detail = rejection["error"]?["details"]?.array?.first
        #expect(detail?["reason"] == "SESSION_EVICTED" && detail?["deviceClass"] == "phone")
        #expect(detail?["time"] == .string(server.clock.now().internetTime))
        let lookup = await server.call("lookup", ["idToken": first["idToken"] ?? .null])
        #expect(lookup.errorMessage == "TOKEN_EXPIRED : SESSION_EVICTED")
        let listed = await sessions(second)
        #expect(listed.map { $0["state"] } == ["ACTIVE", "ENDED"])
        #expect(listed.last?["endReason"] == "session_limit" && listed.last?["successor"] == "phone")
    }

    @Test("a further sign-in on the same device takes the place of the former one (X13)")
    func sameDevice() async throws {
        server.clock.advance(by: .minutes(1))
        let again = await signIn("phone", "Ada's phone")
        let listed = await sessions(again)
        #expect(listed.map { $0["endReason"] } == [nil, "replaced"])
        #expect(await server.refresh(first.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
    }

    @Test("a user ends one session, and all others (U9)")
    func end() async throws {
        let (desktop, web) = (await signIn("desktop", "Desk"), await signIn("web", "Browser"))
        let id = try #require(await sessions(desktop).first { $0["deviceClass"] == "phone" }?["sessionId"])
        let end: JSONValue = ["idToken": desktop["idToken"] ?? .null, "sessionId": id]
        #expect(await server.call("endSession", end).status == 200)
        #expect(await server.refresh(first.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
        let token: JSONValue = ["idToken": desktop["idToken"] ?? .null]
        #expect(await server.call("endOtherSessions", token).status == 200)
        #expect(await server.refresh(web.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
        #expect(await sessions(desktop).filter { $0["state"] == "ACTIVE" }.count == 1)
        server.clock.advance(by: .minutes(6))
        #expect(await server.call("endOtherSessions", token).errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }

    @Test("a session of another user is neither ended nor listed (security 3)")
    func others() async throws {
        let mallory = await server.call(
            "signUp",
            ["email": "mallory@example.com", "password": "correct horse"]
        )
        let id = try #require(await sessions(first).first?["sessionId"])
        for sessionID in [id, "AAAAAAAAAAAAAAAAAAAAAA", "x"] {
            let end: JSONValue = ["idToken": mallory["idToken"] ?? .null, "sessionId": sessionID]
            #expect(await server.call("endSession", end).errorMessage == "SESSION_NOT_FOUND")
        }
        #expect(await sessions(mallory).count == 1)
        let listed = await server.administer(
            "/v1/projects/demo/accounts:listSessions",
            ["localId": first["localId"] ?? .null]
        )
        #expect(listed["sessions"]?.array?.first?["current"] == false)
    }

    @Test(
        "a field that does not describe a device is rejected, and begins no session (X13)",
        arguments: ["class=car", "class=phone,", "name=\"a", "class"]
    )
    func malformed(field: String) async {
        let response = await server.call("signInWithPassword", Self.account, fields: ["cardea-device": field])
        #expect(response.errorMessage?.hasPrefix("INVALID_ARGUMENT : Cardea-Device") == true)
        #expect(await sessions(first).count == 1)
    }
}
