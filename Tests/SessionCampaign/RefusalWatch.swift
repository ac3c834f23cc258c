import CardeaSession
import CardeaLocks

/// Sees which refreshes the server rejected or put off, and what an engine made of it.
final class RefusalWatch: CredentialRefresher {
    /// A token that the server does not want to see before a moment.
    private struct Pause {
        let token: SessionSecret
        let end: Duration
    }

    private let refresher: any CredentialRefresher
    private let clock: any SessionClock
    private let life: Life
    private let ledger: Ledger
    private let isRefused = Mutex(false)
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
        ledger.note("renewal of \(token.suffix(24)) under the key \(attempt.idempotencyKey.prefix(6))")
        let begin = clock.uptime
        // What is dead cannot wait.
        if !life.isOver, let pause = pause.withLock(\.self), pause.token == credential.refreshToken,
            begin < pause.end
        {
            ledger.violation(
                "a refresh \(pause.end - begin) before the end of the pause that the server asked for"
            )
        }
        do throws(RefreshFailure) {
            return try await refresher.refresh(credential, attempt: attempt)
        } catch {
            if case .rejected = error.outcome {
                ledger.count(.refusedRefresh)
                ledger.note("the server refuses to renew for \(credential.profile?.userID ?? "somebody")")
                isRefused.withLock { $0 = true }
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
        let wasRefused = isRefused.withLock { isRefused in
            defer { isRefused = false }
            return isRefused
        }
        if wasRefused, outcome == .takenFromStore { ledger.count(.refusedLoser) }
        if outcome == .failed(.refreshTimedOut) { ledger.count(.givenUpRefresh) }
    }
}
