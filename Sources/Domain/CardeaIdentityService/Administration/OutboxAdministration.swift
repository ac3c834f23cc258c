package import CardeaIdentityDomain
import CardeaEncodings
import CardeaSecrets

/// The reason why an operation on the outbox failed.
package enum OutboxAdministrationError: Error, Sendable, Equatable {
    case unknownMail
    /// An attempt to send the message runs.
    case inDelivery
    /// The code in the link of the message has expired.
    case linkExpired
    /// No mail server is configured.
    case notConfigured
    case invalidAddress
    /// A template is invalid; the text says why.
    case invalidTemplate(String)
    case notSent(DeliveryError)
    case service(IdentityError)

    init(_ error: RetryError) {
        self =
            switch error {
            case .inDelivery: .inDelivery
            case .expired: .linkExpired
            }
    }
}

/// Operations of an operator on the outbox and on templates.
package struct OutboxAdministration: Sendable {
    let store: ServiceStore
    let outbox: Outbox<OutgoingMail>
    let textMessages: Outbox<OutgoingTextMessage>
    let clock: any WallClock
    let random: any RandomSource

    package func mails(_ search: MailSearch) async throws(OutboxAdministrationError) -> [Mail] {
        try await run { () async throws(IdentityError) in try await store.read(search) }
    }

    package func mail(_ id: MailID) async throws(OutboxAdministrationError) -> Mail {
        let mail = try await run { () async throws(IdentityError) in try await store.read(.mail(id)) }
        guard let mail else { throw .unknownMail }
        return mail
    }

    /// Makes a message due at once, with new attempts; a dead letter too, but none that is being sent.
    package func retry(_ id: MailID, by actor: Actor) async throws(OutboxAdministrationError) -> Mail {
        let mail: Mail = try await retryMessage(id, by: actor)
        outbox.wake()
        return mail
    }

    /// Deletes a message, which is not sent then unless an attempt runs.
    package func delete(_ id: MailID, by actor: Actor) async throws(OutboxAdministrationError) -> Mail {
        try await deleteMessage(try await mail(id), by: actor)
    }

    /// Sends a message that says that the configuration works, past the outbox.
    package func sendTest(to address: String, project: Project) async throws(OutboxAdministrationError) {
        guard let transport = outbox.transport else { throw .notConfigured }
        guard let recipient = EmailAddress(address) else { throw .invalidAddress }
        let policy = project.policy.mail
        let appName = policy.appName ?? project.id.rawValue
        let mail = OutgoingMail(
            id: MailID(rawValue: Hexadecimal.encode(random.bytes(16))),
            senderName: policy.senderName ?? appName,
            replyTo: policy.replyTo.flatMap { EmailAddress($0) },
            recipient: recipient,
            language: "en",
            subject: "Test message of \(appName)",
            text: "This message was sent by the command 'cardea mail test'. The mail server accepted it.\n",
            html: nil,
            createdAt: clock.now()
        )
        do throws(DeliveryError) { try await transport.send(mail) } catch { throw .notSent(error) }
    }

    // MARK: Templates

    /// The templates that a project or a tenant has of its own.
    package func templates(of pool: UserPool) async throws(OutboxAdministrationError) -> [MailTemplate] {
        try await run { () async throws(IdentityError) in try await store.read(.mailTemplates(of: pool)) }
    }

    /// The template that mails of a purpose are made from: one of the pool, of its project, or a built-in one.
    ///
    /// - Parameters:
    ///   - purpose: The purpose.
    ///   - language: The language of the request; `nil` for the language of the pool.
    ///   - pool: The pool.
    ///   - policy: The settings of the pool.
    /// - Returns: The template.
    /// - Throws: An error of the store.
    package func template(
        _ purpose: MailPurpose,
        language: String?,
        of pool: UserPool,
        _ policy: MailPolicy
    ) async throws(OutboxAdministrationError) -> MailTemplate {
        try await renderer(of: pool, policy).template(purpose, language)
    }

    /// The mail of a purpose as users get it, with the values of an example.
    package func preview(
        _ purpose: MailPurpose,
        language: String?,
        of pool: UserPool,
        _ policy: MailPolicy,
        link: String
    ) async throws(OutboxAdministrationError) -> OutgoingMail {
        guard let address = EmailAddress("user@example.com") else { throw .invalidAddress }
        let now = clock.now()
        let mail = Mail(
            id: MailID(rawValue: "preview"),
            pool: pool,
            purpose: purpose,
            recipient: address,
            email: address,
            newEmail: EmailAddress("new@example.com"),
            language: language,
            sealedLink: [],
            createdAt: now,
            expiresAt: now
        )
        return try await renderer(of: pool, policy).render(mail, link: Secret(link))
    }

    private func renderer(
        of pool: UserPool,
        _ policy: MailPolicy
    ) async throws(OutboxAdministrationError) -> MailRenderer {
        let templates = try await run { () async throws(IdentityError) in
            try await store.read(.effectiveMailTemplates(of: pool))
        }
        return MailRenderer(pool.project, policy, templates: templates)
    }

    /// Replaces the template of a purpose and a language, after it was checked.
    package func set(
        _ template: MailTemplate,
        of pool: UserPool,
        by actor: Actor
    ) async throws(OutboxAdministrationError) {
        let problems = template.problems
        guard problems.isEmpty else { throw .invalidTemplate(problems.joined(separator: "; ")) }
        try await run { () async throws(IdentityError) in
            try await store.make([.mailTemplate(.set(template, pool))], by: actor)
        }
    }

    /// Deletes a template: the text of the project, or the built-in one, is used again.
    package func deleteTemplate(
        _ purpose: MailPurpose,
        language: String,
        of pool: UserPool,
        by actor: Actor
    ) async throws(OutboxAdministrationError) {
        let language = LanguageTag.normalized(language)
        try await run { () async throws(IdentityError) in
            try await store.make([.mailTemplate(.delete(purpose, language: language, pool))], by: actor)
        }
    }

    func run<Value>(
        _ action: () async throws(IdentityError) -> Value
    ) async throws(OutboxAdministrationError) -> Value {
        do throws(IdentityError) { return try await action() } catch { throw .service(error) }
    }
}
