/// A message in the outbox: written in the same transaction as the code that its link holds.
package struct Mail: OutboxMessage {
    package typealias State = DeliveryState

    package let id: MailID
    package let pool: UserPool
    package let purpose: MailPurpose
    package let recipient: EmailAddress
    /// The address of the user, for the text; differs from the recipient if the message goes to a new address.
    package let email: EmailAddress
    /// The new address of a change of address, for the text.
    package let newEmail: EmailAddress?
    /// The language that the request asked for, as a BCP 47 tag; `nil` for the default of the project.
    package let language: String?
    /// The link, encrypted under the master key: it holds a code that signs in or changes a user.
    package let sealedLink: [UInt8]
    package let createdAt: Timestamp
    /// When the code in the link expires.
    package let expiresAt: Timestamp

    /// The number of attempts that were started.
    package var attempts: Int64 = 0
    /// The next attempt starts at this time or later.
    ///
    /// While an attempt runs, the end of its lease.
    package var nextAttemptAt: Timestamp
    package var isClaimed = false
    package var state = State.pending
    /// The reason why the last attempt failed, without secrets.
    package var lastError: String?

    package init(
        id: MailID,
        pool: UserPool,
        purpose: MailPurpose,
        recipient: EmailAddress,
        email: EmailAddress? = nil,
        newEmail: EmailAddress? = nil,
        language: String? = nil,
        sealedLink: [UInt8],
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.pool = pool
        self.purpose = purpose
        self.recipient = recipient
        self.email = email ?? recipient
        self.newEmail = newEmail
        self.language = language
        self.sealedLink = sealedLink
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        nextAttemptAt = createdAt
    }
}

extension Mail {
    package static let schedule = DeliverySchedule(
        concurrency: 16,
        concurrencyPerDestination: 4,
        lease: .minutes(5),
        maximumAttempts: 20,
        longestDelivery: .days(1),
        firstDelay: .seconds(30),
        longestDelay: .seconds(7200)
    )

    /// The domain of the address: its mail server may be slow.
    package var destination: String { String(recipient.domain) }

    package static func change(_ change: MailChange) -> Change { .mail(change) }

    package static func read(
        _ query: OutboxQuery,
        from reader: some RowReader
    ) throws(StoreError) -> [Mail] {
        try reader.mails(query)
    }
}

/// The purpose of a message; each has a template.
package enum MailPurpose: String, Sendable, CaseIterable {
    case passwordReset = "password_reset"
    case verifyEmail = "verify_email"
    case emailSignIn = "email_sign_in"
    /// To the new address of a user who changes it.
    case verifyAndChangeEmail = "verify_and_change_email"
    /// To the former address of a user whose address was changed.
    case recoverEmail = "recover_email"
}
