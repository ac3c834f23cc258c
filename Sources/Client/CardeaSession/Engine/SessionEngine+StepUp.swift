import CardeaEncodings
import CardeaLocks

/// Asks the user to authenticate again, as a server wants it.
///
/// Its own requests through the engine do not wait for the user: a challenge to them is an error.
///
/// - Returns: The credential of the user's authentication, which the session and the waiting requests use; `nil` when
///   the user did not.
public typealias StepUpHandler = @Sendable (StepUpChallenge) async -> SessionCredential?

/// The one question to the user that is open.
struct StepUps: Sendable {
    private var prompt: (id: UInt64, task: Task<Void, Never>)?
    private var lastID: UInt64 = 0
    /// The newest credential that the user was asked about, successfully.
    private(set) var settled: CredentialStamp?

    /// Asks, unless that is being done.
    mutating func begin(_ ask: (UInt64) -> Task<Void, Never>) {
        guard prompt == nil else { return }
        lastID += 1
        prompt = (lastID, ask(lastID))
    }

    /// Whether this is the question that is open.
    func isOpen(_ question: UInt64) -> Bool { prompt?.id == question }

    /// Applies the response; `false` if its session has ended.
    mutating func end(_ id: UInt64, settling stamp: CredentialStamp?) -> Bool {
        guard prompt?.id == id else { return false }
        prompt = nil
        if let stamp { settled = stamp }
        return true
    }

    /// Gives up asking: the session has ended.
    ///
    /// - Returns: The task that asks, to be cancelled.
    mutating func abandon() -> Task<Void, Never>? {
        defer { (prompt, settled) = (nil, nil) }
        return prompt?.task
    }
}

extension SessionEngine {
    /// Lets a request wait until the user has authenticated again.
    ///
    /// However many requests are challenged, the user is asked once; a request that was sent before that is
    /// sent again without asking.
    ///
    /// - Returns: The credential to send the request with again.
    /// - Throws: `SessionError` with the challenge when the user did not, or that was not enough.
    func stepUp(
        _ challenge: StepUpChallenge,
        to stamp: CredentialStamp,
        _ counts: inout AttemptCounts,
        _ response: CardeaResponse?
    ) async throws(SessionError) -> SessionMachine.IssuedCredential {
        let error = SessionError(.stepUpRequired, response: response, stepUp: challenge)
        guard let stepUpHandler, counts.prompts == 0, !isAskingUser else { throw error }
        let decision: Result<UInt64, SessionError>? = core.withLock { core in
            guard let held = core.machine.held, held.stamp.session == stamp.session else {
                return .failure(core.machine.overtaken)
            }
            if let settled = core.stepUps.settled, settled.isNewer(than: stamp) { return nil }
            core.stepUps.begin { id in
                Task.detached { await self.ask(stepUpHandler, challenge, id, held.stamp.session) }
            }
            return .success(core.waiters.expect(.stepUp))
        }
        switch decision {
        case nil: return try await credentialForRequest(of: stamp.session)
        case .failure(let error): throw error.responding(response)
        case .success(let waiter):
            counts.prompts += 1
            switch await outcome(of: waiter) {
            case .success(let issued): return issued
            case .failure(let failure) where failure.code == .stepUpRequired: throw error
            case .failure(let failure): throw failure.responding(response)
            }
        }
    }

    private func ask(
        _ handler: StepUpHandler,
        _ challenge: StepUpChallenge,
        _ id: UInt64,
        _ session: ExactText
    ) async {
        // The user may take minutes: other processes refresh meanwhile.
        let isDone = await replacing(isExclusive: false) { () async -> Bool in
            let better = await EngineTask.run(.stepUp(id), for: self) { await handler(challenge) }
            guard let better else { return false }
            return (try? await updateCredential(better, cause: .reauthenticated, in: session)) != nil
        }
        let wake: Effect? = core.withLock { core in
            guard let held = core.machine.held, core.stepUps.end(id, settling: isDone ? held.stamp : nil)
            else { return nil }
            let outcome: Waiters.Outcome =
                isDone ? .success(held.issued) : .failure(SessionError(.stepUpRequired, stepUp: challenge))
            return .wake(core.waiters.settle(.stepUp, outcome), with: outcome)
        }
        if let wake { perform([wake]) }
    }
}
