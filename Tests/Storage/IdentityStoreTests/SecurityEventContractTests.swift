import CardeaIdentityDomain
import CardeaIdentityStore
import StoreEngines
import Testing

@Suite("Store contract: security events")
struct SecurityEventContractTests {
    private static func event(
        _ kind: SecurityEvent.Kind = .tokenReuse,
        _ second: Int64,
        of user: UserID = "1",
        in pool: UserPool = .main,
        by method: SecurityEvent.Method? = nil,
        session: SessionID? = nil,
        from address: String? = nil
    ) -> SecurityEvent {
        SecurityEvent(
            kind: kind,
            method: method,
            pool: pool,
            user: user,
            session: session,
            at: .later(second),
            remoteAddress: address
        )
    }

    private static func insertions(_ events: [SecurityEvent]) -> [Change] {
        events.map { .securityEvent(.insert($0)) }
    }

    @Test("a recorded event keeps every field, also for an unknown user", arguments: StoreEngine.all)
    func fields(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            for pool in UserPool.samples {
                let events = [
                    Self.event(
                        .rollForward,
                        1,
                        of: "gone",
                        in: pool,
                        session: .sample(1),
                        from: "2001:db8::1"
                    ),
                    Self.event(.twoNetworks, 2, in: pool),
                    Self.event(.takeOver, 3, in: pool, by: .emailLink),
                    Self.event(.takeOver, 4, in: pool, by: .passwordReset),
                    Self.event(
                        .recycledAddress,
                        5,
                        in: pool,
                        by: .provider(ProviderSubject.sample("oidc.email_link", "1").provider)
                    ),
                ]
                try await store.make(Self.insertions(events))
                let found = try await store.read(SecurityEventSearch(in: pool, limit: 10))
                #expect(found.map(\.event) == events.reversed())
            }
        }
    }

    @Test(
        "a recorded event names the actor of its transaction",
        arguments: StoreEngine.all,
        [Actor.server, .app(nil), .app(AppID(rawValue: "app-1")), .user("7", .sample(1))]
    )
    func actor(engine: StoreEngine, actor: Actor) async throws {
        try await engine.withStore { store in
            try await store.transact(by: actor) {
                Decision(Self.insertions([Self.event(.tokenReuse, 1)]), ())
            }
            let found = try await store.read(SecurityEventSearch(in: .main, limit: 10))
            #expect(found.map(\.actor) == [RecordedActor(kind: actor.kind, id: actor.id)])
        }
    }

    @Test(
        "a search by user, kind and time finds the matching events, newest first",
        arguments: StoreEngine.all
    )
    func search(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let events = [
                Self.event(.tokenReuse, 1), Self.event(.rollForward, 2), Self.event(.tokenReuse, 3, of: "2"),
                Self.event(.tokenReuse, 4), Self.event(.tokenReuse, 5, in: .tenant),
            ]
            try await store.make(Self.insertions(events))
            var search = SecurityEventSearch(in: .main, limit: 10)
            #expect(try await store.read(search).map(\.event) == [3, 2, 1, 0].map { events[$0] })
            search.kind = .tokenReuse
            #expect(try await store.read(search).map(\.event) == [3, 2, 0].map { events[$0] })
            search.user = "1"
            #expect(try await store.read(search).map(\.event) == [3, 0].map { events[$0] })
            search.since = .later(2)
            #expect(try await store.read(search).map(\.event) == [events[3]])
            search.since = .later(9)
            #expect(try await store.read(search).isEmpty)
        }
    }

    @Test("pages of events follow each other without gaps", arguments: StoreEngine.all, [1, 3, 7, 20])
    func paging(engine: StoreEngine, limit: Int) async throws {
        try await engine.withStore { store in
            let events = (0..<10).map { Self.event(.tokenReuse, $0) }
            try await store.make(Self.insertions(events))
            var search = SecurityEventSearch(in: .main, limit: limit)
            var found: [RecordedSecurityEvent] = []
            while case let page = try await store.read(search), !page.isEmpty {
                #expect(page.count <= limit)
                found += page
                search.before = page.last?.number
            }
            #expect(found.map(\.event) == events.reversed())
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.number > $1.number })
        }
    }

    @Test(
        "events from before a moment are deleted up to the limit; later ones stay",
        arguments: StoreEngine.all
    )
    func deletion(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(Self.insertions((0..<10).map { Self.event(.tokenReuse, $0) }))
            var counts: [Int] = []
            for _ in 0..<4 {
                let old = try await store.read(.securityEvents(before: .later(7), limit: 3))
                try await store.make(old.map { .securityEvent(.delete($0)) })
                counts.append(old.count)
            }
            #expect(counts == [3, 3, 1, 0])
            let left = try await store.read(SecurityEventSearch(in: .main, limit: 10))
            #expect(left.map(\.event.at) == [9, 8, 7].map { .later($0) })
        }
    }
}
