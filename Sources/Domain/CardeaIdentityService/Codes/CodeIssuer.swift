import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain
import CardeaSecrets

/// Creates codes with their links and messages.
final class CodeIssuer: Sendable {
    private let store: ServiceStore
    private let projects: ProjectDirectory
    private let composer: MailComposer
    let links: ActionLinks
    private let differences: Set<EmulatorDifference>
    private let random: any RandomSource

    init(
        store: ServiceStore,
        projects: ProjectDirectory,
        composer: MailComposer,
        links: ActionLinks,
        differences: Set<EmulatorDifference>,
        random: any RandomSource
    ) {
        self.store = store
        self.projects = projects
        self.composer = composer
        self.links = links
        self.differences = differences
        self.random = random
    }

    /// A new code of 256 random bits, with its link.
    ///
    /// The link begins with the configured address of the server, whatever the request says.
    func newCode(
        _ purpose: ActionCode.Purpose,
        of user: User?,
        _ email: EmailAddress,
        in pool: UserPool,
        newEmail: EmailAddress? = nil,
        continueURL: ContinueURL? = nil,
        isSent: Bool = true,
        by caller: Caller,
        at now: Timestamp
    ) throws(IdentityError) -> CreatedCode {
        let text = Secret(Base64URL.encode(random.bytes(32)))
        let code = ActionCode(
            hash: SHA256.hash(text.utf8),
            purpose: purpose,
            pool: pool,
            user: user?.id,
            email: email,
            newEmail: newEmail,
            epoch: user?.epoch,
            continueURL: continueURL?.text,
            createdAt: now,
            expiresAt: now + caller.policy.codes.lifetime(of: purpose)
        )
        let link = link(to: code, text, by: caller)
        let mail =
            isSent && composer.canSendMail
            ? try composer.newMail(
                // A first address replaces none: the text asks to verify it.
                code.formerEmail == nil ? .verifyEmail : MailPurpose(purpose),
                to: code.recipient,
                email: email,
                newEmail: newEmail,
                in: pool,
                language: caller.language,
                link: link,
                expiresAt: code.expiresAt
            ) : nil
        return CreatedCode(code: code, text: text, link: link, mail: mail)
    }

    /// Whether links reach their recipients: by mail, or because an emulator shows them.
    var deliversLinks: Bool { composer.canSendMail || links.recorder != nil }

    /// Starts the delivery of a code that was committed.
    func deliver(_ sent: CreatedCode?) {
        guard let sent else { return }
        links.recorder?.record(sent)
        if sent.mail != nil { composer.outbox.wake() }
    }

    private func link(to code: ActionCode, _ text: Secret, by caller: Caller) -> Secret {
        let items: [(name: String, value: String?)] = [
            ("mode", code.purpose.mode), ("oobCode", text.reveal()), ("apiKey", caller.project.apiKeys.first),
            ("lang", caller.language), ("continueUrl", code.continueURL),
            ("tenantId", code.pool.tenant?.rawValue),
        ]
        let query = items.compactMap { item in item.value.map { (name: item.name, value: $0) } }
        return Secret("\(projects.publicURL)\(links.path)?\(FormCoding.encode(query))")
    }

    /// The code that brings back a user's address after a change; `nil` if there can be none.
    func recovery(
        of user: User,
        changedTo newEmail: EmailAddress?,
        by caller: Caller,
        at now: Timestamp
    ) async throws(IdentityError) -> FormerAddressCode? {
        guard deliversLinks, let email = user.email else { return nil }
        let needsVerification = !differences.contains(.recoveryOfUnverifiedAddress)
        guard user.isEmailVerified || !needsVerification else { return nil }
        let count = try await store.read(.recoveryCount(of: user.id, in: user.pool))
        guard count < ActionCode.maximumRecoveries else { return nil }
        let code = try newCode(
            .recoverEmail,
            of: user,
            email,
            in: user.pool,
            newEmail: newEmail,
            by: caller,
            at: now
        )
        return FormerAddressCode(created: code, needsVerification: needsVerification)
    }
}

/// The code by which the address that a user has before a change can come back.
struct FormerAddressCode: Sendable {
    let created: CreatedCode
    /// Whether only a verified address can come back: an unverified one may be somebody else's.
    let needsVerification: Bool

    /// The code, with the credentials that a user has before the change of the address.
    ///
    /// - Returns: `nil` if the code does not bring back the address that the user has now.
    func code(of user: User) -> CreatedCode? {
        guard user.email == created.code.email, user.isEmailVerified || !needsVerification else { return nil }
        var code = created.code
        code.former = FormerCredentials(of: user)
        return CreatedCode(code: code, text: created.text, link: created.link, mail: created.mail)
    }
}

extension CreatedCode {
    /// The changes that store the code and send it.
    var changes: [Change] {
        [.actionCode(.insert(code))] + (mail.map { [.mail(.enqueue($0))] } ?? [])
    }
}

extension MailPurpose {
    fileprivate init(_ purpose: ActionCode.Purpose) {
        self =
            switch purpose {
            case .passwordReset: .passwordReset
            case .verifyEmail: .verifyEmail
            case .emailSignIn: .emailSignIn
            case .verifyAndChangeEmail: .verifyAndChangeEmail
            case .recoverEmail: .recoverEmail
            }
    }
}

extension ActionCode? {
    /// - Throws: `.code(.invalid)`, `.code(.expired)`, `.user(.disabled)`
    func usable(
        for purposes: Set<ActionCode.Purpose>,
        _ user: User?,
        by caller: Caller,
        at now: Timestamp
    ) throws(IdentityError) -> ActionCode {
        guard let code = self, code.pool == caller.pool, purposes.contains(code.purpose) else {
            throw .code(.invalid)
        }
        switch code.rejection(of: user, at: now) {
        case nil: return code
        case .invalid: throw .code(.invalid)
        case .expired: throw .code(.expired)
        case .userDisabled: throw .user(.disabled)
        }
    }
}
