import CardeaLocks

/// The new credentials that are on their way.
struct Replacements: Sendable {
    private struct Replacement {
        /// Whether other processes must not refresh meanwhile.
        let isExclusive: Bool
        /// The number of its parts that wait for the result of the current credential.
        var waits = 0
    }

    private var open: [UInt64: Replacement] = [:]
    private var lastID: UInt64 = 0
    /// The exclusive access to the store, which all exclusive replacements share.
    fileprivate var access: Task<ExclusiveAccess?, Never>?

    /// Whether one may come though the current credential is rejected.
    var mayCome: Bool { open.values.contains { $0.waits == 0 } }

    /// Whether one may come that needs exclusive access to the store.
    fileprivate var needsAccess: Bool { open.values.contains { $0.waits == 0 && $0.isExclusive } }

    func isOpen(_ id: UInt64) -> Bool { open[id] != nil }

    mutating func begin(isExclusive: Bool) -> UInt64 {
        lastID += 1
        open[lastID] = Replacement(isExclusive: isExclusive)
        return lastID
    }

    mutating func count(_ change: Int, of id: UInt64) {
        open[id]?.waits += change
    }

    mutating func end(_ id: UInt64) {
        open[id] = nil
    }
}

extension SessionEngine {
    /// Continues the current session with a credential that a call returns, such as a change of password.
    ///
    /// Many back ends void the current credential as soon as they have made the new one. While the call is under
    /// way, no rejection of the present one ends the session: what was rejected continues with the new one, and only when
    /// none has come is the rejection believed. Other processes that share the store do not refresh meanwhile.
    ///
    /// - Parameters:
    ///   - cause: The purpose of the request.
    ///   - call: Asks the back end; gets the current credential, refreshed where that was needed.
    /// - Throws: `SessionError`, or what the call throws: the session then continues as it was.
    public func updateCredential(
        cause: TokenChangeCause,
        from call: (_ present: SessionCredential) async throws -> SessionCredential
    ) async throws {
        try await replacing { () async throws in
            let issued = try await credentialForRequest(holds: true)
            let new = try await call(issued.credential)
            try await updateCredential(new, cause: cause, in: issued.stamp.session)
        }
    }

    /// Lets no rejection end the session while something may bring a new credential.
    ///
    /// - Parameters:
    ///   - isExclusive: Whether other processes must not refresh meanwhile. The server would reject their token, and they
    ///     would end the session. A process that ends releases its access.
    ///   - body: Brings the credential, if one comes.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    package func replacing<Value: Sendable, Failure>(
        isExclusive: Bool = true,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let id = core.withLock { $0.replacements.begin(isExclusive: isExclusive) }
        await takeAccess()
        let result = await EngineTask.run(.replacement(id), for: self) {
            await Result { () async throws(Failure) in try await body() }
        }
        acceptRejections { $0.end(id) }
        return try result.get()
    }

    /// Waits, before a rejection is believed, until no new credential may come any more.
    ///
    /// - Parameter onWait: Called first, when it has to wait.
    func waitForReplacements(onWait: () -> Void = {}) async {
        let waiter: UInt64? = core.withLock { core in
            let isOwn = ownReplacements.contains(where: core.replacements.isOpen)
            guard core.replacements.mayCome, !isOwn else { return nil }
            return core.waiters.expect(.replacement)
        }
        guard let waiter else { return }
        onWait()
        _ = await outcome(of: waiter)
    }

    /// Notes that a part of the calls for a new credential is about to wait.
    ///
    /// It may wait for a request that waits for that credential.
    ///
    /// - Returns: The work to resume afterwards; empty if the present task takes part in no replacement.
    func stallReplacements() -> [UInt64] {
        let own = ownReplacements
        guard !own.isEmpty else { return [] }
        acceptRejections { replacements in
            for id in own { replacements.count(1, of: id) }
        }
        return own
    }

    func resumeReplacements(_ ids: [UInt64]) async {
        guard !ids.isEmpty else { return }
        core.withLock { core in
            for id in ids { core.replacements.count(-1, of: id) }
        }
        await takeAccess()
    }

    /// Lets rejections be believed, and other processes refresh, if no new credential may come after a change.
    private func acceptRejections(after change: (inout Replacements) -> Void) {
        let (wake, access) = core.withLock { core -> ([Waiters.Wake], Task<ExclusiveAccess?, Never>?) in
            change(&core.replacements)
            let wake = core.replacements.mayCome ? [] : core.waiters.settle(.replacement, .over)
            guard !core.replacements.needsAccess else { return (wake, nil) }
            defer { core.replacements.access = nil }
            return (wake, core.replacements.access)
        }
        for wake in wake { wake(.over) }
        guard let access else { return }
        access.cancel()
        Task.detached { await access.value?.end() }
    }
}

// Exclusive access to the store
extension SessionEngine {
    /// Gets exclusive access to the store, which the refresh shares with the replacements of this process.
    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        if await core.withLock(\.replacements.access)?.value != nil { return ExclusiveAccess {} }
        return try await store.exclusiveAccess()
    }

    /// Gets exclusive access to the store; `nil` if another process has it for longer than a refresh takes.
    func inTime(
        _ access: @escaping @Sendable () async throws(StoreError) -> ExclusiveAccess
    ) async -> ExclusiveAccess? {
        let waiting = Task.detached { try await access() }
        let end = Task.detached { [clock, configuration] in
            if (try? await clock.sleep(for: configuration.refreshDeadline)) != nil { waiting.cancel() }
        }
        defer { end.cancel() }
        return await withTaskCancellationHandler {
            try? await waiting.value
        } onCancel: {
            waiting.cancel()
        }
    }

    /// Reads the store again before a rejection is believed: another process may have replaced the rejected credential.
    func adoptNewer(than stamp: CredentialStamp) async {
        guard core.withLock(\.machine.held)?.stamp == stamp, let access = await inTime(exclusiveAccess) else {
            return
        }
        defer { access.end() }
        await adoptStored()
    }

    /// Uses a newer credential of the session that another process has stored.
    private func adoptStored() async {
        guard let held = core.withLock(\.machine.held), held.record.wasStored,
            let stored = try? await store.load(), stored.version.id == held.stamp.session,
            stored.isNewer(than: held.record)
        else { return }
        let new = hold(stored, from: .store)
        apply { $0.issued(new, to: held.stamp) }
    }

    /// Gets the access that the replacements need, and reads the store again: another process may have refreshed.
    ///
    /// If another process has the access for long, or the store fails, the replacements continue without it.
    private func takeAccess() async {
        let access = core.withLock { core -> Task<ExclusiveAccess?, Never>? in
            guard core.replacements.needsAccess else { return nil }
            if let access = core.replacements.access { return access }
            let access = Task.detached { () -> ExclusiveAccess? in
                let own = await self.inTime { () async throws(StoreError) in
                    try await self.store.exclusiveAccess()
                }
                guard let own else { return nil }
                // A suspended process has no access.
                let finish = self.configuration.backgroundTime.begin { own.end() }
                await self.adoptStored()
                return ExclusiveAccess {
                    own.end()
                    finish()
                }
            }
            core.replacements.access = access
            return access
        }
        guard let access else { return }
        _ = await abandonable { await access.value }
    }
}

extension Waiters.Outcome {
    /// The wait is over; the waiting request looks at the state again.
    fileprivate static var over: Self { .failure(SessionError(.cancelled)) }
}
