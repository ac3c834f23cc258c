import Cardea
import CardeaTesting
import Foundation
import Testing

/// The fake server holds to the rules of the real one, seen from the wire.
@Suite struct RotatingFakeServerTests {
    private let clock = ManualClock()
    private let server: RotatingFakeServer
    private let first: String

    init() async throws {
        server = RotatingFakeServer(clock: clock)
        let body = Data(#"{"email":"ada@example.com","password":"correct horse"}"#.utf8)
        let response = try await server.send(
            CardeaRequest(.post, server.url.appending(path: "v1/accounts:signUp"), body: body)
        )
        first = try #require(try Self.members(response)["refreshToken"])
    }

    /// The refresh token that an exchange brings; `nil` when it is rejected.
    private func exchange(_ token: String, key: String? = nil) async throws -> String? {
        var request = CardeaRequest(.post, server.url.appending(path: "v1/token"))
        request.body = Data("grant_type=refresh_token&refresh_token=\(token)".utf8)
        request.fields[.idempotencyKey] = key
        return try Self.members(await server.send(request))["refresh_token"]
    }

    private static func members(_ response: CardeaResponse) throws -> [String: String] {
        let object = try JSONSerialization.jsonObject(with: response.body) as? [String: Any] ?? [:]
        return object.compactMapValues { $0 as? String }
    }

    @Test("a refresh token works once, and reuse ends the session of both holders (K2)") func reuse()
        async throws
    {
        let second = try #require(try await exchange(first))
        clock.advance(by: .seconds(10))
        let third = try #require(try await exchange(second))
        #expect(try await exchange(first) == nil)
        #expect(try await exchange(third) == nil)
        #expect(server.livingSessions == 0)
    }

    @Test("a late request with the same key gets the same child (K13)") func sameKey() async throws {
        let second = try await exchange(first, key: "a")
        clock.advance(by: .seconds(100_000))
        #expect(try await exchange(first, key: "a") == second)
        #expect(server.rotations == 1)
    }

    @Test(
        "a used token with another key, or without a key, is reuse at once (security 32)",
        arguments: ["b", nil]
    )
    func otherKey(_ key: String?) async throws {
        _ = try await exchange(first, key: "a")
        #expect(try await exchange(first, key: key) == nil)
        #expect(server.livingSessions == 0)
    }

    @Test("without keys two uses within the grace converge on one child")
    func grace() async throws {
        let second = try await exchange(first)
        clock.advance(by: .seconds(9))
        #expect(try await exchange(first) == second)
    }

    @Test("without keys a tab that another overtook gets the present child within the grace (security M3)")
    func overtaken() async throws {
        let second = try #require(try await exchange(first))
        let third = try await exchange(second)
        clock.advance(by: .seconds(9))
        #expect(try await exchange(first) == third)
        clock.advance(by: .seconds(1))
        #expect(try await exchange(first) == nil)
    }

    @Test("an app that begins to send keys gets the child that it asked for without one; then it is keyed")
    func begin() async throws {
        let second = try await exchange(first)
        #expect(try await exchange(first, key: "a") == second)
        #expect(try await exchange(first) == nil)
    }

    @Test("without keys, a late repetition gets a new child, and the lost one is invalid") func lateRecovery()
        async throws
    {
        let lost = try #require(try await exchange(first))
        clock.advance(by: .seconds(11))
        let found = try #require(try await exchange(first))
        #expect(found != lost)
        #expect(try await exchange(found) != nil)
        #expect(try await exchange(lost) == nil)
    }

    static let clients = [("client_id=key&", 200, 0), ("", 400, 1)]

    @Test(
        "revocation of a token ends its session; of a foreign token it ends none (RFC 7009)",
        arguments: clients
    )
    func revocation(client: String, status: Int, living: Int) async throws {
        let old = first
        _ = try await exchange(old)
        for token in ["nobody's", old] {
            var request = CardeaRequest(.post, server.url.appending(path: "oauth2/revoke"))
            request.body = Data("\(client)token=\(token)".utf8)
            #expect(server.livingSessions == 1)
            #expect(try await server.send(request).status == status)
        }
        #expect(server.livingSessions == living)
        #expect(server.requests(at: .revoke).count == 2)
    }

    @Test("a request that is held waits for its release, or its cancellation") func held() async throws {
        server.hold(.token)
        let waiting = Task { try await exchange(first) }
        let cancelled = Task { try await exchange(first) }
        await server.waitForRequests(at: .token, count: 2)
        cancelled.cancel()
        await #expect(throws: TransportError.self) { try await cancelled.value }
        server.release(.token)
        #expect(try await waiting.value != nil)
        #expect(server.rotations == 1)
    }

    @Test("an operation that the server does not support fails, and the error says what it supports")
    func unsupported() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        let operations: [() async throws -> Void] = [
            { _ = try await client.sendVerificationCode(toPhoneNumber: "+4915112345678") },
            { _ = try await client.signIn(customToken: "token") },
            { _ = try await client.signIn(with: .idToken("token", of: .google)) },
            { try await client.sendPasswordReset(toEmail: Desk.email) },
            { try await user.unlink("password") },
        ]
        for operation in operations {
            let error = await #expect(throws: CardeaError.self) { try await operation() }
            #expect(error?.serverCode == "UNSUPPORTED_BY_FAKE_SERVER")
            #expect(error?.serverMessage?.contains("It supports sign-up") == true)
        }
        #expect(client.currentUser == user)
    }
}
