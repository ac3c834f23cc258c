package import CardeaIdentityDomain

/// The purpose that a code is requested for.
package struct CodeRequest: Sendable {
    package let purpose: ActionCode.Purpose
    package var email: String?
    package var newEmail: String?
    package var continueURL: String?

    package init(
        _ purpose: ActionCode.Purpose,
        email: String? = nil,
        newEmail: String? = nil,
        continueURL: String? = nil
    ) {
        self.purpose = purpose
        self.email = email
        self.newEmail = newEmail
        self.continueURL = continueURL
    }
}

/// The sender of a request for a code.
package enum CodeRequester: Sendable {
    /// Anybody who names an address.
    case anyone
    case user(SignedInCaller)
    /// An administrator, who may send the token of a user; the mail is sent only if `sends` is set.
    case administrator(sends: Bool, for: SignedInCaller? = nil)
}

extension Verification {
    /// Creates a code, and sends its link to the address that it is about.
    ///
    /// If the policy hides which addresses have users, the response and the work are the same for all addresses: a
    /// code that is not sent is stored instead of one that is.
    ///
    /// - Returns: The code. Only an administrator may see its text and its link.
    /// - Throws: `.credential(.emailNotFound)`, `.user(.notFound)`, `.user(.emailExists)` or `.user(.disabled)`, if the policy does not hide them or an
    ///   administrator asks; `.credential(.tooOld)`; `.code(.invalidContinueURL)`, `.code(.continueURLNotAllowed)`; the errors
    ///   of invalid addresses; `.tooManyAttempts`.
    package func sendCode(
        _ request: CodeRequest,
        for requester: CodeRequester,
        by caller: Caller
    ) async throws(IdentityError) -> CreatedCode {
        let who = try requester.user(for: request.purpose)
        let caller = requester.signedIn.caller(or: caller)
        try caller.policy.check(request.purpose)
        guard codes.deliversLinks || !requester.sendsMail else { throw .code(.mailNotConfigured) }
        let url = try continueURL(request.continueURL, by: caller)
        let email: EmailAddress
        let newEmail = try request.checkedNewEmail
        if let who {
            // Its own address tells the user nothing.
            guard newEmail == nil || newEmail != who.user.email else { throw .user(.emailExists) }
            email = try who.email(changedTo: newEmail)
        } else {
            email = try EmailAddress(given: request.email ?? "")
        }
        let now = clock.now()
        // A signed-in user may send links to other addresses than its own, as a stranger may.
        let sender: CodeSender =
            requester.isAdministrator
            ? .administrator : who == nil ? .anyone : newEmail == nil ? .owner : .user
        // A link that an administrator only reads is not a mail.
        let isLimited = requester.sendsMail
        if isLimited { try throttle.countCode(to: newEmail ?? email, for: sender, by: caller) }
        var isMailed = false
        defer { if isLimited, !isMailed { throttle.uncountCode(for: sender, by: caller) } }
        let code = try codes.newCode(
            request.purpose,
            of: nil,
            email,
            in: caller.pool,
            newEmail: newEmail,
            continueURL: url,
            isSent: requester.sendsMail,
            by: caller,
            at: now
        )
        let rule = CodeRule(code: code, caller: caller, requester: requester, now: now)
        let target: UserLookup = who.map { .id($0.user.id, caller.pool) } ?? .email(email, caller.pool)
        let sent = try await store.transact(
            who?.lookup,
            target,
            .user(email: newEmail ?? email, in: caller.pool),
            by: caller.actor
        ) { signedIn, user, owner throws(IdentityError) in
            try rule.decide(signedIn, user, hasOwner: newEmail != nil && owner != nil)
        }
        isMailed = sent != nil
        codes.deliver(sent)
        return sent ?? code
    }

    /// - Throws: `.code(.invalidContinueURL)`, `.code(.continueURLNotAllowed)`
    private func continueURL(_ text: String?, by caller: Caller) throws(IdentityError) -> ContinueURL? {
        guard let text else { return nil }
        guard let url = ContinueURL(text) else { throw .code(.invalidContinueURL) }
        guard caller.policy.codes.allows(url, server: projects.publicURL) else {
            throw .code(.continueURLNotAllowed)
        }
        return url
    }
}

/// The decision whether a code is sent, or only stored.
private struct CodeRule: Sendable {
    /// Without a user.
    let code: CreatedCode
    let caller: Caller
    let requester: CodeRequester
    let now: Timestamp

