public import CardeaSession
public import Foundation
internal import CardeaIdentityWire
internal import CardeaSecrets

extension CardeaClient {
    /// Creates a user with e-mail and password, and sets the current user.
    ///
    /// - Parameters:
    ///   - email: The address to sign in with from now on.
    ///   - password: The password.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Returns: The new user.
    /// - Throws: `emailAlreadyInUse`, `weakPassword`, `adminRestrictedOperation` and others.
    @discardableResult
    public func signUp(
        email: String,
        password: String,
        tenantID: String? = nil
    ) async throws(CardeaError) -> CardeaUser {
        try await signUp(.email(email), password, tenantID)
    }

    /// Signs in with e-mail and password, and makes the user the current one.
    ///
    /// - Parameters:
    ///   - email: The user's address.
    ///   - password: Its password.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Returns: The user.
    /// - Throws: `invalidCredentials` or `wrongPassword`, `userDisabled`, `tooManyAttempts` and others.
    @discardableResult
    public func signIn(
        email: String,
        password: String,
        tenantID: String? = nil
    ) async throws(CardeaError) -> CardeaUser {
        try await signIn(.email(email), password, tenantID)
    }

    /// Creates an anonymous user, whom only this device's credentials identify, and sets the current user.
    ///
    /// - Parameter tenantID: The user pool; defaults to the client's.
    /// - Returns: The new user; `link(email:password:)`, `link(userName:password:)`, `link(_:code:)` and `link(email:link:)`
    ///   turn it into a lasting one.
    /// - Throws: `adminRestrictedOperation`, `operationNotAllowed` and others.
    @discardableResult
    public func signInAnonymously(tenantID: String? = nil) async throws(CardeaError) -> CardeaUser {
        try await begin(tenantID) { (server) async throws(ServerFailure) in
            SignInOutcome(credential: try SessionCredential(try await server.signUp()), isNewUser: true)
        }
    }

    /// Signs in with nothing but an access token; such a session is not refreshed, and ends with its token.
    ///
    /// - Parameters:
    ///   - accessToken: A token of this project.
    ///   - expiresAt: When the token ends; `nil` when that is not known.
    /// - Returns: The token's user.
    /// - Throws: `sessionEnded` when the token is no longer good, and others.
    @discardableResult
    public func signIn(
        accessToken: SessionSecret,
        expiresAt: Date? = nil
    ) async throws(CardeaError) -> CardeaUser {
        let tenant = IDTokenResult(accessToken)?.tenantID
        return try await begin(tenant) { (server) async throws(ServerFailure) in
            guard let info = try await server.lookup(Secret(accessToken)) else {
                throw .unintelligible(status: 200)
            }
            let profile = UserProfile(info)
            let credential =
                if let expiresAt {
                    SessionCredential(accessToken: accessToken, expiresAt: expiresAt, profile: profile)
                } else {
                    SessionCredential(accessToken: accessToken, profile: profile)
                }
            return SignInOutcome(credential: credential, beganSession: false)
        }
    }

    func signUp(
        _ name: SignInName,
        _ password: String,
        _ tenantID: String?
    ) async throws(CardeaError) -> CardeaUser {
        try await begin(tenantID) { (server) async throws(ServerFailure) in
            let credential: SessionCredential
            do throws(ServerFailure) {
                credential = try SessionCredential(try await server.signUp(name, password: password))
            } catch {
                // If the response was lost, a sign-in shows whether the user exists.
                guard error.leavesOutcomeOpen,
                    let signedIn = try? await server.signInWithPassword(name, password: password)
                else { throw error }
                credential = try SessionCredential(signedIn)
            }
            return SignInOutcome(credential: credential, isNewUser: true)
        }
    }

    func signIn(
        _ name: SignInName,
        _ password: String,
        _ tenantID: String?
    ) async throws(CardeaError) -> CardeaUser {
        try await begin(tenantID) { (server) async throws(ServerFailure) in
            let received = try await server.signInWithPassword(name, password: password)
            return try await server.outcome(of: received)
        }
    }

    /// Starts a session of the current user with what `obtain` returns.
    func begin(
        _ tenantID: String?,
        _ obtain: (IdentityToolkitClient) async throws(ServerFailure) -> SignInOutcome
    ) async throws(CardeaError) -> CardeaUser {
        try await begin(at: server(forTenant: tenantID), obtain)
    }

    /// Starts a session of the current user with what `obtain` returns, in the pool of a server.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - place: The place of the sign-in; defaults to the place of one that begins now.
    ///   - obtain: Calls the server.
    /// - Returns: The user.
    /// - Throws: The failure of the server; `cancelled` if a later sign-in or sign-out came first.
    func begin(
        at server: IdentityToolkitClient,
        in place: SignInOrder.Place? = nil,
        _ obtain: (IdentityToolkitClient) async throws(ServerFailure) -> SignInOutcome
    ) async throws(CardeaError) -> CardeaUser {
        let place = place ?? order.begin()
        let outcome: SignInOutcome
        do {
            outcome = try await obtain(server)
        } catch {
            throw CardeaError(error)
        }
        return try await changes.run { await self.begin(with: outcome, at: server, in: place) }.get()
    }

    private func begin(
        with outcome: SignInOutcome,
        at server: IdentityToolkitClient,
        in place: SignInOrder.Place
    ) async -> Result<CardeaUser, CardeaError> {
        let session = UserSession(configuration, server: server, revocations: revocations)
        let credential = outcome.credential
        guard let user = CardeaUser(session, profile: credential.profile, isNew: outcome.isNewUser) else {
            return .failure(CardeaError(.serverError, detail: "the response names no user"))
        }
        guard let turn = await order.carryOut(place) else {
            // Nothing on this device uses the session that has begun.
            if outcome.beganSession { revocations.end(credential) }
            return .failure(.overtaken)
        }
        defer { turn.end() }
        session.slot.hold(store.lease(), isStored: false)
        do {
            try await session.engine.signIn(with: session.withTenant(credential))
        } catch {
            return .failure(CardeaError(error))
        }
        becomeCurrent(user, telling: .signedIn(user))
        return .success(user)
    }
}

extension CardeaError {
    /// The error of a choice that is not carried out, because a later one was.
    static let overtaken = CardeaError(.cancelled, detail: "a later sign-in or sign-out came first")
}
