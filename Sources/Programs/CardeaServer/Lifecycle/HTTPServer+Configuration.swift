import CardeaHTTPRouting
import CardeaHTTPServing
import CardeaPasswordHashing
import CardeaLogging

extension HTTPServer {
    /// Serves the metrics on an address of their own; `nil` when none is set.
    static func metrics(
        _ configuration: CardeaServer.Configuration,
        _ dependencies: Application.Dependencies
    ) throws(CardeaServer.StartError) -> HTTPServer? {
        guard let (host, port) = configuration.metrics.place else { return nil }
        let site = Site(MetricsRoutes(registry: dependencies.metrics.registry))
        let address = Address.tcp(host: host, port: port)
        return try start(Configuration(address: address, loops: 1, logger: dependencies.logger), site)
    }

    /// Starts listening; an error names the address.
    static func start(
        _ configuration: Configuration,
        _ responder: any Responder
    ) throws(CardeaServer.StartError) -> HTTPServer {
        do {
            return try start(configuration, responder: responder)
        } catch {
            throw CardeaServer.StartError(error, at: configuration.address.description)
        }
    }
}

extension HTTPServer.Configuration {
    /// The listener that clients reach.
    static func open(
        _ configuration: CardeaServer.Configuration,
        _ certificate: HTTPServer.Certificate?,
        _ logger: Logger
    ) -> Self {
        Self(
            address: .tcp(host: configuration.host, port: configuration.port),
            certificate: certificate,
            loops: configuration.limits.loops == 0 ? PasswordHasher.processors : configuration.limits.loops,
            limits: HTTPLimits(configuration.limits),
            isProxy: TrustedProxies(configuration).contains,
            logger: logger
        )
    }

    /// The socket that management reaches.
    static func control(_ configuration: CardeaServer.Configuration, _ logger: Logger) -> Self {
        var limits = HTTPLimits()
        // An operator may page through an export, or be asked for a passphrase by the next program.
        limits.bodyDeadline = .seconds(3600)
        return Self(
            address: .unix(path: configuration.controlSocketPath),
            loops: 1,
            limits: limits,
            logger: logger
        )
    }
}

extension HTTPLimits {
    fileprivate init(_ limits: CardeaServer.Configuration.Limits) {
        self.init()
        headBytes = limits.headerBytes
        bodyBytes = limits.bodyBytes
        largeBodyBytes = limits.largeBodyBytes
        bufferedBytes = limits.bufferedBytes
        bufferedBytesPerAddress = limits.bufferedBytesPerAddress
        connections = limits.connections
        connectionsPerAddress = limits.connectionsPerAddress
        headDeadline = .seconds(limits.headerDeadline)
        bodyDeadline = .seconds(limits.bodyDeadline)
        idleTimeout = .seconds(limits.idleTimeout)
    }
}

extension HTTPServer.Address {
    /// The address as people write it: `127.0.0.1:8080`, `[::1]:8080`, or a path.
    var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): path
        }
    }
}