    private var hidesUsers: Bool {
        caller.policy.signIn.protectsEmailEnumeration && !requester.isAdministrator
    }

    /// Decides by the rows: those of the sender's token, if the purpose needs one, and the user that the code is for.
    func decide(
        _ signedIn: SignedInRows?,
        _ user: User?,
        hasOwner: Bool
    ) throws(IdentityError) -> Decision<CreatedCode?> {
        if let signedIn {
            let who = try Authenticated(signedIn, at: now)
            guard who.user.email == code.code.formerEmail else { throw .input(.missingEmail) }
            if code.code.purpose == .verifyAndChangeEmail, !requester.isAdministrator,
                !who.session.isRecent(for: who.user, caller.policy, at: now)
            {
                throw .credential(.tooOld)
            }
        }
        if let obstacle = obstacle(user, hasOwner: hasOwner) {
            guard hidesUsers else { throw obstacle }
            return Decision([.actionCode(.insert(code.code))], nil)
        }
        let sent = code.belonging(to: user)
        return Decision(sent.changes, sent)
    }

    private func obstacle(_ user: User?, hasOwner: Bool) -> IdentityError? {
        guard let user else {
            switch code.code.purpose {
            case .emailSignIn: return caller.policy.signUp.allowed ? nil : .rule(.administratorOnly)
            case .passwordReset: return .credential(.emailNotFound)
            case .verifyEmail, .verifyAndChangeEmail, .recoverEmail: return .user(.notFound)
            }
        }
        // The link of an administrator works when the user is enabled again.
        if user.isDisabled, !requester.isAdministrator { return .user(.disabled) }
        return hasOwner ? .user(.emailExists) : nil
    }
}

extension CodeRequester {
    fileprivate var isAdministrator: Bool {
        if case .administrator = self { true } else { false }
    }

    fileprivate var sendsMail: Bool {
        if case .administrator(let sends, _) = self { sends } else { true }
    }

    /// The user whose token is needed for the purpose.
    ///
    /// - Throws: `.token(.invalidAccessToken)` if it is missing.
    fileprivate func user(for purpose: ActionCode.Purpose) throws(IdentityError) -> SignedInCaller? {
        guard purpose == .verifyEmail || purpose == .verifyAndChangeEmail else { return nil }
        if case .anyone = self { throw .token(.invalidAccessToken) }
        return signedIn
    }

    /// The user whose token the request has.
    fileprivate var signedIn: SignedInCaller? {
        switch self {
        case .anyone: nil
        case .user(let who): who
        case .administrator(_, let who): who
        }
    }
}

extension SignedInCaller {
    /// The user's address; a user who signs in without one has the new address in its place.
    ///
    /// - Throws: `.input(.missingEmail)` if the code changes no address, or the user is anonymous: its first address is a link.
    fileprivate func email(changedTo newEmail: EmailAddress?) throws(IdentityError) -> EmailAddress {
        if let email = user.email { return email }
        guard let newEmail, !user.isAnonymous else { throw .input(.missingEmail) }
        return newEmail
    }
}

extension CodeRequest {
    /// The address that a code changes to.
    fileprivate var checkedNewEmail: EmailAddress? {
        get throws(IdentityError) {
            guard purpose == .verifyAndChangeEmail else { return nil }
            guard let newEmail, !newEmail.isEmpty else { throw .code(.missingNewEmail) }
            guard let address = EmailAddress(newEmail) else { throw .code(.invalidNewEmail) }
            return address
        }
    }
}

extension Policy {
    /// Whether links for a purpose may be sent.
    fileprivate func check(_ purpose: ActionCode.Purpose) throws(IdentityError) {
        switch purpose {
        case .passwordReset: if !signIn.allowsPassword { throw .rule(.passwordSignInOff) }
        case .emailSignIn: if !signIn.allowsEmailLink { throw .rule(.operationNotAllowed) }
        case .verifyEmail, .verifyAndChangeEmail: break
        case .recoverEmail: throw .rule(.operationNotAllowed)
        }
    }
}

extension CreatedCode {
    /// The same code, for a user.
    func belonging(to user: User?) -> CreatedCode {
        let owned = ActionCode(
            hash: code.hash,
            purpose: code.purpose,
            pool: code.pool,
            user: user?.id,
            email: code.email,
            newEmail: code.newEmail,
            epoch: user?.epoch,
            continueURL: code.continueURL,
            createdAt: code.createdAt,
            expiresAt: code.expiresAt
        )
        return CreatedCode(code: owned, text: text, link: link, mail: mail)
    }
}
