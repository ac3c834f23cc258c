import CardeaIdentityDomain
import CardeaIdentityService

import CardeaSQLCore
import CardeaSecrets
import Testing

@testable import CardeaIdentityStore

@Suite("Attacks on sign-in by phone")
struct PhoneAttackTests {
    @Test("of guesses at one number from 200 networks at once, 25 are judged (security 11)")
    func distributedGuesses() async throws {
        let server = try await Server()
        var judged = 0
        for network in 0..<200 {
            let address = "203.0.113.\(network)"
            guard let proof = try? await server.phoneCode(from: address) else { continue }
            for _ in 0..<9 {
                let error = await failure { try await server.signIn(proof.wrong, from: address) }
                if error == .phone(.wrongCode) { judged += 1 }
            }
        }
        #expect(judged == 25)
        #expect(try await server.services.users.count(in: server.pool) == 0)
    }

    @Test("of the guesses at one number in an hour, 45 are checked (security 11)")
    func guessesOfAnHour() async throws {
        let server = try await Server()
        var judged = 0
        for minute in 0..<60 {
            for network in 0..<6 {
                let address = "203.0.113.\(minute % 40 * 6 + network)"
                guard let proof = try? await server.phoneCode(from: address) else { continue }
                for _ in 0..<9 {
                    let error = await failure { try await server.signIn(proof.wrong, from: address) }
                    if error == .phone(.wrongCode) { judged += 1 }
                }
            }
            server.clock.advance(.minutes(1))
        }
        // Five codes at once, and one more every twelve minutes.
        #expect(judged == 45)
    }

    @Test("guesses at the names of codes are limited for a network (security 11)")
    func guessedNames() async throws {
        let server = try await Server()
        let errors = await (0..<30).asyncMap { number in
            await failure { try await server.signIn(.code("123456", sessionInfo: Secret("guess\(number)"))) }
        }
        #expect(errors.prefix(10).allSatisfy { $0 == .phone(.unknownSession) })
        #expect(
            errors.dropFirst(10).allSatisfy { error in
                if case .tooManyAttempts = error { true } else { false }
            }
        )
        // A code that its owner received works from another network.
        _ = try await server.signIn(server.phoneCode(), from: "198.51.100.1")
    }

    @Test("a code writes the same rows for a user, a disabled user and an unknown number (security 12)")
    func sameWork() async throws {
        let server = try await Server()
        _ = try await server.signIn(server.phoneCode())
        let disabled = try await server.signIn(server.phoneCode("+16505553435")).user
        var changes = AdministeredChanges()
        changes.isDisabled = true
        _ = try await server.services.users.update(disabled.id, changes, in: server.pool, by: .server)
        for number in [annsNumber, "+16505553435", "+16505553436"] {
            let before = try await server.rows()
            let proof = try await server.phoneCode(number)
            let after = try await server.rows()
            #expect(after.codes == before.codes + 1 && after.messages == before.messages + 1)
            // A wrong code has the same response for all of them.
            #expect(await failure { try await server.signIn(proof.wrong) } == .phone(.wrongCode))
        }
    }

    @Test("no column of the database has a code or the name of one (security 24)")
    func secretsAtRest() async throws {
        let server = try await Server()
        for number in 0..<5 {
            guard case .code(let code, let name) = try await server.phoneCode("+1650555343\(number)") else {
                return
            }
            for table in ["phone_codes", "text_messages"] {
                for value in try await server.values(of: table) {
                    #expect(value != Array(code.utf8) && value != Array(name.utf8), "\(table)")
                }
            }
        }
    }

    @Test("a code is used in no other tenant and in no other project (security 19)")
    func otherPools() async throws {
        let server = try await Server()
        let blue = try await server.projects.createTenant(
            in: server.project.id,
            id: TenantID(rawValue: "blue"),
            by: .server
        )
        let other = try await server.projects.create(
            ProjectID(rawValue: "other"),
            policy: Policy(),
            by: .server
        )
        let stranger = Caller(RequestScope(project: other), remoteAddress: "192.0.2.1")
        let proof = try await server.phoneCode()
        #expect(await failure { try await server.signIn(proof, tenant: blue.id) } == .phone(.unknownSession))
        #expect(
            await failure { _ = try await server.services.phone.signIn(proof, by: stranger).get() }
                == .phone(.unknownSession)
        )
        // The signed-in user of the other tenant decides the pool, not the request.
        let guest = try await server.services.accounts.signUp(
            NewAccount(),
            by: server.caller(tenant: blue.id)
        ).get()
        let who = try await server.services.sessions.authenticate(
            String(decoding: guest.tokens.accessToken, as: UTF8.self),
            by: server.caller(tenant: blue.id)
        )
        #expect(await failure { try await server.signIn(proof, linking: who) } == .phone(.unknownSession))
        _ = try await server.signIn(proof)
    }

    @Test("codes that a stranger requests are limited, and deleted when they have expired (security 34)")
    func bounded() async throws {
        var policy = Policy()
        policy.phone.testNumbers = ["+16505553400=123456"]
        let server = try await Server(policy: policy)
        for number in 0..<200 {
            _ = try? await server.services.phone.sendCode(to: "+1650555\(1000 + number)", by: server.caller())
        }
        let sent = try await server.rows()
        #expect(sent.codes == policy.phone.maximumPerAddress && sent.messages == sent.codes)
        // A number for tests has a limit of its own, for nothing is sent to it.
        for _ in 0..<4000 {
            _ = try? await server.services.phone.sendCode(to: "+16505553400", by: server.caller())
        }
        #expect(try await server.rows().codes == sent.codes + 3600)

        server.clock.advance(.seconds(600 + 3601))
        while try await server.services.cleanup.deleteExpiredPhoneCodes(limit: 500) == 500 {}
        #expect(try await server.rows().codes == 0)
    }
}

extension Server {
    fileprivate func rows() async throws -> (codes: Int64, messages: Int64) {
        (try await count("phone_codes"), try await count("text_messages"))
    }

    private func count(_ table: String) async throws -> Int64 {
        let statement = SQLStatement("SELECT count(*) FROM \(table)", isReused: false)
        var cursor = try #require(try await store.database.read([SQLQuery(statement)])[0].first).cursor
        return try cursor.integer()
    }

    /// The values of all columns of all rows, as bytes.
    fileprivate func values(of table: String) async throws -> [[UInt8]] {
        let columns =
            table == "phone_codes"
            ? ["id", "purpose", "phone_number", "code_hash"]
            : ["id", "purpose", "recipient", "language", "sealed_code", "last_error"]
        var values: [[UInt8]] = []
        for column in columns {
            let statement = SQLStatement(
                "SELECT coalesce(CAST(\(column) AS BLOB), x'') FROM \(table)",
                isReused: false
            )
            for row in try await store.database.read([SQLQuery(statement)])[0] {
                var cursor = row.cursor
                values.append(try cursor.bytes())
            }
        }
        return values
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ change: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await change(element)) }
        return values
    }
}
