internal import CardeaEncodings
internal import Foundation
internal import CardeaIdentityWire
internal import CardeaSecrets

extension FakeServerState {
    mutating func signUp(_ request: FakeRequest, at now: Date) throws(FakeRejection) -> SignUpResponse {
        guard settings.allowsSelfService else { throw FakeRejection("ADMIN_ONLY_OPERATION") }
        if let email = request.email { try checkEmail(email, isFreeFor: nil) }
        if request.email != nil || request.password != nil { try checkPassword(request.password) }
        var session: FakeSession
        if let idToken = request.idToken {
            session = try authenticate(idToken, at: now).session
            session.authenticatedAt = now
            sessions[session.id.exact] = session
        } else {
            let account = FakeAccount(id: identifier("user"), createdAt: now, lastSignInAt: now)
            accounts[account.id.exact] = account
            session = begin(for: account, at: now)
        }
        guard var account = accounts[session.user.exact] else { throw FakeRejection("USER_NOT_FOUND") }
        account.email = request.email?.lowercased() ?? account.email
        account.password = request.password ?? account.password
        account.displayName = request.displayName ?? account.displayName
        account.photoURL = request.photoUrl ?? account.photoURL
        accounts[account.id.exact] = account
        let tokens = tokens(of: session, account, at: now)
        var response = SignUpResponse(localId: account.id)
        response.email = account.email
        response.displayName = account.displayName
        response.idToken = Secret(tokens.access)
        response.refreshToken = tokens.refresh.map(Secret.init(_:))
        response.expiresIn = tokens.expiresIn
        return response
    }

    mutating func signIn(
        _ request: FakeRequest,
        at now: Date
    ) throws(FakeRejection) -> SignInWithPasswordResponse {
        guard let email = request.email, !email.isEmpty else { throw FakeRejection("MISSING_EMAIL") }
        guard let password = request.password, !password.isEmpty else {
            throw FakeRejection("MISSING_PASSWORD")
        }
        let hides = settings.protectsEmailEnumeration
        guard let account = account(email: email) else {
            throw FakeRejection(hides ? "INVALID_LOGIN_CREDENTIALS" : "EMAIL_NOT_FOUND")
        }
        guard account.password?.exact == password.exact else {
            throw FakeRejection(hides ? "INVALID_LOGIN_CREDENTIALS" : "INVALID_PASSWORD")
        }
        guard !account.isDisabled else { throw FakeRejection("USER_DISABLED") }
        let session = try refreshed(request.idToken, for: account, at: now) ?? begin(for: account, at: now)
        let tokens = tokens(of: session, account, at: now)
        var response = SignInWithPasswordResponse(localId: account.id, email: email)
        response.displayName = account.displayName
        response.profilePicture = account.photoURL
        response.idToken = Secret(tokens.access)
        response.refreshToken = tokens.refresh.map(Secret.init(_:))
        response.expiresIn = tokens.expiresIn
        return response
    }

    /// The session of a token that re-authenticates its own user.
    private mutating func refreshed(
        _ idToken: String?,
        for account: FakeAccount,
        at now: Date
    ) throws(FakeRejection) -> FakeSession? {
        guard let idToken else { return nil }
        var session = try authenticate(idToken, at: now).session
        guard session.user.exact == account.id.exact else { throw FakeRejection("CREDENTIAL_MISMATCH") }
        session.authenticatedAt = now
        sessions[session.id.exact] = session
        return session
    }

    func lookup(_ request: FakeRequest, at now: Date) throws(FakeRejection) -> LookupResponse {
        LookupResponse(users: [try authenticate(request.idToken, at: now).account.info])
    }

    mutating func update(_ request: FakeRequest, at now: Date) throws(FakeRejection) -> UpdateResponse {
        var (session, account) = try authenticate(request.idToken, at: now)
        let isSensitive = request.email != nil || request.password != nil
        if isSensitive { try checkRecent(session, at: now) }
        if let email = request.email { try checkEmail(email, isFreeFor: account.id) }
        if request.password != nil { try checkPassword(request.password) }
        account.email = request.email?.lowercased() ?? account.email
        account.password = request.password ?? account.password
        account.displayName = request.displayName ?? account.displayName
        account.photoURL = request.photoUrl ?? account.photoURL
        if request.deleteAttribute?.contains("DISPLAY_NAME") == true { account.displayName = nil }
        if request.deleteAttribute?.contains("PHOTO_URL") == true { account.photoURL = nil }
        accounts[account.id.exact] = account
        var response = UpdateResponse(localId: account.id)
        response.email = account.email
        response.displayName = account.displayName
        response.photoUrl = account.photoURL
        response.emailVerified = account.emailVerified
        if request.password != nil {
            revokeSessions(of: account.id)
            session = begin(for: account, at: now)
            let tokens = tokens(of: session, account, at: now)
            response.idToken = Secret(tokens.access)
            response.refreshToken = tokens.refresh.map(Secret.init(_:))
            response.expiresIn = tokens.expiresIn
        } else if isSensitive {
            // It is not a sign-in: this device's session continues with the tokens that it has.
            revokeSessions(of: account.id, except: session.id)
        }
        return response
    }

    mutating func delete(_ request: FakeRequest, at now: Date) throws(FakeRejection) -> DeleteResponse {
        guard settings.allowsSelfService else { throw FakeRejection("ADMIN_ONLY_OPERATION") }
        let (session, account) = try authenticate(request.idToken, at: now)
        try checkRecent(session, at: now)
        revokeSessions(of: account.id)
        accounts[account.id.exact] = nil
        return DeleteResponse()
    }
}

// Rules
extension FakeServerState {
    private func checkEmail(_ email: String, isFreeFor owner: String?) throws(FakeRejection) {
        guard !email.isEmpty else { throw FakeRejection("MISSING_EMAIL") }
        guard email.contains("@") else { throw FakeRejection("INVALID_EMAIL") }
        guard account(email: email).map({ $0.id.exact == owner?.exact }) ?? true else {
            throw FakeRejection("EMAIL_EXISTS")
        }
    }

    private func checkPassword(_ password: String?) throws(FakeRejection) {
        guard let password, !password.isEmpty else { throw FakeRejection("MISSING_PASSWORD") }
        let minimum = settings.minimumPasswordLength
        guard password.count >= minimum else {
            throw FakeRejection("WEAK_PASSWORD : Password should be at least \(minimum) characters")
        }
    }

    private func checkRecent(_ session: FakeSession, at now: Date) throws(FakeRejection) {
        guard now.timeIntervalSince(session.authenticatedAt) <= settings.recentSignInWindow.timeInterval
        else {
            throw FakeRejection("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        }
    }
}
