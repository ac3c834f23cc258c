import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLocks
import CardeaLogging

/// Logs a warning if a reverse proxy on this machine is not trusted.
///
/// Behind such a proxy all clients have one address, and share the limits that are meant for one.
final class UntrustedProxyWarning: Sendable {
    /// The time between two warnings.
    private static let interval = Duration.seconds(3600)
    private static let forwardedFor: HeaderFields.Name = "x-forwarded-for"

    private let logger: Logger
    private let lastAt = Mutex<ContinuousClock.Instant?>(nil)

    init(_ logger: Logger) { self.logger = logger }

    /// Warns at the first request that came through such a proxy, and once an hour.
    func look(at request: Request) {
        guard request.fields[Self.forwardedFor] != nil, Loopback.contains(address: request.remoteAddress)
        else {
            return
        }
        let now = ContinuousClock.now
        let isDue = lastAt.withLock { lastAt in
            if let last = lastAt, last.duration(to: now) < Self.interval { return false }
            lastAt = now
            return true
        }
        guard isDue else { return }
        logger.warning(
            "a proxy is not trusted, so all its clients count as one; set trustedProxies to its address",
            metadata: ["proxy": .string(request.remoteAddress)]
        )
    }
}
