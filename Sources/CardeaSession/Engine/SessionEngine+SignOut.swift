import HTTPTransport
import Locks

extension SessionEngine {
    /// Signs out: here at once and always, then in the store, then at the server if the engine has a revoker.
    ///
    /// - Parameters:
    ///   - reason: Why, for the listeners.
    ///   - scope: How far it reaches; the server ends this session unless told.
    /// - Returns: What could not be done beyond this process.
    @discardableResult
    public func signOut(
        _ reason: SignOutReason = .requested,
        scope: SignOutScope = .session
    ) async -> SignOutResult {
        let (held, renewal, effects) = core.withLock { core in
            (core.machine.held, core.renewal, core.effects(of: core.machine.signOut(reason)))
        }
        carryOut(effects.filter { $0.remains == nil })
        if let renewal, let revoker, scope != .device {
            // Its answer may be on its way, with a token that the server would take for good.
            Task.detached { if let late = await renewal.value { try? await revoker.revoke(late) } }
        }
        let remains = effects.compactMap(\.remains).first
        var ended: Result<Credential?, StoreError> = .success(held?.credential)
        if case .unread = remains, revoker != nil, scope != .device {
            ended = await Result { () async throws(StoreError) in try await store.load()?.credential }
        }
        var storeFailure: StoreError?
        if let remains { storeFailure = await forget(remains) }
        return SignOutResult(storeFailure: storeFailure, revocationFailure: await revoke(ended, scope))
    }

    /// Tells the server, where it is to be told.
    private func revoke(
        _ ended: Result<Credential?, StoreError>,
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
    fileprivate init(unreadable error: StoreError) {
        let description = "the stored credential cannot be read: \(error)"
        self.init(.invalidRequest, mayHaveBeenReceived: false, description: description)
    }
}
