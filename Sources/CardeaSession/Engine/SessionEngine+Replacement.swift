import CardeaLocks

/// The new credentials that are on their way.
struct Replacements: Sendable {
    /// How many parts of each wait themselves for what comes of the current credential.
    private var waits: [UInt64: Int] = [:]
    private var lastID: UInt64 = 0

    /// Whether one may come though the current credential is rejected.
    var mayCome: Bool { waits.values.contains(0) }

    func isOpen(_ id: UInt64) -> Bool { waits[id] != nil }

    mutating func begin() -> UInt64 {
        lastID += 1
        waits[lastID] = 0
        return lastID
    }

    mutating func count(_ change: Int, of id: UInt64) {
        waits[id]? += change
    }

    mutating func end(_ id: UInt64) {
        waits[id] = nil
    }
}

extension SessionEngine {
    /// Continues the current session with a credential that a call returns, such as a change of password.
    ///
    /// Many back ends void the current credential as soon as they have made the new one. While the call is under
    /// way, no rejection of the present one ends the session: what was rejected continues with the new one, and only when
    /// none has come is the rejection believed.
    ///
    /// - Parameters:
    ///   - cause: The purpose of the request.
    ///   - call: Asks the back end; gets the current credential, refreshed where that was needed.
    /// - Throws: `SessionError`, or what the call throws: the session then continues as it was.
    public func updateCredential(
        cause: TokenChangeCause,
        from call: (_ present: SessionCredential) async throws -> SessionCredential
    ) async throws {
        let issued = try await credentialForRequest(holds: true)
        try await replacing { () async throws in
            let new = try await call(issued.credential)
            try await updateCredential(new, cause: cause, in: issued.stamp.session)
        }
    }

    /// Lets no rejection end the session while something may bring a new credential.
    func replacing<Value: Sendable, Failure>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let id = core.withLock { $0.replacements.begin() }
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
            let own = ownReplacement
            guard core.replacements.mayCome, own.map(core.replacements.isOpen) != true else { return nil }
            return core.waiters.expect(.replacement)
        }
        guard let waiter else { return }
        onWait()
        _ = await outcome(of: waiter)
    }

    /// Notes that a part of the call for a new credential is about to wait.
    ///
    /// It may wait for a request that waits for that credential.
    ///
    /// - Returns: The work to resume afterwards; `nil` if the present task takes part in no replacement.
    func stallReplacement() -> UInt64? {
        guard let id = ownReplacement else { return nil }
        acceptRejections { $0.count(1, of: id) }
        return id
    }

    func resumeReplacement(_ id: UInt64) {
        core.withLock { $0.replacements.count(-1, of: id) }
    }

    /// Lets rejections be believed if no new credential may come after a change.
    private func acceptRejections(after change: (inout Replacements) -> Void) {
        let wake: [Waiters.Wake] = core.withLock { core in
            change(&core.replacements)
            return core.replacements.mayCome ? [] : core.waiters.settle(.replacement, .over)
        }
        for wake in wake { wake(.over) }
    }
}

extension Waiters.Outcome {
    /// The wait is over; the waiting request looks at the state again.
    fileprivate static var over: Self { .failure(SessionError(.cancelled)) }
}
