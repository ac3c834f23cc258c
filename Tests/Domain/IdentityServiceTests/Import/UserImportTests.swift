import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain
import CardeaPasswordHashing
import CardeaSQLCore
import CardeaSQLiteDriver
import Testing
import CardeaSecrets

@testable import CardeaIdentityService
@testable import CardeaIdentityStore

@Suite("Imports and exports of users")
struct UserImportTests {
    private static let password = "correct horse"

    private static func hash() throws -> String {
        var format = HashFormat(algorithm: "HMAC_SHA256")
        format.signerKey = Array("the key of the former system".utf8)
        let code = try #require(
            MessageDigest.sha256.authenticate(Array("\(password)salt".utf8), key: format.signerKey ?? [])
        )
        return try format.text(hash: code, salt: Array("salt".utf8))
    }

    private static func ann() throws -> UserRecord {
        var record = UserRecord(id: "ann")
        record.email = "ann@example.com"
        record.password = .hash(try hash())
        return record
    }

    @Test("a hash whose first byte is $ is one of its function, also where an emulator's forms count")
    func dollar() throws {
        var format = HashFormat(algorithm: "SHA256")
        format.rounds = 1
        let hash = Secret(Base64.encode([UInt8(ascii: "$")] + [UInt8](repeating: 0x41, count: 30) + [0x9D]))
        let texts = [true, false].map { acceptsFakeHashes -> String? in
            let password = UserRecord.Password(
                hash: hash,
                salt: "c2FsdA==",
                format,
                acceptsFakeHashes: acceptsFakeHashes
            )
            return if case .hash(let text) = password { text } else { nil }
        }
        #expect(texts[0] != nil && texts[0] == texts[1])
    }

    @Test("the time at which a password was removed survives an import")
    func removedPassword() async throws {
        let server = try await Server()
        var record = UserRecord(id: "ann")
        record.passwordChangedAt = Timestamp(milliseconds: 1_700_000_000_000)
        let outcomes = try await server.userImport.add(
            [record],
            to: server.pool,
            existing: .reject,
            by: .server
        )
        #expect(outcomes.count == 1)
        let found = try await server.services.users.find(.id(UserID(rawValue: "ann")), in: server.pool)
        let user = try #require(found)
        #expect(user.passwordHash == nil && user.passwordChangedAt == record.passwordChangedAt)
    }

    @Test(
        "an imported hash is stored encrypted, and argon2id replaces it with the first sign-in (security 24)"
    )
    func rehash() async throws {
        let server = try await Server()
        let outcomes = try await server.userImport.add(
            [try Self.ann()],
            to: server.pool,
            existing: .reject,
            by: .server
        )
        #expect(outcomes == [.created])
        let stored = try #require(try await server.storedHash(of: "ann"))
        #expect(stored.hasPrefix("$sealed$"))
        #expect(!stored.contains(Base64.encodeUnpadded(Array("the key of the former system".utf8))))

        _ = await failure { try await server.signIn(password: "wrong") }
        #expect(try await server.storedHash(of: "ann") == stored)
        let signedIn = try await server.signIn(password: Self.password)
        let replaced = try #require(try await server.storedHash(of: "ann"))
        #expect(replaced.hasPrefix("$argon2id$"))
        // The change of the hash is not a change of the password: the session goes on.
        _ = try await server.refresh(signedIn.tokens)
        _ = try await server.signIn(password: Self.password)
        #expect(try await server.storedHash(of: "ann") == replaced)
    }

    @Test("a hash that was moved to another user is damaged, not a way in")
    func movedHash() async throws {
        let server = try await Server()
        var bob = UserRecord(id: "bob")
        bob.email = "bob@example.com"
        bob.password = .plain("another password")
        _ = try await server.userImport.add(
            [try Self.ann(), bob],
            to: server.pool,
            existing: .reject,
            by: .server
        )
        let statement = SQLStatement(
            """
            UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE id = 'ann') WHERE id = 'bob'
            """
        )
        try await server.store.database.write([SQLWrite(statement, [], changing: .exactlyOne)])
        let error = await failure {
            try await server.signIn("bob@example.com", password: Self.password)
        }
        #expect(error == .store(.damaged("a password hash")))
    }

    @Test("an export contains the imported users, and its import creates the same users")
    func roundTrip() async throws {
        let server = try await Server()
        var record = try Self.ann()
        record.isEmailVerified = true
        (record.recycledBy, record.recycledAt) = ("google.com", Timestamp(milliseconds: 1_550_000_000_004))
        record.emailProofs = [
            UserRecord.Proof(
                provider: "google.com",
                subject: "1",
                at: Timestamp(milliseconds: 1_650_000_000_005)
            )
        ]
        record.signsInByEmailLink = true
        record.displayName = "Ann \u{1F600}"
        record.photoURL = "https://example.com/a.png"
        record.phoneNumber = "+491701234567"
        record.passwordChangedAt = Timestamp(milliseconds: 1_500_000_000_123)
        record.usesCustomTokens = true
        record.customClaims = "{\"a\": [1, 2.50]}"
        record.isDisabled = true
        record.createdAt = Timestamp(milliseconds: 1_400_000_000_001)
        record.lastSignedInAt = Timestamp(milliseconds: 1_600_000_000_002)
        record.validSince = Timestamp(milliseconds: 1_450_000_000_003)
        _ = try await server.userImport.add([record], to: server.pool, existing: .reject, by: .server)
        let exported = try await server.userExport.page(of: server.pool, limit: 10)
        #expect(exported.map(\.text) == [record.text])

        let other = try await Server()
        _ = try await other.userImport.add(exported, to: other.pool, existing: .reject, by: .server)
        #expect(try await other.userExport.page(of: other.pool, limit: 10).map(\.text) == [record.text])
    }

    @Test("an import that runs again creates what is missing, and changes nothing else")
    func runsAgain() async throws {
        let server = try await Server()
        let records = (0..<250).map { number in
            var record = UserRecord(id: "user\(number)")
            record.email = "user\(number)@example.com"
            return record
        }
        let first = try await server.userImport.add(
            Array(records[..<120]),
            to: server.pool,
            existing: .skip,
            by: .server
        )
        #expect(first.allSatisfy { $0 == .created })
        let before = try await server.userExport.page(of: server.pool, limit: 1000)
        server.clock.advance(.seconds(60))
        let second = try await server.userImport.add(records, to: server.pool, existing: .skip, by: .server)
        #expect(second.prefix(120).allSatisfy { $0 == .skipped })
        #expect(second.dropFirst(120).allSatisfy { $0 == .created })
        let after = try await server.userExport.page(of: server.pool, limit: 1000)
        #expect(after.count == 250)
        #expect(Set(after.map(\.text)).isSuperset(of: before.map(\.text)))
    }

    @Test("a dry run finds every fault and writes nothing")
    func dryRun() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        var twin = UserRecord(id: "twin")
        twin.email = "ann@example.com"
        let records = [UserRecord(id: "new"), twin, UserRecord(id: ""), UserRecord(id: "new")]
        let outcomes = try await server.userImport.add(
            records,
            to: server.pool,
            existing: .skip,
            isDryRun: true,
            by: .server
        )
        #expect(outcomes == [.created, .rejected(.emailExists), .rejected(.missingID), .skipped])
        #expect(try await server.userExport.count(of: server.pool) == 1)
    }

    @Test("users exchange their addresses in one import, in the order of the list")
    func exchangedAddresses() async throws {
        let server = try await Server()
        func record(_ id: String, _ email: String?) -> UserRecord {
            var record = UserRecord(id: id)
            record.email = email
            return record
        }
        let (one, two) = ("one@example.com", "two@example.com")
        _ = try await server.userImport.add(
            [record("a", one), record("b", two)],
            to: server.pool,
            existing: .reject,
            by: .server
        )
        let outcomes = try await server.userImport.add(
            [record("a", two), record("a", nil), record("b", one), record("a", two)],
            to: server.pool,
            existing: .replace,
            by: .server
        )
        #expect(outcomes == [.rejected(.emailExists), .replaced, .replaced, .replaced])
        let users = try await server.userExport.page(of: server.pool, limit: 10)
        #expect(users.map(\.email) == [two, one])
    }

    @Test("no user is imported into a tenant that was deleted meanwhile")
    func deletedTenant() async throws {
        let server = try await Server()
        let pool = UserPool(project: server.project.id, tenant: TenantID(rawValue: "gone"))
        let error = await failure {
            try await server.userImport.add([UserRecord(id: "a")], to: pool, existing: .skip, by: .server)
        }
        #expect(error == .scope(.tenantNotFound))
    }
}

extension Server {
    fileprivate var userImport: UserImport { services.userImport }
    fileprivate var userExport: UserExport { services.userExport }

    /// The column as the database has it.
    fileprivate func storedHash(of id: String) async throws -> String? {
        try await store.read(.user(UserID(rawValue: id), in: pool))?.passwordHash
    }
}

extension UserRecord {
    /// Everything but a password in plain text.
    fileprivate var text: String { "\(self)" }
}
