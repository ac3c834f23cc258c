public import CardeaSession

extension CardeaClient {
    /// Signs in from what is stored on this device, with no network.
    ///
    /// - Returns: The current user, as it was known last; `reload` on it fetches what is new.
    /// - Throws: `storageAbsent` when nothing is stored, `storageLocked`, `storageDamaged` or `storageDenied` when it
    ///   cannot be read. None of these deletes anything; signing in with a password is always possible.
    @discardableResult
    public func restore() async throws(CardeaError) -> CardeaUser {
        try await changes.run { await self.restored() }.get()
    }

    /// Forgets the current user and deletes its stored credentials; works without a network.
    ///
    /// A user object that is held goes on working, in memory, unless its session is ended as well.
    ///
    /// - Parameter endingSession: Whether the server ends the session too, so that its tokens stop working everywhere.
    /// - Returns: What was reached beyond this process; the user is signed out here in any case.
    @discardableResult
    public func signOut(endingSession: Bool = false) async -> SignOutResult {
        await changes.run { await self.signedOut(endingSession: endingSession) }
    }

    /// Makes a user that was signed in before the current one again, and stores its credentials in place of another's.
    ///
    /// - Parameter user: A user of this server and tenant whose session is alive.
    /// - Throws: `userMismatch`, `sessionEnded`; or a failure of the store, and then the user is the current one but
    ///   will not be after a restart.
    public func makeCurrent(_ user: CardeaUser) async throws(CardeaError) {
        try await changes.run { await self.switched(to: user) }.get()
    }
}

extension CardeaClient {
    private func restored() async -> Result<CardeaUser, CardeaError> {
        if let currentUser { return .success(currentUser) }
        let session = UserSession(configuration, server: server)
        do throws(SessionError) {
            guard let user = CardeaUser(session, profile: try await session.engine.restore()) else {
                throw SessionError(.storeDamaged, detail: "the stored user has no id")
            }
            becomeCurrent(user, telling: .restored(.signedIn(user)))
            return .success(user)
        } catch {
            // A store that is locked says nothing about who is signed in.
            if state == .restoring, error.code != .storeLocked {
                let isAbsent = error.code == .storeAbsent
                let state = CardeaState.signedOut(isAbsent ? nil : .storedCredentialUnreadable)
                become(state, telling: .restored(state))
            }
            return .failure(CardeaError(error))
        }
    }

    private func signedOut(endingSession: Bool) async -> SignOutResult {
        guard let user = currentUser else { return SignOutResult() }
        become(.signedOut(.requested), telling: .signedOut(user, .requested))
        let leftover = user.session.slot.detach()
        let storeFailure = await leftover?.delete()
        if storeFailure != nil {
            leftover?.deleteLater(configuration.session.refreshRetries, configuration.clock)
        }
        guard endingSession else { return SignOutResult(storeFailure: storeFailure) }
        return SignOutResult(storeFailure: storeFailure, revocationFailure: await user.session.end())
    }

    private func switched(to user: CardeaUser) async -> Result<Void, CardeaError> {
        guard user !== currentUser else { return .success(()) }
        guard user.session.server.isSamePool(as: server) else { return .failure(CardeaError(.userMismatch)) }
        guard case .signedIn = user.session.engine.state else { return .failure(CardeaError(.sessionEnded)) }
        currentUser?.session.slot.detach()
        var result = Result<Void, CardeaError>.success(())
        do {
            try await user.session.slot.attach(to: configuration.store)
        } catch {
            result = .failure(CardeaError(error))
        }
        becomeCurrent(user, telling: .signedIn(user))
        return result
    }
}
