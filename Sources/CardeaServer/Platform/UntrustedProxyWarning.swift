import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLocks
import CardeaTelemetry

/// Says in the log that a reverse proxy on this machine is not among the trusted ones.
///
/// Behind such a proxy all clients have one address, and share the limits that are meant for one.
final class UntrustedProxyWarning: Sendable {
    /// The time between two warnings.
    private static let interval = Duration.seconds(3600)

    private let logger: Logger
    private let lastAt = Mutex<ContinuousClock.Instant?>(nil)

    init(_ logger: Logger) { self.logger = logger }

    /// Warns when the request came through a proxy on this machine: at the first one, and once an hour.
    func look(at request: Request) {
        guard request.fields["x-forwarded-for"] != nil, Loopback.contains(address: request.remoteAddress)
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
        logger.log(
            .warning,
            "a proxy is not trusted, so all its clients count as one; set trustedProxies to its address",
            [("proxy", .string(request.remoteAddress))]
        )
    }
}
