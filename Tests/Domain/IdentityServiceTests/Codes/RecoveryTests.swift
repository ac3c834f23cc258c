import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaSecrets
import CardeaUserNames
import Testing

@Suite("The way back to a changed address")
struct RecoveryTests {
    /// By how much the clock is set after the theft.
    private static let steps: [TimeSpan] = [.minutes(1), .days(-1)]

    private let server: Server
    private let ann: User

    /// A server with a user who has every kind of credential.
    init() async throws {
        server = try await Server(policy: .withoutEnumerationProtection)
        let signedUp = try await server.signUp()
        var changes = AdministeredChanges()
        changes.isEmailVerified = true
        changes.userName = .set("ann")
        changes.phoneNumber = .set("+16505553434")
        changes.linkedIdentity = UserRecord.Provider(id: "google.com", subject: "ann")
        ann = try await server.services.users.update(signedUp.user.id, changes, in: server.pool, by: .server)
    }

    private var stored: User {
        get async throws {
            try #require(try await server.services.users.find(.id(ann.id), in: server.pool))
        }
    }

    /// Signs in as the thief, who knows the password, and changes the address.
    ///
    /// - Returns: The code that the owner of the former address receives.
    private func steal() async throws -> Secret {
        try await change(AccountChanges(email: "thief@example.com"))
        let codes = try await server.services.verification.readableCodes(in: server.pool)
        return try #require(codes.last { $0.code.purpose == .recoverEmail }).text
    }

    private func change(_ changes: AccountChanges) async throws {
        let email = try await stored.email?.description
        let thief = try await server.signIn(try #require(email), from: "203.0.113.9")
        _ = try await server.services.accounts.update(
            changes,
            of: try await server.authenticate(thief.tokens)
        )
    }

    private func recover(_ code: Secret) async throws -> User {
        try await server.services.verification.applyCode(code, by: server.caller()).user
    }

    @Test(
        "every credential that a thief has set ends, also with a wrong clock (security 9, 28)",
        arguments: steps
    )
    func thief(step: TimeSpan) async throws {
        let code = try await steal()
        server.clock.step(step)
        var credentials = AdministeredChanges()
        credentials.phoneNumber = .set("+16505550199")
        credentials.linkedIdentity = UserRecord.Provider(id: "google.com", subject: "thief")
        _ = try await server.services.users.update(ann.id, credentials, in: server.pool, by: .server)
        try await change(AccountChanges(userName: "thief", password: "another horse"))

        let user = try await recover(code)
        #expect(user.email?.description == "ann@example.com" && user.isEmailVerified)
        #expect(!user.hasPassword && user.identities.isEmpty)
        #expect(user.phoneNumber == nil && user.userName == nil)
        let stored = try await stored
        #expect(stored.identities.isEmpty && stored.phoneNumber == nil && stored.userName == nil)
        let thief = try UserName(given: "thief")
        let guess = await failure {
            try await server.services.signIn.withPassword(
                login: .userName(thief),
                password: "another horse",
                by: server.caller()
            ).get()
        }
        #expect(guess == .credential(.invalid))
        // No user has the number and the name of the thief.
        #expect(try await server.signIn(server.phoneCode("+16505550199")).user.id != ann.id)
    }

    @Test("a password that is set together with the address ends (security 9)", arguments: steps)
    func addressAndPassword(step: TimeSpan) async throws {
        try await change(AccountChanges(email: "thief@example.com", password: "another horse"))
        let codes = try await server.services.verification.readableCodes(in: server.pool)
        server.clock.step(step)
        let code = try #require(codes.last { $0.code.purpose == .recoverEmail }).text
        #expect(try await !recover(code).hasPassword)
    }

    @Test("the credentials of the owner stay, also after a revocation of all sessions", arguments: steps)
    func owner(step: TimeSpan) async throws {
        let code = try await steal()
        server.clock.step(step)
        var changes = AdministeredChanges()
        changes.validSince = server.clock.now()
        _ = try await server.services.users.update(ann.id, changes, in: server.pool, by: .server)
        let user = try await recover(code)
        #expect(user.email?.description == "ann@example.com")
        #expect(user.phoneNumber == ann.phoneNumber && user.userName == ann.userName)
        #expect(user.identities == ann.identities && user.hasPassword)
        _ = try await server.signIn()
    }

    @Test("a code of an earlier release, which knows no credentials, ends all (security 9)")
    func earlierRelease() async throws {
        let text = try await steal()
        let former = try #require(
            try await server.services.verification.readableCodes(in: server.pool).last?.code
        )
        var code = try #require(try await server.store.read(.actionCode(hash: former.hash)))
        code.former = nil
        let row = code
        try await server.store.transact(by: .server) {
            Decision([.actionCode(.delete(hash: row.hash)), .actionCode(.insert(row))], ())
        }
        let user = try await recover(text)
        #expect(user.email?.description == "ann@example.com")
        #expect(
            !user.hasPassword && user.identities.isEmpty && user.phoneNumber == nil && user.userName == nil
        )
    }
}
