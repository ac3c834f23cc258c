import CardeaLocks

/// A new credential that is on its way from the back end, as the calls see it that bring it.
private struct Replacement: Sendable {
    @TaskLocal static var current: Replacement?

    let engine: ObjectIdentifier
    let id: UInt64

    /// The one of an engine that the present task is a part of.
    static func current(of engine: SessionEngine) -> UInt64? {
        current.flatMap { $0.engine == ObjectIdentifier(engine) ? $0.id : nil }
    }
}

/// The new credentials that are on their way.
struct Replacements: Sendable {
    /// How many parts of each wait themselves for what comes of the present credential.
    private var waits: [UInt64: Int] = [:]
    private var lastID: UInt64 = 0

    /// Whether one may come though the present credential is refused.
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
    /// Goes on with the present session on a credential that a call brings, such as one that sets a new password.
    ///
    /// Many back ends void the present credential as soon as they have made the new one. While the call is under
    /// way, no refusal of the present one ends the session: what was refused goes on with the new one, and only when
    /// none has come is the refusal believed.
    ///
    /// - Parameters:
    ///   - cause: What the call does.
    ///   - call: Asks the back end; gets the present credential, renewed where that was needed.
    /// - Throws: `SessionError`, or what the call throws: the session then goes on as it was.
    public func replace(
        cause: TokenChangeCause,
        by call: (_ present: Credential) async throws -> Credential
    ) async throws {
        let ticket = try await admit(holds: true)
        try await replacing { () async throws in
            let new = try await call(ticket.credential)
            try await replace(new, cause: cause, in: ticket.stamp.session)
        }
    }

    /// Lets no refusal end the session while something may bring a new credential.
    func replacing<Value: Sendable, Failure>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let id = core.withLock { $0.replacements.begin() }
        let replacement = Replacement(engine: ObjectIdentifier(self), id: id)
        let result = await Replacement.$current.withValue(replacement) {
            await Result { () async throws(Failure) in try await body() }
        }
        believeRefusals { $0.end(id) }
        return try result.get()
    }

    /// Waits, before a refusal is believed, until no new credential may come any more.
    ///
    /// - Parameter onWait: Called first, when it has to wait.
    func awaitReplacements(onWait: () -> Void = {}) async {
        let waiter: UInt64? = core.withLock { core in
            let own = Replacement.current(of: self)
            guard core.replacements.mayCome, own.map(core.replacements.isOpen) != true else { return nil }
            return core.waiters.expect(.replacement)
        }
        guard let waiter else { return }
        onWait()
        _ = await outcome(of: waiter)
    }

    /// Notes that a part of what brings a new credential is about to wait, perhaps for what would wait for that credential.
    ///
    /// - Returns: What to resume afterwards; `nil` when the present task has no part in any.
    func stallReplacement() -> UInt64? {
        guard let id = Replacement.current(of: self) else { return nil }
        believeRefusals { $0.count(1, of: id) }
        return id
    }

    func resumeReplacement(_ id: UInt64) {
        core.withLock { $0.replacements.count(-1, of: id) }
    }

    /// Lets refusals be believed if no new credential may come after a change.
    private func believeRefusals(after change: (inout Replacements) -> Void) {
        let wake: [Waiters.Wake] = core.withLock { core in
            change(&core.replacements)
            return core.replacements.mayCome ? [] : core.waiters.settle(.replacement, .over)
        }
        for wake in wake { wake(.over) }
    }
}

extension Waiters.Outcome {
    /// There is nothing more to wait for; what came of it has to be looked at.
    fileprivate static var over: Self { .failure(SessionError(.cancelled)) }
}
