public import CardeaSession
internal import CardeaHTTPTransport
internal import CardeaLocks

extension CardeaClient {
    /// Signs in from what is stored on this device, with no network.
    ///
    /// - Returns: The current user, as last known; `nil` if no user is signed in. `reload` on the user fetches what is new.
    /// - Throws: `storageLocked`, `storageDamaged`, `storageDenied` or `storageFailed` if the store cannot be read. An error
    ///   deletes nothing; signing in with a password is always possible.
    @discardableResult
    public func restore() async throws(CardeaError) -> CardeaUser? {
        Task.detached { [revocations] in await revocations.settle() }
        let count = order.count
        return try await changes.run { await self.restored(after: count) }.get()
    }

    /// Signs the current user out: here, in the store, and at the server, whose session ends.
    ///
    /// It works without a network: then the result says that the server was not notified. The client notifies it later, also
    /// after a restart (``restore()``), for thirty days. A sign-in that is still running ends with `cancelled`.
    ///
    /// - Parameter endingSession: Whether the session ends; defaults to `true`. With `false` the client only forgets the
    ///   user: a user object that the app keeps still works, in memory.
    /// - Returns: The effect outside of this process; the user is signed out here in any case.
    @discardableResult
    public func signOut(endingSession: Bool = true) async -> SignOutResult {
        let place = order.begin(isImmediate: true)
        let (result, session, credential) = await changes.run {
            await self.signedOut(endingSession: endingSession, in: place)
        }
        await pendingSignIns.forgetAll()
        guard let session else { return result }
        session.receivedTokens.forget()
        // Beside the changes: no sign-in waits for a silent network.
        let ended = await session.engine.signOut()
        if let credential { await revocations.requested(credential, failure: ended.revocationFailure) }
        return SignOutResult(
            storeFailure: result.storeFailure,
            revocationFailure: ended.revocationFailure
        )
    }

    /// Makes a user that was signed in before the current one again, and stores its credentials instead of another's.
    ///
    /// - Parameter user: A user of this project, of any tenant, whose session has not ended.
    /// - Throws: `userMismatch`, `sessionEnded`, `cancelled` if a later sign-in or sign-out came first; or a failure of the
    ///   store. After that, the user is still the current one, and is stored as soon as possible.
    public func makeCurrent(_ user: CardeaUser) async throws(CardeaError) {
        let place = order.begin()
        try await changes.run { await self.switched(to: user, in: place) }.get()
    }
}

extension CardeaClient {
    /// Restores the user, unless the app has signed out since it asked for that.
    private func restored(after count: UInt64) async -> Result<CardeaUser?, CardeaError> {
        if let currentUser { return .success(currentUser) }
        // Clear the previous user's record first: a pending deletion must not restore an ended session.
        await current.withLock(\.slot)?.clear()
        guard await store.settle() == nil else { return .success(nil) }
        let session = UserSession(
            configuration,
            server: server(forTenant: nil),
            revocations: revocations
        )
        session.slot.hold(store.lease(), isStored: true)
        do throws(SessionError) {
            let profile = try await session.engine.restore()
            guard !order.hasCarriedOut(after: count) else { return .success(nil) }
            session.restoreTenant()
            guard let profile else {
                if state == .restoring { become(.signedOut(nil), telling: .restored(.signedOut(nil))) }
                return .success(nil)
            }
            guard let user = CardeaUser(session, profile: profile) else {
                throw SessionError(.storeDamaged, detail: "the stored user has no id")
            }
            becomeCurrent(user, telling: .restored(.signedIn(user)))
            return .success(user)
        } catch {
            // A store that is locked says nothing about who is signed in.
            if state == .restoring, error.code != .storeLocked {
                let state = CardeaState.signedOut(.storedCredentialUnreadable)
                become(state, telling: .restored(state))
            }
            return .failure(CardeaError(error))
        }
    }

    /// Signs out here and in the store; returns the session that the server is to end, if there is one, with the
    /// credential that is recorded for that.
    private func signedOut(
        endingSession: Bool,
        in place: SignInOrder.Place
    ) async -> (SignOutResult, UserSession?, SessionCredential?) {
        let session: UserSession
        var unread: StoreError?
        switch state {
        case .signedIn(let user):
            session = user.session
            become(.signedOut(.requested), telling: .signedOut(user, .requested))
        case .restoring, .signedOut(.storedCredentialUnreadable):
            session = UserSession(
                configuration,
                server: server(forTenant: nil),
                revocations: revocations
            )
            session.slot.hold(store.lease(), isStored: true)
            become(.signedOut(.requested), telling: .restored(.signedOut(.requested)))
            do throws(StoreError) {
                // The stored credential is enough to notify the server.
                if endingSession { _ = try await session.slot.load() }
            } catch {
                unread = error
            }
        case .signedOut:
            await order.carryOut(place)?.end()
            return (SignOutResult(storeFailure: await store.settle()), nil, nil)
        }
        let isEnding = endingSession && unread == nil
        // Not stored yet, it may be newer than the record.
        var credential = isEnding ? session.engine.credential : nil
        if isEnding, credential == nil { credential = (try? await session.slot.load())?.credential }
        if let credential { await revocations.record(credential) }
        let turn = await order.carryOut(place)
        defer { turn?.end() }
        let result = SignOutResult(
            storeFailure: await session.slot.clear(store.lease()),
            revocationFailure: unread.map(TransportError.init(unreadable:))
        )
        return (result, isEnding ? session : nil, credential)
    }

    private func switched(
        to user: CardeaUser,
        in place: SignInOrder.Place
    ) async -> Result<Void, CardeaError> {
        let failure: StoreError?
        if user === currentUser {
            failure = await store.settle()
        } else {
            guard user.session.server.isSameProject(as: server) else {
                return .failure(CardeaError(.userMismatch))
            }
            guard case .signedIn = user.session.engine.state else {
                return .failure(CardeaError(.sessionEnded))
            }
            guard let turn = await order.carryOut(place) else { return .failure(.overtaken) }
            defer { turn.end() }
            failure = await user.session.slot.move(to: store.lease())
            becomeCurrent(user, telling: .signedIn(user))
        }
        return failure.map { .failure(CardeaError($0)) } ?? .success(())
    }
}
