import CardeaIdentityDomain
import CardeaIdentityStore
import StoreEngines
import Testing

@Suite("Store contract: lists of users")
struct UserListContractTests {
    /// Each property orders the users in another way.
    ///
    /// User 4 has none of them.
    private static let users: [User] = [
        user("1", email: "c@example.com", name: "Grace", createdAt: 30, signedInAt: 1),
        user("2", email: "a@example.com", name: "Edsger", createdAt: 10, signedInAt: 3),
        user("3", email: "b@example.com", name: "Ada", createdAt: 20, signedInAt: 2),
        user("4", email: nil, name: nil, createdAt: 10, signedInAt: nil),
    ]

    private static func user(
        _ id: UserID,
        email: String?,
        name: String?,
        createdAt: Int64,
        signedInAt: Int64?
    ) -> User {
        var user = User(id: id, pool: .tenant, createdAt: .later(createdAt))
        user.email = email.flatMap(EmailAddress.init)
        user.displayName = name
        user.lastSignedInAt = signedInAt.map(Timestamp.later)
        return user
    }

    @Test(
        "users are ordered by a property, then by ID, and those without it come last",
        arguments: [
            (.id, ["1", "2", "3", "4"], ["4", "3", "2", "1"]),
            (.email, ["2", "3", "1", "4"], ["1", "3", "2", "4"]),
            (.displayName, ["3", "2", "1", "4"], ["1", "2", "3", "4"]),
            (.createdAt, ["2", "4", "3", "1"], ["1", "3", "4", "2"]),
            (.lastSignedInAt, ["1", "3", "2", "4"], ["2", "3", "1", "4"]),
        ] as [(UserOrder, [UserID], [UserID])]
    )
    func orders(_ order: UserOrder, _ ascending: [UserID], _ descending: [UserID]) async throws {
        for engine in StoreEngine.all {
            try await engine.withStore { store in
                try await store.make(Self.users.map { .insertUser($0) } + [.insertUser(.bare("5"))])
                for (isDescending, ids) in [(false, ascending), (true, descending)] {
                    for offset in 0...5 {
                        let lookup = UserListLookup(
                            in: .tenant,
                            by: order,
                            isDescending: isDescending,
                            offset: Int64(offset),
                            limit: 2
                        )
                        #expect(
                            try await store.read(lookup).map(\.id) == Array(ids.dropFirst(offset).prefix(2))
                        )
                    }
                }
            }
        }
    }

    @Test(
        "a search finds users by a part of the address, the user name or the phone number, and reads few users at once",
        arguments: StoreEngine.all
    )
    func search(engine: StoreEngine) async throws {
        var named = User.bare("5")
        named.uniqueName = UniqueUserName("ada_lovelace", skeleton: nil)
        var called = User.bare("6")
        called.phoneNumber = "+16505553434"
        let others = [named, called]
        try await engine.withStore { store in
            try await store.make((Self.users + others).map { .insertUser($0) })
            func found(_ part: String, _ pool: UserPool = .tenant, limit: Int = 10) async throws -> [[UserID]]
            {
                var (pages, after) = ([[UserID]](), UserID?.none)
                repeat {
                    let page = try await store.read(
                        UserSearchLookup(in: pool, part: part, after: after, limit: limit, window: 2)
                    )
                    pages.append(page.users.map(\.id))
                    after = page.next
                } while after != nil
                return pages
            }
            #expect(try await found("A@EXAMPLE") == [["2"], [], []])
            #expect(try await found("example") == [["1", "2"], ["3"], []])
            #expect(try await found("example", limit: 1) == [["1"], ["2"], ["3"], []])
            #expect(try await found("555343", .main) == [["6"], []])
            #expect(try await found("a_l", .main) == [["5"], []])
            // The marks of patterns mean themselves.
            for part in ["a%l", "a__l", "!", "_example"] {
                #expect(try await found(part, .main).flatMap(\.self).isEmpty)
                #expect(try await found(part).flatMap(\.self).isEmpty)
            }
        }
    }

    @Test("the number of users counts only those of the pool", arguments: StoreEngine.all)
    func count(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(Self.users.map { .insertUser($0) } + [.insertUser(.bare("5"))])
            #expect(try await store.read(UserCountLookup(in: .tenant)) == 4)
            #expect(try await store.read(UserCountLookup(in: .main)) == 1)
            #expect(try await store.read(UserCountLookup(in: .other)) == 0)
        }
    }
}
