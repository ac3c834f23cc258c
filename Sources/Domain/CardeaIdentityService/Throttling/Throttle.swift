import CardeaEncodings
import CardeaIdentityDomain
import CardeaLocks

/// Slows down those who guess passwords or addresses, without closing the service to others.
///
/// A failure is counted after the hash was computed, and the verdict is given only while attempts are left:
/// guesses that run at the same time gain nothing. Each method throws `.tooManyAttempts` if a limit is reached.
final class Throttle: Sendable {
    let policy = AttemptPolicy()
    private let clock: any WallClock
    private let ledger = Mutex(AttemptLedger())

    init(clock: any WallClock) { self.clock = clock }

    /// Asks the ledger at this moment of the steady clock.
    func decide<Verdict: Sendable>(
        _ body: (inout AttemptLedger, AttemptPolicy, Timestamp) -> Verdict
    ) -> Verdict {
        let now = clock.steady()
        return ledger.withLock { body(&$0, policy, now) }
    }

    /// Throws if the ledger returns how long to wait.
    private func require(
        _ body: (inout AttemptLedger, AttemptPolicy, Timestamp) -> TimeSpan?
    ) throws(IdentityError) {
        let rejected = decide { ledger, policy, now in
            body(&ledger, policy, now).map { (wait: $0, limit: ledger.reached) }
        }
        if let (wait, limit) = rejected { throw .tooManyAttempts(retryAfter: wait, limit: limit) }
    }

    /// Waits until it is the turn of an attempt.
    func admit(_ attempt: Attempt) async throws(IdentityError) {
        try await wait { $0.admit(attempt, $1, now: $2) }
    }

    /// Waits until the turn that the ledger gives.
    func wait(
        for turn: (inout AttemptLedger, AttemptPolicy, Timestamp) -> AttemptAdmission
    ) async throws(IdentityError) {
        let (admission, limit) = decide { ledger, policy, now in (turn(&ledger, policy, now), ledger.reached)
        }
        switch admission {
        case .admitted(.zero):
            break
        case .admitted(let wait):
            do {
                try await Task.sleep(for: .milliseconds(wait.milliseconds))
            } catch {
                throw .overloaded(retryAfter: wait)
            }
        case .rejected(let retryAfter):
            throw .tooManyAttempts(retryAfter: retryAfter, limit: limit)
        }
    }

    /// Counts a failure; throws if the attempt was one too many, whatever its result.
    func recordFailure(of attempt: Attempt) throws(IdentityError) {
        try require { $0.recordFailure(of: attempt, $1, now: $2) }
    }

    /// Resets the failures for a user; throws if the attempt was one too many.
    func recordSuccess(of attempt: Attempt) throws(IdentityError) {
        try require { $0.recordSuccess(of: attempt, $1, now: $2) }
    }

    /// Resets the failures for a user who has proved in another way to be at this network.
    func recordOwner(_ caller: Caller, of login: LoginName) {
        _ = decide { $0.recordSuccess(of: caller.attempt(.signIn, at: login), $1, now: $2) }
    }

    /// Whether a user signed in lately at the network of a caller.
    func isFamiliar(_ caller: Caller, with login: LoginName) -> Bool {
        decide { $0.isFamiliar(caller.attempt(.signIn, at: login), $1, now: $2) }
    }

    /// Waits until it is the turn of a change that gives a user names; `countingTakenNames` makes the change then.
    ///
    /// If a network has reached its limit of responses "name in use", further names are rejected, in use or not:
    /// otherwise the rejection would reveal it.
    func admitClaim(of names: [LoginName], by caller: Caller) async throws(IdentityError) {
        guard !names.isEmpty else { return }
        try requireRemainingTakenNames(by: caller)
        for name in names { try await admit(caller.attempt(.claimName, at: name)) }
    }

    /// Rejects a network that has learned of as many taken names as it may.
    func requireRemainingTakenNames(by caller: Caller) throws(IdentityError) {
        let limit = caller.policy.signUp.maximumTakenPerNetwork
        guard limit > 0 else { return }
        try require { ledger, _, now in
            ledger.delay(of: .takenName, in: caller.project.id, by: caller.network, .perHour(limit), now: now)
        }
    }

    /// Counts a name of which a network learns that it is taken.
    ///
    /// - Throws: `.tooManyAttempts` if the limit is reached; then the response must not reveal the name.
    func countTakenName(by caller: Caller) throws(IdentityError) {
        try count(.takenName, by: caller, limit: caller.policy.signUp.maximumTakenPerNetwork)
    }

