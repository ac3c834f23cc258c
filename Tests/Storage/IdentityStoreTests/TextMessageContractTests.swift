import CardeaIdentityDomain
import StoreEngines
import Testing

@testable import CardeaIdentityStore

@Suite("Text messages in the store")
struct TextMessageContractTests {
    private static func due(at now: Timestamp, limit: Int) -> OutboxMessagesLookup<TextMessage> {
        OutboxMessagesLookup(.due(at: now, limit: limit, except: []))
    }

    @Test("due messages are claimed once, those that wait for longest first", arguments: StoreEngine.all)
    func claims(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let messages = (1...3).map { TextMessage.sample($0) }
            for message in messages.reversed() {
                try await store.make(.textMessage(.enqueue(message)))
            }
            #expect(try await store.read(Self.due(at: .later(0), limit: 9)).isEmpty)
            #expect(try await store.read(Self.due(at: .later(9), limit: 2)) == Array(messages[..<2]))
            #expect(try await store.read(NextAttemptLookup<TextMessage>()) == .later(1))
            let claimed = messages[0].claimed(at: .later(5))
            try await store.make(.textMessage(.update(from: messages[0], to: claimed)))
            await #expect(throws: StoreError.conflict) {
                try await store.make(.textMessage(.update(from: messages[0], to: claimed)))
            }
            #expect(try await store.read(.textMessage(messages[0].id)) == claimed)
            #expect(try await store.read(NextAttemptLookup<TextMessage>()) == .later(2))
        }
    }

    @Test("pages and dead letters are found, and messages deleted", arguments: StoreEngine.all)
    func pages(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let messages = (1...3).map { TextMessage.sample($0) }
            for message in messages { try await store.make(.textMessage(.enqueue(message))) }
            let dead = messages[1].failed("no", isPermanent: true, at: .later(3), jitter: 0)
            try await store.make(.textMessage(.update(from: messages[1], to: dead)))
            var search = MailSearch(limit: 2)
            #expect(try await store.read(.textMessages(search)) == [messages[0], dead])
            search.after = MailPlace(createdAt: dead.createdAt, id: MailID(rawValue: dead.id.rawValue))
            #expect(try await store.read(.textMessages(search)) == [messages[2]])
            search.after = nil
            search.state = .dead
            #expect(try await store.read(.textMessages(search)) == [dead])
            search.project = ProjectID(rawValue: "elsewhere")
            #expect(try await store.read(.textMessages(search)).isEmpty)
            #expect(
                try await store.read(DeadLetterLookup<TextMessage>(before: .later(9), limit: 9)) == [dead.id]
            )
            for message in messages { try await store.make(.textMessage(.delete(message.id))) }
            #expect(try await store.read(.textMessages(MailSearch(limit: 9))).isEmpty)
        }
    }
}

extension TextMessage {
    fileprivate static func sample(
        _ number: Int,
        language: String? = nil,
        in pool: UserPool = .main
    ) -> TextMessage {
        TextMessage(
            id: TextMessageID(rawValue: "message-\(number)"),
            pool: pool,
            purpose: .phoneSignIn,
            recipient: "+16505553434",
            language: language,
            sealedCode: [1, 2, UInt8(number)],
            createdAt: .later(Int64(number)),
            expiresAt: .later(600)
        )
    }
}
