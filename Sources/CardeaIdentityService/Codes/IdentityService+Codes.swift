import CardeaCryptography
import CardeaEncodings
package import CardeaIdentityDomain

extension IdentityService {
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
        let text = Base64URL.encode(random.bytes(32))
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
            isSent && canSendMail
            ? try newMail(
                MailPurpose(purpose),
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
    var deliversLinks: Bool { canSendMail || links.recorder != nil }

    /// Starts the delivery of a code that was committed.
    func deliver(_ sent: CreatedCode?) {
        guard let sent else { return }
        links.recorder?.record(sent)
        if sent.mail != nil { outbox.wake() }
    }

    private func link(to code: ActionCode, _ text: String, by caller: Caller) -> String {
        let items: [(name: String, value: String?)] = [
            ("mode", code.purpose.mode), ("oobCode", text), ("apiKey", caller.project.apiKeys.first),
            ("lang", caller.language), ("continueUrl", code.continueURL),
            ("tenantId", code.pool.tenant?.rawValue),
        ]
        let query = items.compactMap { item in item.value.map { (name: item.name, value: $0) } }
        return "\(projects.publicURL)\(links.path)?\(FormCoding.encode(query))"
    }

    /// The code that brings back a user's address after a change; `nil` if there can be none.
    ///
    /// Only a verified address can come back: an unverified one may be somebody else's.
    func recovery(
        of user: User,
        changedTo newEmail: EmailAddress?,
        by caller: Caller,
        at now: Timestamp
    ) async throws(IdentityError) -> CreatedCode? {
        guard deliversLinks, user.isEmailVerified, let email = user.email else { return nil }
        let count = try await read(.recoveryCount(of: user.id, in: user.pool))
        guard count < ActionCode.maximumRecoveries else { return nil }
        return try newCode(
            .recoverEmail,
            of: user,
            email,
            in: user.pool,
            newEmail: newEmail,
            by: caller,
            at: now
        )
    }

    /// Reads a code and its user, and counts a failure if it cannot be used.
    func open(
        _ text: String,
        for purposes: Set<ActionCode.Purpose> = Set(ActionCode.Purpose.allCases),
        by caller: Caller
    ) async throws(IdentityError) -> (code: ActionCode, user: User?) {
        guard !text.isEmpty else { throw .missingCode }
        let hash = SHA256.hash(text.utf8)
        return try await attempting(hash, by: caller) { () async throws(IdentityError) in
            let (code, user) = try await read(.actionCode(hash: hash), .user(ofActionCode: hash))
            return (try code.usable(for: purposes, user, by: caller, at: clock.now()), user)
        }
    }

    /// Tries a code; a failure counts against the code and the network.
    func attempting<Value>(
        _ hash: [UInt8],
        by caller: Caller,
        _ body: () async throws(IdentityError) -> Value
    ) async throws(IdentityError) -> Value {
        let attempt = Attempt(
            .useCode,
            pool: caller.pool,
            account: Base64URL.encode(hash),
            remoteAddress: caller.remoteAddress
        )
        try await admit(attempt)
        do {
            return try await body()
        } catch {
            if !error.isFailure {
                try require(noDelay: throttle.recordFailure(of: attempt, now: clock.steady()))
            }
            throw error
        }
    }

    /// The caller of a page: the project and the tenant are those of the code.
    ///
    /// - Throws: `.missingCode`, `.invalidCode`, `.tenantDisabled`
    package func caller(
        ofCode text: String,
        remoteAddress: String,
        userAgent: String? = nil,
        language: String? = nil
    ) async throws(IdentityError) -> Caller {
        guard !text.isEmpty else { throw .missingCode }
        let hash = SHA256.hash(text.utf8)
        let code = try await read(.actionCode(hash: hash))
        guard let code, let project = projects.project(id: code.pool.project) else { throw .invalidCode }
        if let rejection = projects.rejection(of: code.pool) { throw rejection }
        return Caller(
            project: project,
            tenant: code.pool.tenant,
            policy: projects.policy(in: code.pool, of: nil),
            remoteAddress: remoteAddress,
            userAgent: userAgent,
            language: language
        )
    }

    /// The unused codes of a pool in plain text, oldest first: in an emulator.
    package func readableCodes(in pool: UserPool) async throws(IdentityError) -> [CreatedCode] {
        var found: [CreatedCode] = []
        for code in links.recorder?.codes(in: pool) ?? [] {
            if try await read(.actionCode(hash: code.code.hash)) != nil { found.append(code) }
        }
        return found
    }

    /// Deletes some of the codes that expired a day ago.
    ///
    /// Until then a response can say that they expired.
    ///
    /// - Returns: How many were deleted: fewer than the limit only if none is left.
    package func deleteExpiredCodes(limit: Int) async throws(IdentityError) -> Int {
        let hashes = try await read(.actionCodes(expiredBefore: clock.now() - .days(1), limit: limit))
        try await make(hashes.map { .actionCode(.delete(hash: $0)) })
        return hashes.count
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
    /// - Throws: `.invalidCode`, `.expiredCode`, `.userDisabled`
    func usable(
        for purposes: Set<ActionCode.Purpose>,
        _ user: User?,
        by caller: Caller,
        at now: Timestamp
    ) throws(IdentityError) -> ActionCode {
        guard let code = self, code.pool == caller.pool, purposes.contains(code.purpose) else {
            throw .invalidCode
        }
        switch code.rejection(of: user, at: now) {
        case nil: return code
        case .invalid: throw .invalidCode
        case .expired: throw .expiredCode
        case .userDisabled: throw .userDisabled
        }
    }
}
