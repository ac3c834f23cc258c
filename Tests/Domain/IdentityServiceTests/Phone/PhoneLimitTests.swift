import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaPhoneNumbers
import CardeaSQLiteDriver
import CardeaSecrets
import Testing

@Suite("Limits of codes for phone numbers")
struct PhoneLimitTests {
    private static func isLimited(_ error: IdentityError?) -> Bool {
        if case .tooManyAttempts = error { true } else { false }
    }

    @Test("a number receives a limited number of codes in an hour from all callers (security 27)")
    func perNumber() async throws {
        let server = try await Server()
        for number in 0..<5 { _ = try await server.phoneCode(from: "198.51.100.\(number)") }
        #expect(Self.isLimited(await failure { try await server.phoneCode(from: "198.51.100.9") }))
        _ = try await server.phoneCode("+16505553435")
        server.clock.advance(.seconds(720))
        _ = try await server.phoneCode()
    }

    @Test("the limits of a number and of a project outlive a restart (security 34)")
    func restart() async throws {
        try await withDirectory { directory in
            var policy = Policy()
            policy.phone.maximumPerProject = 8
            let clock = ManualClock()
            let file = SQLiteDatabase.Location.file(directory: directory)
            do {
                let server = try await Server(at: file, policy: policy, clock: clock)
                for number in 0..<5 { _ = try await server.phoneCode(from: "198.51.100.\(number)") }
                await server.store.close()
            }
            let server = try await Server(at: file, policy: policy, clock: clock)
            let rejected = await failure { try await server.phoneCode(from: "198.51.100.9") }
            #expect(rejected == .tooManyAttempts(retryAfter: .minutes(12)))
            for number in 0..<2 { _ = try await server.phoneCode("+1650555343\(number)") }
            #expect(Self.isLimited(await failure { try await server.phoneCode("+16505553439") }))
            // A clock that is set back does not close the number until it comes to that time again.
            clock.step(.days(-1))
            _ = try await server.phoneCode(from: "198.51.100.9")
        }
    }

    @Test("codes that are requested at the same time are counted one by one (security 18, 34)")
    func atOnce() async throws {
        let server = try await Server()
        let sent = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<30 {
                group.addTask { (try? await server.phoneCode(from: "198.51.100.\(number)")) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(sent == 5)
    }

    @Test("one network does not use up the codes of a number for its owner (security 11, 21)")
    func shareOfNetwork() async throws {
        let server = try await Server()
        var errors: [IdentityError?] = []
        for _ in 0..<6 {
            errors.append(await failure { try await server.phoneCode(from: "198.51.100.7") })
        }
        #expect(errors.prefix(3).allSatisfy { $0 == nil })
        #expect(errors.dropFirst(3).allSatisfy { $0 == .tooManyAttempts(retryAfter: .minutes(20)) })
        _ = try await server.phoneCode()
        _ = try await server.phoneCode()
        // All networks together have the limit of the number.
        #expect(await failure { try await server.phoneCode() } == .tooManyAttempts(retryAfter: .minutes(12)))
    }

    @Test("the tenants of a project share the codes that a number receives (security 34)")
    func acrossTenants() async throws {
        let server = try await Server()
        var tenants: [TenantID?] = [nil]
        for name in ["blue", "red"] {
            let id = TenantID(rawValue: name)
            tenants.append(
                try await server.projects.createTenant(in: server.project.id, id: id, by: .server).id
            )
        }
        var sent = 0
        for number in 0..<15 {
            let address = "198.51.100.\(number)"
            if (try? await server.phoneCode(tenant: tenants[number % 3], from: address)) != nil { sent += 1 }
        }
        #expect(sent == 5)
    }

    @Test("a number that earns by each message receives no code (security 34)")
    func premiumRate() async throws {
        let server = try await Server()
        for number in ["+19005551234", "+447012345678", "+448445551234"] {
            #expect(
                await failure { try await server.phoneCode(number) } == .input(.invalidPhoneNumber),
                "\(number)"
            )
        }
        _ = try await server.phoneCode("+447911123456")
    }

    @Test("an unknown region is rejected, and the error suggests another one (security 34)")
    func unknownRegion() async throws {
        let server = try await Server()
        let error = await #expect(throws: ProjectDirectoryError.self) {
            try await server.changePolicy { $0.phone.deniedRegions = ["UK", "FR"] }
        }
        let line = "phone.deniedRegions: no phone number belongs to a region 'UK'; did you mean 'GB'?"
        #expect(error == .invalidSetting(line))
        try await server.changePolicy { $0.phone.deniedRegions = ["GB", "001"] }
        #expect(await failure { try await server.phoneCode("+442071838750") } == .phone(.regionNotAllowed))
    }

    @Test("the regions of settings are those of the numbering plans")
    func regionTable() {
        #expect(PhoneRegion.all == Set(PhoneNumber.regions.map(\.exact)) && PhoneRegion.all.count > 200)
    }

    @Test("a number for tests has one code, in the form in which numbers are compared")
    func ambiguousTestNumbers() async throws {
        let server = try await Server()
        for (numbers, problem) in [
            (["+16505553434=123456", "+16505553434=654321"], "+16505553434 has two codes"),
            (["+8109012345678=123456"], "write +8109012345678 as +819012345678"),
            (["+1650555=123456"], "+1650555 is no phone number"),
        ] {
            let error = await #expect(throws: ProjectDirectoryError.self) {
                try await server.changePolicy { $0.phone.testNumbers = numbers }
            }
            #expect(error == .invalidSetting("phone.testNumbers: \(problem)"))
        }
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

    @Test(
        "the last fifth of a project's codes is for numbers that signed in from the same network (security 12, 34)"
    )
    func reserve() async throws {
        var policy = Policy()
        policy.phone.maximumPerProject = 10
        let server = try await Server(policy: policy)
        _ = try await server.signIn(server.phoneCode())
        func sendToStrangers(_ count: Int) async throws {
            for number in 0..<count {
                _ = try await server.phoneCode("+1650555344\(number)", from: "198.51.100.1")
            }
        }
        try await sendToStrangers(7)
        // From elsewhere, a number with a user and one without get the same response.
        for number in [annsNumber, "+16505553499"] {
            let rejected = await failure { try await server.phoneCode(number, from: "198.51.100.9") }
            #expect(rejected == .tooManyAttempts(retryAfter: .minutes(6)))
        }
        #expect(Self.isLimited(await failure { try await server.phoneCode("+16505553499") }))
        for _ in 0..<2 { _ = try await server.phoneCode() }
        server.clock.advance(.days(31))
        try await sendToStrangers(8)
        #expect(Self.isLimited(await failure { try await server.phoneCode() }))
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
        let server = try await Server(textMessages: Outbox(isOpen: false), phoneCodes: nil)
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
