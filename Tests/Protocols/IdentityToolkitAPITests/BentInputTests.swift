import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLogging
import LoggingTestSupport
import Testing

/// Good requests, bent at random: what comes of it is a response, and never a failure of the server.
@Suite struct BentInputTests {
    private static let json = "application/json"
    private static let form = "application/x-www-form-urlencoded"

    @Test(
        "each response has the form of the protocol (security 22)",
        arguments: [
            (
                "/v1/accounts:signUp", json,
                #"{"email":"ada@example.com","password":"correct horse","disabled":true}"#
            ),
            (
                "/v1/accounts:signInWithPassword", json,
                #"{"email":"ada@example.com","accessTokenLifetime":1e3}"#
            ),
            (
                "/v1/accounts:update", json,
                #"{"idToken":"e30.e30.AA","deleteAttribute":["EMAIL",2],"validSince":9}"#
            ),
            ("/v1/token", json, #"{"grant_type":"refresh_token","refreshToken":"TOKEN"}"#),
            ("/v1/token", form, "grant_type=refresh_token&refresh_token=TOKEN&a=%C3%A9+b"),
            ("/oauth2/token", form, "grant_type=refresh_token&refresh_token=TOKEN&client_id=demo&scope="),
            ("/oauth2/revoke", form, "token=TOKEN&token_type_hint=access_token&client_id=%64emo"),
        ]
    )
    func everyResponseOne(
        _ path: String,
        _ type: String,
        _ text: String
    ) async throws {
        let server = try await APIServer()
        let token = await server.signUp("eve@example.com").string("refreshToken")
        let good = Array(text.replacing("TOKEN", with: token).utf8)
        var random = Bends(seed: 22)
        for round in 0..<400 {
            let body = random.bend(good)
            let fields: HeaderFields = [.contentType: type]
            let response = await server.send(
                Request(.post, path, query: "key=demo-key", fields: fields, body: body)
            )
            #expect(response.status < 500, "round \(round): \(body)")
            #expect(response.status == 200 || response["error"] != nil, "round \(round): \(body)")
        }
        #expect(!server.log.lines.contains { $0.message == "store failed" })
    }

    @Test("a changed refresh token is rejected (security 22)")
    func bentRefreshToken() async throws {
        let server = try await APIServer()
        let good = Array(await server.signUp().string("refreshToken").utf8)
        var random = Bends(seed: 23)
        for round in 0..<400 {
            let bent = random.bend(good)
            guard bent != good, let token = String(validating: bent, as: UTF8.self) else { continue }
            let response = await server.refresh(token)
            #expect(
                ["INVALID_REFRESH_TOKEN", "MISSING_REFRESH_TOKEN"].contains(response.errorMessage),
                "round \(round)"
            )
        }
        #expect(await server.refresh(String(decoding: good, as: UTF8.self)).status == 200)
    }
}

/// Bends bytes, in the same way for the same seed (SplitMix64).
private struct Bends: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// Changes, inserts, repeats or takes away one to three pieces.
    mutating func bend(_ good: [UInt8]) -> [UInt8] {
        var bytes = good
        for _ in 0..<Int.random(in: 1...3, using: &self) where !bytes.isEmpty {
            let place = bytes.indices.randomElement(using: &self) ?? 0
            let end = min(bytes.count, place + Int.random(in: 1...8, using: &self))
            switch Int.random(in: 0..<4, using: &self) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &self)
            case 1: bytes.insert(UInt8.random(in: .min ... .max, using: &self), at: place)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            default: bytes.removeSubrange(place..<end)
            }
        }
        return bytes
    }
}
