import CardeaEncodings
import CardeaIdentityDomain
import CardeaLogging
import CardeaSecrets

/// Creates the messages of the outbox.
struct MailComposer: Sendable {
    let outbox: Outbox<OutgoingMail>
    let vault: KeyVault
    let clock: any WallClock
    let random: any RandomSource
    let logger: Logger

    /// Whether this server delivers mail.
    ///
    /// A use case that only makes sense with mail checks it first. Messages that are in the outbox already wait until
    /// a mail server is configured, or expire.
    var canSendMail: Bool { outbox.isOpen }

    /// Creates a message; `.mail(.enqueue(…))` in a decision enqueues it with the other changes.
    ///
    /// After the transaction, `outbox.wake()` starts the delivery at once.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the message.
    ///   - recipient: Where it is sent.
    ///   - email: The address of the user; `nil` if it is the recipient.
    ///   - newEmail: The new address, if the user changes it.
    ///   - pool: The pool of the user.
    ///   - language: The language of the request, as a BCP 47 tag.
    ///   - link: The whole link, with its code. It is stored encrypted.
    ///   - expiresAt: When the code expires. The message is not sent after it.
    /// - Returns: The message, due at once.
    /// - Throws: An error of the cryptographic library.
    func newMail(
        _ purpose: MailPurpose,
        to recipient: EmailAddress,
        email: EmailAddress? = nil,
        newEmail: EmailAddress? = nil,
        in pool: UserPool,
        language: String?,
        link: Secret,
        expiresAt: Timestamp
    ) throws(IdentityError) -> Mail {
        let id = MailID(rawValue: Hexadecimal.encode(random.bytes(16)))
        let sealedLink: [UInt8]
        do throws(ProjectDirectoryError) {
            sealedLink = try vault.seal(link, of: id, in: pool)
        } catch {
            throw IdentityError.store(.unavailable("a link was not encrypted")).logged(by: logger)
        }
        return Mail(
            id: id,
            pool: pool,
            purpose: purpose,
            recipient: recipient,
            email: email,
            newEmail: newEmail,
            language: language.map { String($0.prefix(35)) },
            sealedLink: sealedLink,
            createdAt: clock.now(),
            expiresAt: expiresAt
        )
    }
}

extension KeyVault {
    /// Encrypts the link of a message, so that neither the database nor a backup holds its code.
    func seal(
        _ link: Secret,
        of mail: MailID,
        in pool: UserPool
    ) throws(ProjectDirectoryError) -> [UInt8] {
        try seal(Array(link.utf8), authenticating: Self.label(mail, pool), name: mail.rawValue)
    }

    /// - Throws: `.keyUnusable` if the link was sealed under another master key, or was changed.
    func link(of mail: Mail) throws(ProjectDirectoryError) -> Secret {
        let label = Self.label(mail.id, mail.pool)
        let bytes = try open(mail.sealedLink, authenticating: label, name: mail.id.rawValue)
        return Secret(String(decoding: bytes, as: UTF8.self))
    }

    private static func label(_ mail: MailID, _ pool: UserPool) -> [UInt8] {
        ["mail link", mail.rawValue, pool.project.rawValue, pool.tenant?.rawValue ?? ""]
            .flatMap { Array($0.utf8) + [0] }
    }
}
