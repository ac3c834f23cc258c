import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaSecrets
import Testing

@Suite("Limits of codes for phone numbers")
struct PhoneLimitTests {
    private static func isLimited(_ error: IdentityError?) -> Bool {
        if case .tooManyAttempts = error { true } else { false }
    }

    @Test("a number receives so many codes in an hour, whoever requests them (security 27)")
    func perNumber() async throws {
        let server = try await Server()
        for number in 0..<5 { _ = try await server.phoneCode(from: "198.51.100.\(number)") }
        #expect(Self.isLimited(await failure { try await server.phoneCode(from: "198.51.100.9") }))
        _ = try await server.phoneCode("+16505553435")
        server.clock.advance(.seconds(720))
        _ = try await server.phoneCode()
    }

    @Test("a network requests so many codes in an hour, and a project sends so many (security 26)")
    func perNetworkAndProject() async throws {
        var policy = Policy()
        policy.phone.maximumPerAddress = 2
        policy.phone.maximumPerProject = 3
        let server = try await Server(policy: policy)
        _ = try await server.phoneCode("+16505553431")
        _ = try await server.phoneCode("+16505553432")
        #expect(Self.isLimited(await failure { try await server.phoneCode("+16505553433") }))
        _ = try await server.phoneCode("+16505553433", from: "198.51.100.1")
        #expect(
            Self.isLimited(await failure { try await server.phoneCode("+16505553434", from: "198.51.100.2") })
        )
    }

    @Test("codes are sent only to regions that the project allows")
    func regions() async throws {
        let server = try await Server()
        try await server.changePolicy { $0.phone.deniedRegions = ["US"] }
        #expect(await failure { try await server.phoneCode() } == .phone(.regionNotAllowed))
        _ = try await server.phoneCode("+819012345678")
        try await server.changePolicy {
            $0.phone.deniedRegions = []
            $0.phone.allowedRegions = ["JP", "US"]
        }
        _ = try await server.phoneCode()
        // Jamaica shares the calling code of the United States.
        #expect(await failure { try await server.phoneCode("+18763334444") } == .phone(.regionNotAllowed))
    }

    @Test("a number for tests has a fixed code, and nothing is sent to it")
    func testNumbers() async throws {
        let server = try await Server(textMessages: TextMessageOutbox())
        try await server.changePolicy { $0.phone.testNumbers = ["\(annsNumber)=123456"] }
        let name = try await server.services.phone.sendCode(to: annsNumber, by: server.caller())
        _ = try await server.signIn(.code("123456", sessionInfo: name))
        #expect(try await server.store.read(.textMessages(MailSearch(limit: 9))).isEmpty)
        #expect(
            await failure {
                try await server.services.phone.sendCode(to: "+16505553435", by: server.caller())
            } == .phone(.gatewayNotConfigured)
        )
        for _ in 0..<9 { _ = try await server.services.phone.sendCode(to: annsNumber, by: server.caller()) }
    }

    @Test("settings of wrong form are rejected")
    func settings() {
        for (key, value) in [
            ("testNumbers", "+16505553434"), ("testNumbers", "+16505553434=12345"),
            ("testNumbers", "6505553434=123456"), ("testNumbers", "+16505553434=12345a"),
            ("deniedRegions", "us"), ("allowedRegions", "USA"), ("messages", "en=no code"),
            ("messages", "%CODE%"), ("messages", "en=%CODE% %LINK%"), ("messages", "EN=%CODE%"),
            ("messages", "en=%CODE%;;"),
            ("messages", ""),
        ] {
            var policy = Policy()
            switch key {
            case "testNumbers": policy.phone.testNumbers = [value]
            case "deniedRegions": policy.phone.deniedRegions = [value]
            case "allowedRegions": policy.phone.allowedRegions = [value]
            default: policy.phone.messages = value
            }
            #expect(policy.problems.count == 1, "\(key) \(value)")
        }
    }
}
