import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE
import Testing

/// Security L12: times from outside that arithmetic could stumble over.
@Suite struct ExtremeTimeTests {
    private static let extremes: [JSONValue] = [
        .integer(.max), .integer(.max / 1000), .integer(.max / 1000 + 1), .integer(253_402_300_800),
        .integer(-1), .integer(.min), .number(1e18), .number(1e300), .number(-1e300), .string("1800000000"),
        .null,
        .boolean(true), .array([]),
    ]

    @Test(
        "a signed token with an extreme claim is rejected or read, and nothing ends (security L12)",
        arguments: ["iat", "exp", "auth_time", "gen"],
        extremes
    )
    func signedTokenExtreme(
        _ claim: String,
        _ value: JSONValue
    ) async throws {
        let server = try await APIServer()
        let token = await server.signUp().string("idToken")
        let payload = Base64URL.decode(token.split(separator: ".")[1]) ?? []
        var claims = try #require(JSONValue(parsing: payload)?.object)
        claims[claim] = value
        let signer = try #require(server.projects.signer(for: server.project.id))
        let changed = String(decoding: try signer.sign(JSONValue.object(claims).text), as: UTF8.self)
        for operation in ["lookup", "update", "delete"] {
            let response = await server.call(operation, ["idToken": .string(changed)])
            #expect(claim == "auth_time" || claim == "gen" || response.errorMessage == "INVALID_ID_TOKEN")
            #expect(response.status == 200 || response.status == 400)
        }
        #expect(await server.call("lookup", ["idToken": .string(token)]).status < 500)
    }

    @Test("an extreme value of a time or a lifetime is rejected (security L12)", arguments: extremes)
    func extremeValueTime(_ value: JSONValue) async throws {
        let server = try await APIServer(emulator: true)
        let user = await server.signUp()
        let fields: [(String, JSONValue)] = [
            ("update", ["localId": user["localId"] ?? .null, "validSince": value]),
            ("signUp", ["accessTokenLifetime": value]),
            (
                "signInWithPassword",
                [
                    "email": "ada@example.com", "password": "correct horse", "accessTokenLifetime": value,
                ]
            ),
        ]
        for (operation, body) in fields {
            let path = "/v1/projects/demo/accounts\(operation == "signUp" ? "" : ":" + operation)"
            let response =
                operation == "update"
                ? await server.administer(path, body) : await server.call(operation, body)
            #expect(response.status == 200 || response.status == 400, "\(operation)")
        }
    }

    @Test(
        "the emulator's clock is set within the years 1970 to 9999 (security L11)",
        arguments: [Int64.max, .max / 1000, 253_402_300_800_000, -1, .min]
    )
    func emulatorClockSet(
        _ value: Int64
    ) async throws {
        let server = try await APIServer(emulator: true)
        let body: JSONValue = ["nowMs": .integer(value)]
        let response = await server.send(Request(.put, "/emulator/v1/clock", body: body.text))
        #expect(response.status == 400)
        #expect(response.errorMessage?.contains("from 0 (1970) to 253402300799999") == true)
        let last: JSONValue = ["nowMs": .integer(253_402_300_799_999)]
        #expect(await server.send(Request(.put, "/emulator/v1/clock", body: last.text)).status == 200)
        #expect(await server.call("signUp", [:]).status == 200)
    }
}
