import CardeaIdentityDomain
import CardeaTelemetry

extension IdentityService {
    /// Reads, decides and writes; what the rule throws is thrown here, and then nothing was written.
    func transact<Outcome: Sendable>(
        _ selection: Selection,
        _ rule: @escaping @Sendable (Snapshot) throws(IdentityError) -> Decision<Outcome>
    ) async throws(IdentityError) -> Outcome {
        let result = try await transactResult(selection) { found in
            do throws(IdentityError) {
                let decision = try rule(found)
                return Decision(decision.changes, .success(decision.outcome))
            } catch {
                return .unchanged(.failure(error))
            }
        }
        return try result.get()
    }

    /// The same for a rule that may refuse and write all the same.
    func transactResult<Outcome: Sendable>(
        _ selection: Selection,
        _ rule: @escaping @Sendable (Snapshot) -> Decision<Result<Outcome, IdentityError>>
    ) async throws(IdentityError) -> Result<Outcome, IdentityError> {
        try await stored { () async throws(StoreError) in try await users.transact(selection, rule) }
    }

    func read(_ selection: Selection) async throws(IdentityError) -> Snapshot {
        try await stored { () async throws(StoreError) in try await users.read(selection) }
    }

    /// Asks the store for something, and says its errors in a use case's words.
    func stored<Value: Sendable>(
        _ action: () async throws(StoreError) -> Value
    ) async throws(IdentityError) -> Value {
        do throws(StoreError) { return try await action() } catch { throw logged(IdentityError(error)) }
    }

    /// Logs an error if it is a failure of the house, and hands it back.
    ///
    /// Callers are told only that something failed, so the cause is said here or nowhere.
    func logged(_ error: IdentityError) -> IdentityError {
        if case .store(let cause) = error { logger.logFailure(of: cause) }
        return error
    }
}

extension Snapshot {
    /// The user and session of someone who was authenticated before, provided that both still stand.
    func standing(at now: Timestamp) throws(IdentityError) -> Authenticated {
        guard let user else { throw .userNotFound }
        guard let session, session.user == user.id, session.pool == user.pool else {
            throw .sessionEnded(nil)
        }
        if let end = session.end(for: user, at: now) { throw IdentityError(end) }
        return Authenticated(user: user, session: session)
    }
}

extension Authenticated {
    /// What to read to decide about this user anew.
    var selection: Selection { Selection(session: session.id, user: .id(user.id, user.pool)) }
}

extension Logger {
    /// Says why the store failed; a name that is taken, and a full queue, are no failures.
    func logFailure(of error: StoreError) {
        switch error {
        case .taken, .overloaded: break
        case .conflict, .unwritable, .damaged, .unavailable:
            log(.error, "store failed", [("cause", .string("\(error)"))])
        }
    }
}
