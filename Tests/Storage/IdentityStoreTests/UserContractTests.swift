import CardeaIdentityDomain
import CardeaIdentityStore
import StoreEngines
import Testing

@Suite("Store contract: users")
struct UserContractTests {
    @Test("every field is kept (U1)", arguments: StoreEngine.all, UserPool.samples)
    func fields(engine: StoreEngine, pool: UserPool) async throws {
        try await engine.withStore { store in
            let users = [User.bare("bare", in: pool), .full("full", in: pool)]
            try await store.make(users.map { .insertUser($0) })
            for user in users { #expect(try await store.user(user.id, in: pool) == user) }
        }
    }

    @Test("a replaced user has another time of creation, an updated one has not", arguments: StoreEngine.all)
    func replacement(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let user = User.bare("1")
            try await store.make(.insertUser(user))
            var other = User(id: user.id, pool: user.pool, createdAt: user.createdAt + .seconds(-5))
            other.displayName = "Ann"
            try await store.make(.user(.update(other)))
            #expect(try await store.user("1")?.createdAt == user.createdAt)
            other.revision = 1
            try await store.make(.user(.replace(other)))
            other.revision = 2
            #expect(try await store.user("1") == other)
            // Somebody else was faster.
            await #expect(throws: StoreError.conflict) {
                try await store.make(
                    .user(.replace(User(id: user.id, pool: user.pool, createdAt: user.createdAt)))
                )
            }
        }
    }

    @Test("a text with U+0000 finds no user, or is rejected as invalid", arguments: StoreEngine.all)
    func nullCharacter(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            do throws(StoreError) {
                #expect(try await store.user("a\u{0}") == nil)
            } catch {
                #expect(error == .invalidText)
            }
        }
    }

    @Test("is found by id, e-mail and phone number, in its own pool only (U18)", arguments: StoreEngine.all)
    func keys(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let user = User.full("1", in: .tenant)
            try await store.make(.insertUser(user))
            let address = try #require(user.email)
            let number = try #require(user.phoneNumber)
            let name = try #require(user.userName)
            for pool in UserPool.samples {
                let expected = pool == .tenant ? user : nil
                #expect(try await store.read(.user("1", in: pool)) == expected)
                #expect(try await store.read(.user(email: address, in: pool)) == expected)
                #expect(try await store.read(.user(phoneNumber: number, in: pool)) == expected)
                #expect(try await store.read(.user(userName: name, in: pool)) == expected)
            }
        }
    }

    @Test("a name is unique in a user pool; another pool may have it too (U2)", arguments: StoreEngine.all)
    func uniqueness(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            for pool in UserPool.samples {
                try await store.make(.insertUser(.full("1", in: pool)))
                let email = User.with(email: "ada.1@example.com", "2", in: pool)
                let phoneNumber = User.with(phoneNumber: "+49891", "2", in: pool)
                await #expect(throws: StoreError.taken(.userID)) {
                    try await store.make(.insertUser(.bare("1", in: pool)))
                }
                await #expect(throws: StoreError.taken(.email)) { try await store.make(.insertUser(email)) }
                await #expect(throws: StoreError.taken(.phoneNumber)) {
                    try await store.make(.insertUser(phoneNumber))
                }
                await #expect(throws: StoreError.taken(.userName)) {
                    try await store.make(.insertUser(.with(userName: "ada.1", "2", in: pool)))
                }
                var similar = User.bare("2", in: pool)
                similar.uniqueName = UniqueUserName("аda.1", skeleton: "skeleton of ada.1")
                await #expect(throws: StoreError.taken(.userName)) {
                    try await store.make(.insertUser(similar))
                }
                #expect(try await store.user("2", in: pool) == nil)
            }
        }
    }

    @Test("an update to a name of another user is rejected", arguments: StoreEngine.all)
    func uniquenessOfUpdates(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(.insertUser(.full("1")), .insertUser(.bare("2")))
            let email = User.with(email: "ada.1@example.com", "2")
            let phoneNumber = User.with(phoneNumber: "+49891", "2")
            await #expect(throws: StoreError.taken(.email)) { try await store.make(.updateUser(email)) }
            await #expect(throws: StoreError.taken(.phoneNumber)) {
                try await store.make(.updateUser(phoneNumber))
            }
            await #expect(throws: StoreError.taken(.userName)) {
                try await store.make(.updateUser(.with(userName: "ada.1", "2")))
            }
            #expect(try await store.user("2") == .bare("2"))
        }
    }

    @Test("an update replaces every field and counts", arguments: StoreEngine.all)
    func update(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(.insertUser(.bare("1")))
            var expected = User.full("1")
            try await store.make(.updateUser(expected))
            expected.revision = 1
            #expect(try await store.user("1") == expected)
            var cleared = User.bare("1")
            cleared.revision = 1
            try await store.make(.updateUser(cleared))
            cleared.revision = 2
            #expect(try await store.user("1") == cleared)
        }
    }

    @Test("an update of a changed or deleted row is a conflict", arguments: StoreEngine.all)
    func staleUpdate(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(.insertUser(.bare("1")))
            try await store.make(.updateUser(.full("1")))
            await #expect(throws: StoreError.conflict) { try await store.make(.updateUser(.bare("1"))) }
            await #expect(throws: StoreError.conflict) { try await store.make(.updateUser(.bare("none"))) }
            #expect(try await store.user("1")?.revision == 1)
        }
    }

    @Test(
        "a deletion also deletes the sessions, releases the names and does not affect other users (U10)",
        arguments: StoreEngine.all
    )
    func deletion(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            for (number, pool) in UserPool.samples.enumerated() {
                let session = Session.bare(UInt64(number), of: "1", in: pool)
                try await store.make(.insertUser(.full("1", in: pool)), .insertSession(session))
            }
            try await store.make(.insertUser(.bare("2")), .insertSession(.bare(9, of: "2")))
            try await store.make(.deleteUser("1", .main, at: .later(1)))
            #expect(try await store.user("1") == nil)
            #expect(try await store.session(0) == nil)
            for number in [1, 2, 9] as [UInt64] { #expect(try await store.session(number) != nil) }
            try await store.make(.deleteUser("1", .main, at: .later(1)))
            try await store.make(.insertUser(.full("1")))
        }
    }

    @Test("users are found by many names at once, each once, in their own pool", arguments: StoreEngine.all)
    func many(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let ids: [UserID] = ["1", "2", "3", "4", "5"]
            for pool in UserPool.samples {
                try await store.make(ids.map { .insertUser(.full($0, in: pool)) })
            }
            try await store.make(.deleteUser("5", .main, at: .later(1)))
            let address = try #require(EmailAddress("ada.2@example.com"))
            let lookup = UsersLookup(
                in: .main,
                ids: ["1", "2", "5", "none"],
                emails: [address],
                phoneNumbers: ["+49893", "+49891", "none"]
            )
            let found = try await store.read(lookup)
            #expect(found.sorted { $0.id.rawValue < $1.id.rawValue } == ["1", "2", "3"].map { .full($0) })
            #expect(try await store.read(UsersLookup(in: .main)) == [])
        }
    }

    @Test("pages run through a pool in the order of ids", arguments: StoreEngine.all, [1, 3, 7, 20])
    func paging(engine: StoreEngine, limit: Int) async throws {
        try await engine.withStore { store in
            let ids: [UserID] = ["10", "9", "Z", "a", "Ä", "ä", "z", "字", "😀", "a b", "a'b"]
            try await store.make(ids.map { .insertUser(.bare($0)) } + [.insertUser(.bare("x", in: .tenant))])
            var found: [UserID] = []
            var last: UserID?
            repeat {
                let page = try await store.users(of: .main, after: last, limit: limit)
                #expect(page.count <= limit)
                last = page.last?.id
                found += page.map(\.id)
            } while last != nil
            #expect(found == ids.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) })
        }
    }
}
