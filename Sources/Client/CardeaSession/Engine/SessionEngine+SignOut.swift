import CardeaHTTPTransport
import CardeaLocks

extension SessionEngine {
    /// Signs out: here at once and always, then in the store, then at the server if the engine has a revoker.
    ///
    /// - Parameters:
    ///   - reason: Why, for the listeners.
    ///   - scope: How far it reaches; by default the server ends this session.
    /// - Returns: The steps that failed beyond this process.
    @discardableResult
    public func signOut(
        _ reason: SignOutReason = .requested,
        scope: SignOutScope = .session
    ) async -> SignOutResult {
        let (held, refreshTask, effects) = core.withLock { core in
            (core.machine.held, core.refreshTask, core.effects(of: core.machine.signOut(reason)))
        }
        perform(effects.filter { $0.pendingDeletion == nil })
        if let refreshTask, let revoker, scope != .device {
            // Its response may be on its way, with a token that the server would accept.
            Task.detached { if let late = await refreshTask.value { try? await revoker.revoke(late) } }
        }
        let pendingDeletions = effects.compactMap(\.pendingDeletion)
        // A session that has ended here ends at the server too, even if the caller is cancelled.
        return await Task.detached {
            let ended = await self.ended(held, pendingDeletions, scope)
            var storeFailure: StoreError?
            for deletion in pendingDeletions { storeFailure = await self.forget(deletion) ?? storeFailure }
            return SignOutResult(
                storeFailure: storeFailure,
                revocationFailure: await self.revoke(ended, scope)
            )
        }.value
    }

    /// The credential to revoke at the server; if it was not read yet, it is read before its deletion.
    private func ended(
        _ held: HeldCredential?,
        _ pendingDeletions: [SessionMachine.PendingDeletion],
        _ scope: SignOutScope
    ) async -> Result<SessionCredential?, StoreError> {
        guard held == nil, case .unread? = pendingDeletions.first, revoker != nil, scope != .device else {
            return .success(held?.credential)
        }
        return await Result { () async throws(StoreError) in try await store.load()?.credential }
    }

    /// Notifies the server, if the scope demands it.
    private func revoke(
        _ ended: Result<SessionCredential?, StoreError>,
        _ scope: SignOutScope
    ) async -> TransportError? {
        guard let revoker, scope != .device else { return nil }
        do throws(TransportError) {
            guard let credential = try ended.mapError(TransportError.init(unreadable:)).get() else {
                return nil
            }
            if scope == .everywhere {
                try await revoker.revokeEverywhere(credential)
            } else {
                try await revoker.revoke(credential)
            }
            return nil
        } catch {
            return error
        }
    }
}

extension TransportError {
    /// Nothing can be said to the server with a credential that cannot be read.
    package init(unreadable error: StoreError) {
        let description = "the stored credential cannot be read: \(error)"
        self.init(.invalidRequest, mayHaveBeenReceived: false, description: description)
    }
}
