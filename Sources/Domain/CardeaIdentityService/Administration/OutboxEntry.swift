package import CardeaIdentityDomain

/// A message of any kind in the outbox.
package enum OutboxEntry: Sendable {
    case mail(Mail)
    case textMessage(TextMessage)

    package enum Channel: String, Sendable, CaseIterable {
        case mail, sms
    }

    package var channel: Channel {
        switch self {
        case .mail: .mail
        case .textMessage: .sms
        }
    }

    /// The part that delivery knows.
    package var message: any OutboxMessage {
        switch self {
        case .mail(let mail): mail
        case .textMessage(let message): message
        }
    }

    package var id: String {
        switch self {
        case .mail(let mail): mail.id.rawValue
        case .textMessage(let message): message.id.rawValue
        }
    }

    package var pool: UserPool {
        switch self {
        case .mail(let mail): mail.pool
        case .textMessage(let message): message.pool
        }
    }

    package var purpose: String {
        switch self {
        case .mail(let mail): mail.purpose.rawValue
        case .textMessage(let message): message.purpose.rawValue
        }
    }

    package var recipient: String {
        switch self {
        case .mail(let mail): mail.recipient.description
        case .textMessage(let message): message.recipient
        }
    }

    package var language: String? {
        switch self {
        case .mail(let mail): mail.language
        case .textMessage(let message): message.language
        }
    }
}

extension OutboxAdministration {
    /// One page of the messages of every kind, oldest first.
    package func entries(_ search: MailSearch) async throws(OutboxAdministrationError) -> [OutboxEntry] {
        let (mails, messages) = try await run { () async throws(IdentityError) in
            try await store.read(search, .textMessages(search))
        }
        let entries = mails.map(OutboxEntry.mail) + messages.map(OutboxEntry.textMessage)
        let sorted = entries.sorted {
            ($0.message.createdAt, $0.id) < ($1.message.createdAt, $1.id)
        }
        return Array(sorted.prefix(search.limit))
    }

    package func entry(_ id: String) async throws(OutboxAdministrationError) -> OutboxEntry {
        guard let message = try await textMessage(id) else {
            return .mail(try await mail(MailID(rawValue: id)))
        }
        return .textMessage(message)
    }

    /// Makes a message due at once, with new attempts; a dead letter too, but none that is being sent.
    package func retryEntry(
        _ id: String,
        by actor: Actor
    ) async throws(OutboxAdministrationError) -> OutboxEntry {
        guard let message = try await textMessage(id) else {
            return .mail(try await retry(MailID(rawValue: id), by: actor))
        }
        let retried: TextMessage = try await retryMessage(message.id, by: actor)
        textMessages.wake()
        return .textMessage(retried)
    }

    /// Deletes a message, which is not sent then unless an attempt runs.
    package func deleteEntry(
        _ id: String,
        by actor: Actor
    ) async throws(OutboxAdministrationError) -> OutboxEntry {
        guard let message = try await textMessage(id) else {
            return .mail(try await delete(MailID(rawValue: id), by: actor))
        }
        return .textMessage(try await deleteMessage(message, by: actor))
    }

    private func textMessage(_ id: String) async throws(OutboxAdministrationError) -> TextMessage? {
        try await run { () async throws(IdentityError) in
            try await store.read(.textMessage(TextMessageID(rawValue: id)))
        }
    }
}

/// The operations on messages of any kind.
extension OutboxAdministration {
    func retryMessage<Message: OutboxMessage>(
        _ id: Message.ID,
        by actor: Actor
    ) async throws(OutboxAdministrationError) -> Message {
        let now = clock.now()
        let result = try await run { () async throws(IdentityError) in
            try await store.transact(OutboxMessageLookup<Message>(id: id), by: actor) {
                message -> Decision<Result<Message, OutboxAdministrationError>> in
                guard let message else { return .unchanged(.failure(.unknownMail)) }
                do throws(RetryError) {
                    let retried = try message.retried(at: now)
                    return Decision([Message.change(.update(from: message, to: retried))], .success(retried))
                } catch {
                    return .unchanged(.failure(OutboxAdministrationError(error)))
                }
            }
        }
        return try result.get()
    }

    func deleteMessage<Message: OutboxMessage>(
        _ message: Message,
        by actor: Actor
    ) async throws(OutboxAdministrationError) -> Message {
        try await run { () async throws(IdentityError) in
            try await store.make([Message.change(.delete(message.id))], by: actor)
        }
        return message
    }

    /// Deletes dead letters of a kind that were created before a retention period.
    ///
    /// - Returns: The number that were deleted.
    package func deleteDeadMessages<Message: OutboxMessage>(
        of kind: Message.Type,
        createdBefore retention: TimeSpan,
        limit: Int
    ) async throws(OutboxAdministrationError) -> Int {
        let lookup = DeadLetterLookup<Message>(before: clock.now() - retention, limit: limit)
        return try await run { () async throws(IdentityError) in
            let old = try await store.read(lookup)
            try await store.make(old.map { Message.change(.delete($0)) }, by: .server)
            return old.count
        }
    }
}
