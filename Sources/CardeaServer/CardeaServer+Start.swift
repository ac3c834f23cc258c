import AdminAPI
import HTTPRouting
import HTTPServing
import IdentityService

extension CardeaServer {
    /// Starts a server on a data directory, which it creates and sets up when it is not there.
    ///
    /// - Parameters:
    ///   - configuration: What it is told; see `Configuration.load` for where that may come from.
    ///   - greet: Takes a few lines for the person who starts it: where it is and how to begin.
    /// - Returns: A server that answers requests.
    /// - Throws: `ConfigurationError` or `StartError`, each one line for the person who started it.
    public static func start(
        _ configuration: Configuration,
        greet: (String) -> Void = { _ in }
    ) async throws -> CardeaServer {
        try configuration.validate()
        let certificate = try configuration.tls.read()
        let application = try await Application.open(configuration)
        do {
            try await application.prepareFirstStart(in: DataDirectory(configuration))
            return try listen(configuration, certificate, application, greet)
        } catch {
            await application.close()
            throw error
        }
    }

    private static func listen(
        _ configuration: Configuration,
        _ certificate: HTTPServer.Certificate?,
        _ application: Application,
        _ greet: (String) -> Void
    ) throws(StartError) -> CardeaServer {
        let surroundings = application.surroundings
        let readiness = Readiness()
        let router = Router(
            application,
            access: DirectoryAccess(projects: application.projects),
            random: surroundings.random,
            readiness: readiness
        )
        let site = PublicSite(
            CrossOriginAccess(router),
            trusting: configuration.trustedProxies.compactMap(NetworkBlock.init),
            surroundings
        )
        let control = try HTTPServer.start(
            .control(configuration, surroundings.logger),
            ControlSite(application)
        )
        let listener = try HTTPServer.start(
            .open(configuration, certificate, surroundings.logger),
            site
        )
        let url = configuration.publicURL(port: listener.port)
        application.projects.publish(at: url)
        greet(application.greeting(at: url, configuration))
        return CardeaServer(
            listener: listener,
            control: control,
            url: url,
            readiness: readiness,
            drain: .seconds(configuration.limits.drain),
            housekeeping: Housekeeping.task(application, configuration.housekeeping),
            logger: surroundings.logger,
            close: application.close
        )
    }
}
