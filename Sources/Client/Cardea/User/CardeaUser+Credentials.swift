internal import CardeaEncodings
internal import CardeaSecrets
internal import CardeaSession
internal import CardeaIdentityWire

extension CardeaUser {
    /// Proves again who the user is, in the same session: sensitive operations are then allowed for some minutes.
    ///
    /// - Parameter password: The user's present password.
    /// - Throws: `wrongPassword` or `invalidCredentials`, `tooManyAttempts` and others.
    public func reauthenticate(password: String) async throws(CardeaError) {
        guard let name = signInName else {
            throw CardeaError(.invalidArgument, detail: "this user has no e-mail address and no user name")
        }
        let operation = session.operations.begin()
        try await session.change(cause: .reauthenticated, in: operation) {
            (server, token) async throws(ServerFailure) in
            try await server.signInWithPassword(name, password: password, refreshing: token)
        } check: { message throws(CardeaError) in
            guard message.localId.exact == uid.exact else { throw CardeaError(.userMismatch) }
        }
    }

    /// Changes the password; this device gets new tokens, and the sessions of all others end.
    ///
    /// When the response is lost, the outcome is found out by signing in with the new password: at once, or when
    /// the session is refreshed next.
    ///
    /// - Parameter password: The new password.
    /// - Throws: `recentSignInRequired`, `weakPassword` and others; with `isOutcomeUnknown` when it could not be found
    ///   out yet whether the password is changed.
    public func updatePassword(_ password: String) async throws(CardeaError) {
        let operation = session.operations.begin()
        try await setPassword(password, of: signInName, cause: .passwordChanged, in: operation) {
            (server, token) async throws(ServerFailure) in
            try await server.update(token) { $0.password = Secret(password) }
        }
    }

    /// Changes the primary e-mail address; this device's session continues, and the sessions of all others end.
    ///
    /// If the response is lost, the client reads the user to find the outcome.
    ///
    /// - Parameter email: The new address.
    /// - Throws: `recentSignInRequired`, `emailAlreadyInUse`, `invalidEmail` and others; with `isOutcomeUnknown` when
    ///   it could not be found out whether the address is changed.
    public func updateEmail(_ email: String) async throws(CardeaError) {
        do {
            let operation = session.operations.begin()
            let changed = try await session.change(cause: .refreshed, in: operation) {
                (server, token) async throws(ServerFailure) in
                try await server.update(token) { $0.email = email }
            }
            try await session.take(operation) { profile in
                profile.email = changed.email ?? email
                profile.isEmailVerified = changed.emailVerified ?? false
            }
        } catch {
            guard error.isOutcomeUnknown, let present = try? await reload() else { throw error }
            guard present.email?.lowercased().exact == email.lowercased().exact else { throw error }
        }
    }

    /// Gives an anonymous user an e-mail address and a password; everything else about the user stays.
    ///
    /// - Parameters:
    ///   - email: The address to sign in with from now on.
    ///   - password: The password.
    /// - Throws: `emailAlreadyInUse`, `weakPassword` and others.
    public func link(email: String, password: String) async throws(CardeaError) {
        let operation = session.operations.begin()
        _ = try await link(.email(email), password: password, in: operation)
        try await session.take(operation) { profile in
            profile.email = email
            profile.gain("password")
        }
    }

    /// Deletes the user permanently, and signs the user out.
    ///
    /// - Throws: `recentSignInRequired`, `adminRestrictedOperation` and others.
    public func delete() async throws(CardeaError) {
        do {
            try await session.authenticated { (server, token) async throws(ServerFailure) in
                try await server.delete(token)
            }
        } catch {
            guard error.isOutcomeUnknown, await isGone() else { throw error }
        }
        await session.engine.signOut(.deleted, scope: .device)
    }
}

extension CardeaError {
    /// Whether the server said that it did not do what was asked.
    fileprivate var isRejection: Bool { serverCode != nil && !isOutcomeUnknown }
}

extension CardeaUser {
    /// The name that the password goes with.
    private var signInName: SignInName? {
        let profile = profile
        return profile.email.map(SignInName.email) ?? profile.userName.map(SignInName.userName)
    }

    /// Gives an anonymous user a name and a password.
    ///
    /// - Returns: The response; `nil` if it was lost, and a sign-in has shown that the user has both.
    func link(
        _ name: SignInName,
        password: String,
        in operation: OperationOrder.Operation
    ) async throws(CardeaError) -> SignUpResponse? {
        try await setPassword(password, of: name, cause: .linked, in: operation) {
            (server, token) async throws(ServerFailure) in
            try await server.signUp(name, password: password, upgrading: token)
        }
    }

    /// Sets a password and adopts the new tokens; if the response is lost, those of a sign-in with it.
    ///
    /// - Returns: The response; `nil` if it was lost.
    @discardableResult
    private func setPassword<Message: TokenResponseFields>(
        _ password: String,
        of name: SignInName?,
        cause: TokenChangeCause,
        in operation: OperationOrder.Operation,
        by call: (_ server: IdentityToolkitClient, _ idToken: Secret) async throws(ServerFailure) ->
            ServerResponse<
                Message
            >
    ) async throws(CardeaError) -> Message? {
        let change = session.passwordChange
        if let name { change.begin(name, password: password, of: uid) }
        return try await session.engine.replacing { () async throws(CardeaError) in
            var message: Message?
            do throws(CardeaError) {
                message = try await session.change(cause: cause, in: operation, call)
            } catch {
                guard !error.isRejection else {
                    change.rejected(password)
                    throw error
                }
                change.responseWasLost(password)
                session.operations.restart(operation)
                guard error.isOutcomeUnknown,
                    let credential = try? await change.signIn(at: session.server, with: password)
                else { throw error }
                try await session.take(credential, cause: cause, of: operation)
            }
            change.settle()
            return message
        }
    }

    /// Whether the server no longer knows the user.
    private func isGone() async -> Bool {
        do {
            try await reload()
            return false
        } catch {
            return error.code == .refreshTokenFailed || error.code == .userNotFound
        }
    }
}
