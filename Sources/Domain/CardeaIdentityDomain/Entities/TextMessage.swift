/// A text message (SMS) in the outbox: written in the same transaction as the code that it holds.
package struct TextMessage: OutboxMessage {
    package let id: TextMessageID
    package let pool: UserPool
    package let purpose: TextMessagePurpose
    /// A phone number in E.164 form.
    package let recipient: String
    /// The language that the request asked for, as a BCP 47 tag; `nil` for the default of the project.
    package let language: String?
    /// The code, encrypted under the master key.
    package let sealedCode: [UInt8]
    package let createdAt: Timestamp
    package let expiresAt: Timestamp

    package var attempts: Int64 = 0
    package var nextAttemptAt: Timestamp
    package var isClaimed = false
    package var state = DeliveryState.pending
    package var lastError: String?

    package init(
        id: TextMessageID,
        pool: UserPool,
        purpose: TextMessagePurpose,
        recipient: String,
        language: String? = nil,
        sealedCode: [UInt8],
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.pool = pool
        self.purpose = purpose
        self.recipient = recipient
        self.language = language
        self.sealedCode = sealedCode
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        nextAttemptAt = createdAt
    }
}

extension TextMessage {
    /// A user waits for the code: the first delays are short.
    package static let schedule = DeliverySchedule(
        concurrency: 16,
        concurrencyPerDestination: 4,
        lease: .minutes(2),
        maximumAttempts: 20,
        longestDelivery: .days(1),
        firstDelay: .seconds(2),
        longestDelay: .minutes(1)
    )

    package var destination: String { recipient }

    package static func change(_ change: TextMessageChange) -> Change { .textMessage(change) }

    package static func read(
        _ query: OutboxQuery,
        from reader: some RowReader
    ) throws(StoreError) -> [TextMessage] {
        try reader.textMessages(query)
    }
}

/// The purpose of a text message.
package enum TextMessagePurpose: String, Sendable, CaseIterable {
    case phoneSignIn = "phone_sign_in"
}

/// Names a text message in the outbox.
package struct TextMessageID: TextIdentifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}
