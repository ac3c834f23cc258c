import CardeaIdentityDomain
import CardeaLogging

/// The store as use cases see it: its errors are theirs, and its failures are logged.
final class ServiceStore: Sendable {
    private let store: any IdentityStore
    private let logger: Logger
    private let metrics: ServiceMetrics

    init(_ store: any IdentityStore, logger: Logger, metrics: ServiceMetrics = ServiceMetrics()) {
        self.store = store
        self.logger = logger
        self.metrics = metrics
    }

    /// Reads, decides and writes.
    ///
    /// If the decision throws, its error is thrown here, and nothing is written.
    func transact<each L: Lookup, Outcome: Sendable>(
        _ lookups: repeat each L,
        by actor: Actor,
        decide: @escaping @Sendable (repeat (each L).Row) throws(IdentityError) -> Decision<Outcome>
    ) async throws(IdentityError) -> Outcome {
        try await transact(Lookups(repeat each lookups), by: actor) {
            (rows: (repeat (each L).Row)) throws(IdentityError) in try decide(repeat each rows)
        }
    }

    /// The same for one look-up: without the cost of a list of look-ups, for the refresh.
    func transact<L: Lookup, Outcome: Sendable>(
        _ lookup: L,
        by actor: Actor,
        decide: @escaping @Sendable (L.Row) throws(IdentityError) -> Decision<Outcome>
    ) async throws(IdentityError) -> Outcome {
        let result = try await translated {
            () async throws(StoreError) -> Result<Decided<Outcome>, IdentityError> in
            try await store.transact(lookup, by: actor) { row in
                do throws(IdentityError) {
                    let decision = try decide(row)
                    let decided = Decided(outcome: decision.outcome, changes: decision.changes)
                    return Decision(decision.changes, .success(decided))
                } catch {
                    return .unchanged(.failure(error))
                }
            }
        }
        let decided = try result.get()
        for change in decided.changes {
            switch change {
            case .securityEvent(.insert(let event)): logger.log(event, by: actor)
            case .user(.insert(let user)): metrics.countSignUp(in: user.pool.project)
            default: break
            }
        }
        return decided.outcome
    }

    /// The outcome of a decision, and the changes that it stored.
    private struct Decided<Outcome: Sendable>: Sendable {
        let outcome: Outcome
        let changes: [Change]
    }

    /// Makes changes that depend on no row.
    func make(_ changes: [Change], by actor: Actor) async throws(IdentityError) {
        guard !changes.isEmpty else { return }
        try await translated { () async throws(StoreError) in
            try await store.transact(by: actor) { Decision(changes, ()) }
        }
    }

    func read<L: Lookup>(_ lookup: L) async throws(IdentityError) -> L.Row {
        try await translated { () async throws(StoreError) in try await store.read(lookup) }
    }

    func read<each L: Lookup>(
        _ lookups: repeat each L
    ) async throws(IdentityError) -> (repeat (each L).Row) {
        try await read(Lookups(repeat each lookups))
    }

    private func translated<Value: Sendable>(
        _ action: () async throws(StoreError) -> Value
    ) async throws(IdentityError) -> Value {
        do throws(StoreError) { return try await action() } catch {
            throw IdentityError(error).logged(by: logger)
        }
    }
}

extension IdentityError {
    /// The same error, after it was logged if it is a failure of the store.
    ///
    /// Callers learn only that something failed, so the log is the only place that names the cause.
    func logged(by logger: Logger) -> IdentityError {
        if case .store(let cause) = self { logger.logFailure(of: cause) }
        return self
    }
}

extension Logger {
    /// Logs why the store failed.
    ///
    /// A name that is taken and a full queue are no failures.
    func logFailure(of error: StoreError) {
        switch error {
        case .taken, .overloaded, .invalidText: break
        case .conflict, .unwritable, .damaged, .unavailable:
            self.error("store failed", metadata: ["cause": .string(error.description)])
        }
    }
}

extension Authenticated {
    /// The user and session of someone who was authenticated before, if both are still accepted.
    init(_ session: Session?, _ user: User?, at now: Timestamp) throws(IdentityError) {
        guard let user else { throw .user(.notFound) }
        guard let session, session.user == user.id, session.pool == user.pool else {
            throw .token(.sessionEnded(nil))
        }
        if let end = session.end(for: user, at: now) { throw IdentityError(end) }
        self.init(user: user, session: session)
    }

    /// The user and session of someone who was authenticated before, as they are now.
    init(_ rows: SignedInRows, at now: Timestamp) throws(IdentityError) {
        try self.init(rows.session, rows.user, at: now)
    }
}
