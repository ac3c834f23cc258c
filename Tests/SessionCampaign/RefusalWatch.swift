import CardeaSession
import Locks

/// Sees which renewals the server refused, and what an engine made of it.
final class RefusalWatch: CredentialRefresher, SessionMonitor {
    private let refresher: any CredentialRefresher
    private let ledger: Ledger
    private let isRefused = Mutex(false)

    init(_ refresher: any CredentialRefresher, ledger: Ledger) {
        self.refresher = refresher
        self.ledger = ledger
    }

    func canRefresh(_ credential: Credential) -> Bool { refresher.canRefresh(credential) }

    func refresh(
        _ credential: Credential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> Credential {
        let token = credential.refreshToken?.reveal() ?? ""
        ledger.note("renewal of \(token.suffix(24)) under the key \(attempt.idempotencyKey.prefix(6))")
        do throws(RefreshFailure) {
            return try await refresher.refresh(credential, attempt: attempt)
        } catch {
            if case .rejected = error.outcome {
                ledger.count(.refusedRefresh)
                ledger.note("the server refuses to renew for \(credential.profile?.userID ?? "somebody")")
                isRefused.withLock { $0 = true }
            }
            throw error
        }
    }

    func record(_ trace: SessionTrace) {
        guard case .refreshEnded(let report) = trace else { return }
        let wasRefused = isRefused.withLock { isRefused in
            defer { isRefused = false }
            return isRefused
        }
        if wasRefused, report.outcome == .adopted { ledger.count(.refusedLoser) }
        if report.outcome == .failed(.refreshTimedOut) { ledger.count(.givenUpRefresh) }
    }
}
