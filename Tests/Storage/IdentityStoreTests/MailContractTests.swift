import CardeaIdentityDomain
import CardeaIdentityStore
import StoreEngines
import Testing

@Suite("Store contract: the outbox")
struct MailContractTests {
    private static func mail(_ number: Int64, in pool: UserPool = .main) throws -> Mail {
        Mail(
            id: MailID(rawValue: "mail \(number)"),
            pool: pool,
            purpose: .passwordReset,
            recipient: try #require(EmailAddress("ada@example.com")),
            sealedLink: [0, 255],
            createdAt: .later(number),
            expiresAt: .later(3600)
        )
    }

    private static func due(
        at now: Timestamp,
        limit: Int,
        except destinations: [String] = []
    ) -> OutboxMessagesLookup<Mail> {
        OutboxMessagesLookup(.due(at: now, limit: limit, except: destinations))
    }

    private static func full(_ purpose: MailPurpose, in pool: UserPool) throws -> Mail {
        var mail = Mail(
            id: MailID(rawValue: "\(purpose) \(pool)"),
            pool: pool,
            purpose: purpose,
            recipient: try #require(EmailAddress("new@example.com")),
            email: EmailAddress("old@example.com"),
            newEmail: EmailAddress("new@example.com"),
            language: "ja",
            sealedLink: [UInt8](0...255),
            createdAt: .later(1),
            expiresAt: .later(3600)
        )
        mail.attempts = 3
        mail.nextAttemptAt = .later(99)
        mail.state = .dead
        mail.lastError = "550 5.1.1 unknown ✓"
        return mail
    }

    @Test("a message keeps every field", arguments: StoreEngine.all, MailPurpose.allCases)
    func fields(engine: StoreEngine, purpose: MailPurpose) async throws {
        try await engine.withStore { store in
            for pool in UserPool.samples {
                let mail = try Self.full(purpose, in: pool)
                try await store.make(.mail(.enqueue(mail)))
                #expect(try await store.read(.mail(mail.id)) == mail)
            }
            let bare = try Self.mail(1)
            try await store.make(.mail(.enqueue(bare)))
            #expect(try await store.read(.mail(bare.id)) == bare)
            #expect(try await store.read(.mail(MailID(rawValue: "none"))) == nil)
        }
    }

