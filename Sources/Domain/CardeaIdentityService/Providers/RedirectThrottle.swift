import CardeaIdentityDomain
import CardeaLocks

/// Limits the redirects that a network begins: each is a row until it ends.
final class RedirectThrottle: Sendable {
    private let limit = Mutex(NetworkLimit(Rate(burst: 600, recovery: .seconds(1))))

    /// Counts a redirect.
    ///
    /// - Throws: `.tooManyAttempts` if the network has begun as many as it may.
    func count(_ caller: Caller, now: Timestamp) throws(IdentityError) {
        let wait = limit.withLock { $0.count(caller.network, now: now) }
        if let wait { throw .tooManyAttempts(retryAfter: wait, limit: .redirectsPerNetwork) }
    }
}
