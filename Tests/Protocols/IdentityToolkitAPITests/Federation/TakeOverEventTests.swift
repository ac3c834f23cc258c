import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLogging
import LoggingTestSupport
import Testing

@Suite("Security events about the owner of an address")
struct TakeOverEventTests {
    private static let password: JSONValue = ["email": "ada@gmail.com", "password": "correct horse"]

    private static func google(_ subject: String) -> JSONValue {
        ["sub": .string(subject), "email": "ada@gmail.com", "email_verified": true]
    }

    private let server: APIServer

    init() async throws { server = try await APIServer() }

    private func events() async throws -> [SecurityEvent] {
        let search = SecurityEventSearch(in: UserPool(project: server.project.id), limit: 10)
        return try await server.services.securityEvents.list(search).map(\.event)
    }

    /// A code of a link to the address.
    private func code(_ purpose: JSONValue) async throws -> JSONValue {
        let request: JSONValue = [
            "requestType": purpose, "email": "ada@gmail.com", "returnOobLink": true,
            "continueUrl": "https://id.example/", "canHandleCodeInApp": true,
        ]
        let sent = await server.administer("/v1/projects/demo/accounts:sendOobCode", request)
        return try #require(sent["oobCode"], "\(sent.text)")
    }

    @Test("a take-over by a provider is recorded with the provider and the new session (security 1)")
    func provider() async throws {
        let maker = await server.call("signUp", Self.password)
        let owner = await server.signIn(with: "google.com", Self.google("1"), from: "198.51.100.7")
        #expect(owner["localId"] == maker["localId"], "\(owner.text)")
        let event = try #require(try await events().first)
        #expect(event.kind == .takeOver && event.method?.rawValue == "google.com")
        #expect(.string(event.user.rawValue) == maker["localId"] && event.at == server.clock.now())
        #expect(event.remoteAddress == "198.51.100.7")
        let session = try #require(event.session)
        #expect(try await server.store.read(.session(session))?.user == event.user)
        // The owner is known now.
        _ = await server.signIn(with: "google.com", Self.google("1"))
        #expect(try await events().count == 1)
    }

    @Test(
        "a reset where the user has signed in ends no other person's credential, and is no event (security 1)"
    )
    func honestReset() async throws {
        _ = await server.call("signUp", Self.password)
        let reset: JSONValue = [
            "oobCode": try await code("PASSWORD_RESET"), "newPassword": "another horse",
        ]
        #expect(await server.call("resetPassword", reset).status == 200)
        #expect(try await events().isEmpty)
        #expect(!server.log.lines.contains { $0.metadata["event"] != nil })
    }

    @Test(
        "a take-over by a password reset is recorded and logged, and a reset of a verified address is not (security 1)"
    )
    func reset() async throws {
        let maker = await server.call("signUp", Self.password)
        for _ in 1...2 {
            let reset: JSONValue = [
                "oobCode": try await code("PASSWORD_RESET"), "newPassword": "another horse",
            ]
            let response = await server.call("resetPassword", reset, from: "198.51.100.7")
            #expect(response.status == 200, "\(response.text)")
            let events = try await events()
            #expect(events.map(\.kind) == [.takeOver] && events.first?.method == .passwordReset)
            #expect(events.first.map { .string($0.user.rawValue) } == maker["localId"])
            #expect(events.first?.session == nil)
        }
        let lines = server.log.lines.filter { $0.metadata["event"] == "take_over" }
        #expect(lines.count == 1)
        #expect(lines.first?.level == .warning && lines.first?.metadata["method"] == "password_reset")
        #expect(lines.first?.metadata["user"] == .string(maker.string("localId")))
    }

    @Test("a take-over by a link is recorded, and a link to a new user is not (security 1)")
    func link() async throws {
        func signIn() async throws {
            let link: JSONValue = ["oobCode": try await code("EMAIL_SIGNIN"), "email": "ada@gmail.com"]
            let response = await server.call("signInWithEmailLink", link)
            #expect(response.status == 200, "\(response.text)")
        }
        let maker = await server.call("signUp", Self.password)
        try await signIn()
        try await signIn()
        let events = try await events()
        #expect(events.map(\.kind) == [.takeOver] && events.first?.method == .emailLink)
        #expect(events.first?.session != nil)
        let delete: JSONValue = ["localId": maker["localId"] ?? .null]
        #expect(await server.administer("/v1/projects/demo/accounts:delete", delete).status == 200)
        try await signIn()
        #expect(try await self.events().count == 1)
    }

    @Test("a recycled address is recorded with the provider that has given it away (security 1)")
    func recycled() async throws {
        let former = await server.signIn(with: "google.com", Self.google("1"))
        #expect(try await events().isEmpty)
        let next = await server.signIn(with: "google.com", Self.google("2"))
        #expect(next["emailRecycled"] == true, "\(next.text)")
        let event = try #require(try await events().first)
        #expect(event.kind == .recycledAddress && event.method?.rawValue == "google.com")
        #expect(.string(event.user.rawValue) == former["localId"] && event.session != nil)
    }
}
