import Locks

/// A new credential that is on its way from the back end, as the calls see it that bring it.
private struct Replacement: Sendable {
    @TaskLocal static var current: Replacement?

    let engine: ObjectIdentifier
    let id: UInt64
}

/// The new credentials that are on their way.
struct Replacements: Sendable {
    private var open: Set<UInt64> = []
    private var lastID: UInt64 = 0

    var isEmpty: Bool { open.isEmpty }

    func contains(_ id: UInt64) -> Bool { open.contains(id) }

    mutating func begin() -> UInt64 {
        lastID += 1
        open.insert(lastID)
        return lastID
    }

    mutating func end(_ id: UInt64) { open.remove(id) }
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
        let wake: [Waiters.Wake] = core.withLock { core in
            core.replacements.end(id)
            return core.replacements.isEmpty ? core.waiters.settle(.replacement, .over) : []
        }
        for wake in wake { wake(.over) }
        return try result.get()
    }

    /// Waits, before a refusal is believed, until no new credential is on its way; no part of bringing one does.
    func awaitReplacements() async {
        let own = Replacement.current.flatMap { $0.engine == ObjectIdentifier(self) ? $0.id : nil }
        let waiter: UInt64? = core.withLock { core in
            guard !core.replacements.isEmpty, own.map(core.replacements.contains) != true else { return nil }
            return core.waiters.expect(.replacement)
        }
        if let waiter { _ = await outcome(of: waiter) }
    }
}

extension Waiters.Outcome {
    /// There is nothing more to wait for; what came of it has to be looked at.
    fileprivate static var over: Self { .failure(SessionError(.cancelled)) }
}
