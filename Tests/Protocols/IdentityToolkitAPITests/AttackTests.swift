import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Attacks over Identity Toolkit")
struct AttackTests {
    private static let quotes = [
        "' OR '1'='1", "x'); DROP TABLE users; --", "%", "_", "a\"b", "ada@example.com' --",
    ]

    @Test("text in a name or an address is data for the database (security 15)", arguments: quotes)
    func injection(_ text: String) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let selectors: [String: JSONValue] = ["localId": [.string(text)], "email": [.string(text)]]
        let found = await server.administer("/v1/projects/demo/accounts:lookup", .object(selectors))
        #expect(found.status == 200 && found["users"] == nil, "\(found.text)")
        let query = await server.administer(
            "/v1/projects/demo/accounts:query",
            ["expression": [["email": .string(text)]]]
        )
        #expect(query["userInfo"] == nil)
        let signIn: JSONValue = ["email": .string(text), "password": .string(text)]
        #expect(await server.call("signInWithPassword", signIn).status == 400)
        let change: JSONValue = ["idToken": user["idToken"] ?? .null, "displayName": .string(text)]
        #expect(await server.call("update", change)["displayName"] == .string(text))
        #expect(await server.call("signInWithPassword", SignInTests.ada).status == 200)
    }

    @Test("a page token that somebody made shows no user of another pool (security 15, 19)")
    func pageToken() async throws {
        let server = try await APIServer(emulator: true)
        _ = await server.signUp("own@example.com")
        for tenant: JSONValue in ["blue", "red"] {
            let body: JSONValue = ["email": "t@example.com", "password": "correct horse", "tenantId": tenant]
            #expect(await server.call("signUp", body).status == 200)
        }
        let owner: HeaderFields = [.authorization: "Bearer \(server.administratorToken)"]
        let names = ["", "\0", "demo/red/", "' OR 1=1 --", "\u{FF}"]
        for token in names.map({ Base64URL.encode(Array($0.utf8)) }) {
            let page = await server.get(
                "/v1/projects/demo/tenants/blue/accounts:batchGet",
                query: "nextPageToken=\(token)",
                fields: owner
            )
            #expect(page.status == 200, "\(page.text)")
            for user in page["users"]?.array ?? [] { #expect(user["tenantId"] == "blue") }
        }
        for token in ["!!", "gA", "%01"] {
            let page = await server.get(
                "/v1/projects/demo/accounts:batchGet",
                query: "nextPageToken=\(token)",
                fields: owner
            )
            #expect(page.errorMessage == "INVALID_PAGE_SELECTION", "\(token): \(page.text)")
        }
    }

    @Test("a change of profile, address or settings does not count as authentication (security 30)")
    func authenticationTime() async throws {
        let server = try await APIServer(policy: .emulated(ProjectID(rawValue: "demo")), emulator: true)
        let user = await server.signUp()
        let token = user["idToken"] ?? .null
        server.clock.advance(by: .seconds(90))
        let send: JSONValue = ["requestType": "VERIFY_EMAIL", "idToken": token]
        #expect(await server.call("sendOobCode", send).status == 200)
        let codes = await server.get("/emulator/v1/projects/demo/oobCodes")["oobCodes"]?.array
        let code = try #require(codes?.last?["oobCode"])
        let verified = await server.call("update", ["oobCode": code])
        #expect(verified.status == 200 && verified["idToken"] == nil && verified["refreshToken"] == nil)
        for change: [String: JSONValue] in [
            ["displayName": "Ada"], ["photoUrl": "https://example.com/a.png"], ["email": "new@example.com"],
        ] {
            let changed = await server.call("update", .object(change.merging(["idToken": token]) { $1 }))
            #expect(
                changed.status == 200 && (changed["idToken"] == nil) == (change["email"] == nil),
                "\(changed.text)"
            )
        }
        let administered: JSONValue = ["localId": user["localId"] ?? .null, "displayName": "Countess"]
        let byAdministrator = await server.administer("/v1/projects/demo/accounts:update", administered)
        #expect(byAdministrator.status == 200 && byAdministrator["idToken"] == nil)

        let refreshed = await server.refresh(user.string("refreshToken")).string("id_token")
        let parts = refreshed.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let claims = JSONValue(parsing: Base64URL.decode(parts[1]) ?? [])
        #expect(claims?["auth_time"] == 1_800_000_000)
        #expect(claims?["name"] == "Countess" && claims?["email"] == "new@example.com")
    }
}
