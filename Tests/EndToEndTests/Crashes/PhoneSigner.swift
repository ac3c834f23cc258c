import Testing

/// Signs up number after number by the codes of text messages, or gives the numbers to guests.
actor PhoneSigner: MessageReader {
    private static let path = "/v1/accounts:signInWithPhoneNumber"
    private struct User {
        let id: String
        let use: [String: String]
    }

    var rounds = 0
    private let number: Int
    private let site: CrashSite
    let ledger: MessageLedger
    /// The names of the codes that were requested, by number.
    private var sessions: [String: String] = [:]
    private var guests: [String: (id: String, idToken: String)] = [:]
    private var users: [String: User] = [:]

    init(_ number: Int, _ site: CrashSite) {
        self.number = number
        self.site = site
        ledger = MessageLedger(site)
    }

    func round() async throws {
        let recipient = "+1650\(1_000_000 + number * 500_000 + rounds)"
        if rounds % 2 == 0 { guests[recipient] = try await site.guest() }
        let reply = try await ledger.request(
            Topic(kind: .text, recipient: recipient),
            "/v1/accounts:sendVerificationCode",
            ["phoneNumber": recipient]
        )
        sessions[recipient] = reply?["sessionInfo"]
        try await useMessages()
    }

    /// Tries the codes of a number: one of them belongs to the request that was acknowledged.
    func use(_ texts: [Arrival]) async throws {
        let topic = texts[0].topic
        guard let session = sessions[topic.recipient] else { return }
        for text in texts where users[topic.recipient] == nil {
            try await use(text, ["sessionInfo": session, "code": text.code])
        }
        guard users[topic.recipient] == nil else { return }
        // The right code may wait in the outbox, or may have arrived meanwhile.
        let isWaiting = try await ledger.isWaiting(topic)
        let hasMore = try await site.messages.messages(about: topic).count > texts.count
        #expect(isWaiting || hasMore, "a code was sent without its commit")
    }

    private func use(_ text: Arrival, _ use: [String: String]) async throws {
        let guest = guests[text.topic.recipient]
        let body = use.merging(guest.map { ["idToken": $0.idToken] } ?? [:]) { $1 }
        let (reply, isRepeated) = try await site.send(Self.path, body)
        if reply.error == "INVALID_CODE" { return }
        var id = reply["localId"]
        if let id {
            #expect(id == guest?.id ?? id, "a guest has become another user")
            #expect(isRepeated || reply.object["isNewUser"] as? Bool == (guest == nil))
        } else {
            // The use whose response was lost was committed, with its user; it ended the guest's tokens.
            let isUsed = ["INVALID_SESSION_INFO", "TOKEN_EXPIRED"].contains(reply.error)
            try #require(isRepeated && isUsed, "\(reply.error ?? "")")
            id = try await site.lookup(["phoneNumber": [text.topic.recipient]]).first?["localId"] as? String
        }
        users[text.topic.recipient] = User(id: try #require(id, "a code signed up nobody"), use: use)
    }

    func judge(_ pool: PoolScan) async throws {
        try await ledger.judge()
        for (recipient, user) in site.judgements.each("users of text messages", users) {
            #expect(pool[id: user.id]?.phoneNumber == recipient, "an acknowledged number is lost")
            #expect(user.id == guests[recipient]?.id ?? user.id, "a guest has become another user")
        }
        for user in site.judgements.some("used codes of text messages", users.values) {
            let reply = try await site.send(Self.path, user.use).reply
            #expect(reply.error == "INVALID_SESSION_INFO", "a code was used twice")
        }
    }
}