    /// Counts a user who is to be created.
    func countNewAccount(by caller: Caller) throws(IdentityError) {
        try count(.newUser, by: caller, limit: caller.policy.signUp.maximumPerAddress)
    }

    /// Counts an act, whose limit is for an hour; 0 does not limit.
    private func count(_ act: NetworkAct, by caller: Caller, limit: Int) throws(IdentityError) {
        guard limit > 0 else { return }
        try require {
            $0.count(act, in: caller.project.id, by: caller.network, .perHour(limit), $1, now: $2)
        }
    }

    /// Counts a code that is sent to an e-mail address, whether a user has it or not.
    ///
    /// - Parameters:
    ///   - email: The e-mail address.
    ///   - sender: The person for whom the code is requested.
    ///   - caller: The caller.
    /// - Throws: `.tooManyAttempts` if a limit is reached.
    func countCode(to email: EmailAddress, for sender: CodeSender, by caller: Caller) throws(IdentityError) {
        try require {
            $0.countCode(
                to: email,
                for: sender,
                in: caller.pool,
                from: caller.network,
                caller.policy.codes.rates,
                $1,
                now: $2
            )
        }
    }

    /// Takes a code back from the limit of the project, because nothing was mailed.
    func uncountCode(for sender: CodeSender, by caller: Caller) {
        decide { ledger, _, _ in
            ledger.uncountCode(for: sender, in: caller.project.id, caller.policy.codes.rates)
        }
    }

    /// Counts a request for a code for a phone number, whether a user has it or not.
    func countPhoneCodeRequest(for phoneNumber: String, by caller: Caller) throws(IdentityError) {
        try require {
            $0.countPhoneCodeRequest(
                for: phoneNumber,
                in: caller.pool,
                from: caller.network,
                caller.policy.phone.rates,
                $1,
                now: $2
            )
        }
    }

    /// Counts a code for a number for tests, to which nothing is sent.
    func countPhoneTestCode(by caller: Caller) throws(IdentityError) {
        try require {
            $0.countPhoneTestCode(
                in: caller.project.id,
                from: caller.network,
                caller.policy.phone.rates,
                $1,
                now: $2
            )
        }
    }

    /// Counts a change of a user's address or password.
    func countChange(of user: User) throws(IdentityError) {
        try require { $0.countChange(of: user.id, in: user.pool, $1, now: $2) }
    }

    /// Tries a code; a failure counts against the code and the network.
    func attempting<Value>(
        codeHash hash: [UInt8],
        by caller: Caller,
        _ body: () async throws(IdentityError) -> Value
    ) async throws(IdentityError) -> Value {
        try await attempting(codeHash: hash, in: caller.pool, from: caller.remoteAddress, body)
    }

    /// Tries a code of a pool that only the code names: on a page.
    func attempting<Value>(
        codeHash hash: [UInt8],
        in pool: UserPool = UserPool(project: ProjectID(rawValue: "")),
        from remoteAddress: String,
        _ body: () async throws(IdentityError) -> Value
    ) async throws(IdentityError) -> Value {
        let attempt = Attempt(
            .useCode,
            pool: pool,
            account: Base64URL.encode(hash),
            remoteAddress: remoteAddress
        )
        try await admit(attempt)
        do {
            return try await body()
        } catch {
            if !error.isFailure { try recordFailure(of: attempt) }
            throw error
        }
    }

    /// Creates a change that gives a user names; a name that is taken counts as a failure.
    ///
    /// - Throws: `.tooManyAttempts` instead of the error that reveals the name, if the network has reached its limit.
    func countingTakenNames<Outcome>(
        _ names: [LoginName],
        by caller: Caller,
        _ change: () async throws(IdentityError) -> Outcome
    ) async throws(IdentityError) -> Outcome {
        do {
            return try await change()
        } catch {
            if let taken = names.first(where: { $0.isRevealed(by: error) }) {
                _ = decide { $0.recordFailure(of: caller.attempt(.claimName, at: taken), $1, now: $2) }
                try countTakenName(by: caller)
            }
            throw error
        }
    }
}

extension LoginName {
    /// Whether an error reveals that another user has this name.
    fileprivate func isRevealed(by error: IdentityError) -> Bool {
        switch self {
        case .email: error == .user(.emailExists)
        case .userName: error == .user(.userNameExists)
        case .phoneNumber: error == .user(.phoneNumberExists)
        }
    }
}

extension Caller {
    var network: Network { Network(of: remoteAddress) }

    /// An attempt of this caller for a user.
    func attempt(_ kind: Attempt.Kind, at login: LoginName) -> Attempt {
        Attempt(kind, pool: pool, account: login.account, remoteAddress: remoteAddress)
    }
}
