import CardeaHTTPMessages
import Testing

/// Requests mails to addresses that the mail server rejects once, and retries or deletes the dead letters.
actor OutboxKeeper: CrashActor {
    static let quietRounds = 4
    var rounds = 0
    private let domain: String
    private let site: CrashSite
    private let ledger: MessageLedger
    private var deleted: Set<String> = []
    private var retried: Set<String> = []

    init(_ number: Int, _ site: CrashSite) {
        domain = "outbox\(number).example"
        self.site = site
        ledger = MessageLedger(site)
    }

    func round() async throws {
        let email = "reject\(rounds)@\(domain)"
        try await site.create(["localId": email, "email": email])
        try await ledger.requestLink(.passwordReset, to: email, "PASSWORD_RESET")
        try await clear()
    }

    func settle() async throws {
        try await until("no dead letters") { try await clear() == 0 }
        try await ledger.settle()
        _ = try await ledger.usable(isSettled: true)
    }

    /// Retries or deletes each dead letter.
    ///
    /// - Returns: The number, and the number of messages that wait for their first attempt.
    @discardableResult
    private func clear() async throws -> Int {
        var count = 0
        for message in try await site.outbox() {
            guard let id = message["id"] as? String, let recipient = message["recipient"] as? String,
                recipient.hasSuffix("@\(domain)")
            else { continue }
            if message["attempts"] as? Int == 0 { count += 1 }
            guard message["state"] as? String == "dead" else { continue }
            count += 1
            if retried.count > deleted.count {
                try await delete(id, to: recipient)
            } else {
                try await retry(id)
            }
        }
        return count
    }

    private func retry(_ id: String) async throws {
        let retry = try await site.managing(.post, "/outbox:retry", ["id": id])
        // Without a response, the message may be on its way or delivered.
        let isRepeated = retry.lost > 0 && [404, 409].contains(retry.reply?.status)
        #expect(retry.reply?.status == 200 || isRepeated, "\(retry.reply?.object ?? [:])")
        retried.insert(id)
    }

    private func delete(_ id: String, to recipient: String) async throws {
        let deletion = try await site.managing(.delete, "/outbox/\(id)")
        let isRepeated = deletion.lost > 0 && deletion.reply?.status == 404
        #expect(deletion.reply?.status == 200 || isRepeated, "\(deletion.reply?.object ?? [:])")
        deleted.insert(id)
        await ledger.withdraw(Topic(kind: .passwordReset, recipient: recipient))
    }

    func judge(_ pool: PoolScan) async throws {
        try await ledger.judge()
        let outbox = Set(try await site.outbox().compactMap { $0["id"] as? String })
        let delivered = try await ledger.delivered()
        site.judgements.add("deleted messages", deleted.count)
        site.judgements.add("retried messages", retried.count)
        #expect(deleted.isDisjoint(with: outbox), "a deleted message came back")
        #expect(deleted.isDisjoint(with: delivered), "a deleted message was sent")
        #expect(retried.isSubset(of: outbox.union(delivered)), "a message is lost by a retry")
    }
}