    @Test("a message is enqueued with the other changes or not at all", arguments: StoreEngine.all)
    func atomicity(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let mail = try Self.mail(1)
            try await store.make(.insertUser(.bare("1")))
            await #expect(throws: StoreError.taken(.userID)) {
                try await store.make(.mail(.enqueue(mail)), .insertUser(.bare("1")))
            }
            #expect(try await store.read(.mail(mail.id)) == nil)
            try await store.make(.mail(.enqueue(mail)), .insertUser(.bare("2")))
            #expect(try await store.read(.mail(mail.id)) == mail)
            await #expect(throws: StoreError.conflict) { try await store.make(.mail(.enqueue(mail))) }
        }
    }

    @Test(
        "due messages are found in bounded batches, the longest waiting first",
        arguments: StoreEngine.all
    )
    func due(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            #expect(try await store.read(NextAttemptLookup<Mail>()) == nil)
            for number in [4, 2, 5, 1, 3] as [Int64] {
                try await store.make(.mail(.enqueue(Self.mail(number))))
            }
            try await store.make(.mail(.enqueue(try Self.full(.verifyEmail, in: .main))))
            #expect(try await store.read(NextAttemptLookup<Mail>()) == .later(1))
            #expect(try await store.read(Self.due(at: .later(0), limit: 9)) == [])
            #expect(
                try await store.read(Self.due(at: .later(3), limit: 9))
                    == [1, 2, 3].map { try Self.mail($0) }
            )
            #expect(
                try await store.read(Self.due(at: .later(9), limit: 2)) == [1, 2].map { try Self.mail($0) }
            )
        }
    }

    @Test(
        "of many nodes that claim at the same time, one gets each message until its lease ends",
        arguments: StoreEngine.all
    )
    func claims(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            for number in 1...10 as ClosedRange<Int64> {
                try await store.make(.mail(.enqueue(Self.mail(number))))
            }
            let claim = { @Sendable (now: Timestamp) async throws -> [Mail] in
                try await store.transact(Self.due(at: now, limit: 3), by: .server) { due in
                    let claimed = due.map { $0.claimed(at: now) }
                    return Decision(zip(due, claimed).map { .mail(.update(from: $0, to: $1)) }, claimed)
                }
            }
            let claimed = try await withThrowingTaskGroup(of: [Mail].self) { group in
                for _ in 0..<8 { group.addTask { try await claim(.later(20)) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(Set(claimed.map(\.id)).count == 10)
            #expect(claimed.count == 10)
            #expect(claimed.allSatisfy { $0.attempts == 1 && $0.nextAttemptAt == .later(20) + Mail.lease })
            #expect(try await claim(.later(20) + Mail.lease - TimeSpan(milliseconds: 1)) == [])
            // A node that stopped between sending and deleting leaves the message: it is sent again.
            #expect(try await claim(.later(20) + Mail.lease).map(\.attempts) == [2, 2, 2])
        }
    }

    @Test("due messages of some destinations are left out", arguments: StoreEngine.all)
    func exceptions(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            for (number, domain) in ["a", "b", "c", "d", "a"].enumerated() {
                let mail = Mail(
                    id: MailID(rawValue: "\(number)"),
                    pool: .main,
                    purpose: .verifyEmail,
                    recipient: try #require(EmailAddress("ann@\(domain).example")),
                    sealedLink: [],
                    createdAt: .later(Int64(number)),
                    expiresAt: .later(900)
                )
                try await store.make(.mail(.enqueue(mail)))
            }
            let due = { (domains: [String]) in
                try await store.read(Self.due(at: .later(9), limit: 9, except: domains)).map(\.id.rawValue)
            }
            #expect(try await due([]) == ["0", "1", "2", "3", "4"])
            #expect(try await due(["a.example"]) == ["1", "2", "3"])
            #expect(try await due(["a.example", "c.example", "d.example"]) == ["1"])
            let next = NextAttemptLookup<Mail>(except: ["a.example", "b.example"])
            #expect(try await store.read(next) == .later(2))
        }
    }

    @Test("an update of a message that has changed meanwhile is rejected", arguments: StoreEngine.all)
    func staleUpdate(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let mail = try Self.mail(1)
            try await store.make(.mail(.enqueue(mail)))
            let first = mail.claimed(at: .later(2))
            try await store.make(.mail(.update(from: mail, to: first)))
            await #expect(throws: StoreError.conflict) {
                try await store.make(.mail(.update(from: mail, to: mail.claimed(at: .later(3)))))
            }
            let second = first.claimed(at: first.nextAttemptAt)
            try await store.make(.mail(.update(from: first, to: second)))
            // The first node comes back after its lease.
            let late = first.failed("timeout", isPermanent: false, at: .later(900), jitter: 0)
            await #expect(throws: StoreError.conflict) {
                try await store.make(.mail(.update(from: first, to: late)))
            }
            #expect(try await store.read(.mail(mail.id)) == second)
            try await store.make(.mail(.delete(mail.id)))
            try await store.make(.mail(.delete(mail.id)))
            #expect(try await store.read(.mail(mail.id)) == nil)
        }
    }

    @Test("pages of the outbox follow each other without gaps", arguments: StoreEngine.all, [1, 2, 3, 50])
    func pages(engine: StoreEngine, limit: Int) async throws {
        try await engine.withStore { store in
            var mails: [Mail] = []
            for number in 0..<12 as Range<Int64> {
                let pool = UserPool.samples[Int(number % 3)]
                var mail = try Self.mail(number / 4, in: pool)
                mail = Mail(
                    id: MailID(rawValue: "id \(number + 10)"),
                    pool: pool,
                    purpose: .verifyEmail,
                    recipient: mail.recipient,
                    sealedLink: [],
                    createdAt: mail.createdAt,
                    expiresAt: mail.expiresAt
                )
                if number % 4 == 0 { mail.state = .dead }
                mails.append(mail)
                try await store.make(.mail(.enqueue(mail)))
            }
            let searches: [(Mail.State?, UserPool?)] = [
                (nil, nil), (.dead, nil), (.pending, .other), (nil, .main),
            ]
            for (state, pool) in searches {
                var search = MailSearch(limit: limit)
                (search.state, search.project) = (state, pool?.project)
                var found: [Mail] = []
                while case let page = try await store.read(search), !page.isEmpty {
                    #expect(page.count <= limit)
                    found += page
                    search.after = page.last?.place
                }
                let expected = mails.filter {
                    (state == nil || $0.state == state) && (pool == nil || $0.pool.project == pool?.project)
                }
                #expect(found == expected)
            }
        }
    }

    @Test("old dead letters are found; pending messages are not", arguments: StoreEngine.all)
    func deadLetters(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(.mail(.enqueue(Self.mail(0))))
            for pool in UserPool.samples {
                try await store.make(.mail(.enqueue(Self.full(.recoverEmail, in: pool))))
            }
            #expect(try await store.read(DeadLetterLookup<Mail>(before: .later(1), limit: 9)) == [])
            #expect(try await store.read(DeadLetterLookup<Mail>(before: .later(2), limit: 9)).count == 3)
            #expect(try await store.read(DeadLetterLookup<Mail>(before: .later(2), limit: 2)).count == 2)
        }
    }
}
