import CardeaHTTPServing
import CardeaLogging

/// An identity server: it listens from `start` to `shutdown`.
///
///     var configuration = CardeaServer.Configuration()
///     configuration.data = "/var/lib/cardea"
///     let server = try await CardeaServer.start(configuration)
///     ...
///     await server.shutdown()
public final class CardeaServer: Sendable {
    /// The version of this software.
    public static let version = "0.2.0"

    /// The port that it listens on.
    public var port: Int { listener.port }
    /// The address that clients reach it by.
    public let url: String

    private let listener: HTTPServer
    /// The socket of management and the address of the metrics; an emulator has none.
    private let management: [HTTPServer]
    private let certificate: CertificateReload
    private let readiness: Readiness
    private let drain: Duration
    /// Housekeeping and the delivery of mail; an emulator has neither.
    private let background: [Task<Void, Never>]
    private let log: ServerLog
    private let isResponding: @Sendable () async -> Bool
    private let close: @Sendable () async -> Void

    init(
        listener: HTTPServer,
        management: [HTTPServer],
        url: String,
        certificate: CertificateReload,
        readiness: Readiness,
        drain: Duration,
        background: [Task<Void, Never>] = [],
        log: ServerLog,
        isResponding: @escaping @Sendable () async -> Bool = { true },
        close: @escaping @Sendable () async -> Void
    ) {
        self.listener = listener
        self.management = management
        self.url = url
        self.certificate = certificate
        self.readiness = readiness
        self.drain = drain
        self.background = background
        self.log = log
        self.isResponding = isResponding
        self.close = close
        readiness.set(true)
        log.logger.notice(
            "ready",
            metadata: [
                "url": .string(url), "port": .stringConvertible(port), "version": .string(Self.version),
            ]
        )
    }

    /// Whether no event loop hangs and the database can be read.
    ///
    /// It returns only if tasks run and the read ends.
    package func works() async -> Bool {
        let isMoving = (management + [listener]).allSatisfy { $0.longestTurn < Self.longestTurn }
        return if isMoving { await isResponding() } else { false }
    }

    /// A loop that is at work for longer without a pause hangs.
    private static let longestTurn = Duration.seconds(5)

    /// Reads the certificate and its key again, for the connections that come after.
    ///
    /// Connections that are open continue. If the files are unreadable or invalid, the current certificate stays. The log
    /// tells what was done.
    public func reloadCertificate() { _ = try? certificate.reload() }

    /// Stops: takes on no new connections, responds to the requests that are there, and closes the database.
    ///
    /// It is done within the configuration's `limits.drain` and about a second more.
    public func shutdown() async {
        readiness.set(false)
        log.logger.notice("stopping")
        for task in background { task.cancel() }
        await withTaskGroup(of: Void.self) { group in
            for server in management + [listener] {
                group.addTask { [drain] in await server.shutdown(within: drain) }
            }
        }
        for task in background { await task.value }
        await close()
        log.logger.notice("stopped")
        log.flush(within: .seconds(1))
    }
}
