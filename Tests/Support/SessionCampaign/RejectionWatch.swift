import CardeaSession
import CardeaLocks

/// Sees which refreshes the server rejected or put off, and what an engine made of it.
final class RejectionWatch: CredentialRefresher {
    /// A token that the server does not want to see before a moment.
    private struct Pause {
        let token: SessionSecret
        let end: Duration
    }

    private let refresher: any CredentialRefresher
    private let clock: any SessionClock
    private let life: Life
    private let ledger: Ledger
    private let isRejected = Mutex(false)
    private let pause = Mutex<Pause?>(nil)

    init(_ refresher: any CredentialRefresher, clock: any SessionClock, _ life: Life, ledger: Ledger) {
        self.refresher = refresher
        self.clock = clock
        self.life = life
        self.ledger = ledger
    }

    func canRefresh(_ credential: SessionCredential) -> Bool { refresher.canRefresh(credential) }

    func refresh(
        _ credential: SessionCredential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> SessionCredential {
        let token = credential.refreshToken?.reveal() ?? ""
        ledger.note("refresh of \(token.suffix(24)) under the key \(attempt.idempotencyKey.prefix(6))")
        let begin = clock.uptime
        // A dead process does not wait.
        if !life.isOver, let pause = pause.withLock(\.self), pause.token == credential.refreshToken,
            begin < pause.end
        {
            ledger.violation(
                "a refresh \(pause.end - begin) before the end of the pause that the server asked for"
            )
        }
        do throws(RefreshFailure) {
            let new = try await refresher.refresh(credential, attempt: attempt)
            ledger.note(
                "\(attempt.idempotencyKey.prefix(6)): \(token.suffix(24)) became \((new.refreshToken?.reveal() ?? "").suffix(24)) in \(clock.uptime - begin)"
            )
            return new
        } catch {
            if case .rejected = error.outcome {
                ledger.count(.rejectedRefresh)
                ledger.note("the server rejects a refresh of \(credential.profile?.userID ?? "somebody")")
                isRejected.withLock { $0 = true }
            }
            if let retryAfter = error.retryAfter, let token = credential.refreshToken {
                ledger.count(.busyTokenEndpoint)
                // By the time before the response: that of the engine is later.
                pause.withLock { $0 = Pause(token: token, end: begin + retryAfter) }
            }
            throw error
        }
    }

    @Sendable func record(_ trace: SessionTrace) {
        guard case .refreshEnded(let outcome, _, _) = trace else { return }
        let wasRejected = isRejected.withLock { isRejected in
            defer { isRejected = false }
            return isRejected
        }
        if wasRejected, outcome == .takenFromStore { ledger.count(.rejectedLoser) }
        if outcome == .failed(.refreshTimedOut) { ledger.count(.givenUpRefresh) }
    }
}
