import IdentityDomain
import Telemetry

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
        do {
            return try await users.transact(selection, rule)
        } catch {
            throw logged(IdentityError(error))
        }
    }

    /// Logs an error if it is a failure of the house, and hands it back.
    ///
    /// Callers are told only that something failed, so the cause is said here or nowhere.
    func logged(_ error: IdentityError) -> IdentityError {
        if case .store(let cause) = error {
            logger.log(.error, "store failed", [("cause", .string("\(cause)"))])
        }
        return error
    }

    func read(_ selection: Selection) async throws(IdentityError) -> Snapshot {
        do {
            return try await users.read(selection)
        } catch {
            throw logged(IdentityError(error))
        }
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
