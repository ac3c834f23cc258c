import CardeaAccountPages
import CardeaAdminAPI
import CardeaHTTPRouting
import CardeaHTTPServing
import CardeaIdentityService
public import CardeaMetrics
public import CardeaLogging

extension CardeaServer {
    /// Starts a server on a data directory, which is created if it is missing.
    ///
    /// - Parameters:
    ///   - configuration: The configuration; `Configuration.load` reads one.
    ///   - logger: Takes the lines of the log. By default the server writes them to the standard output as JSON, from the
    ///     level `logLevel` of the configuration; a logger has its own level.
    ///   - metrics: Gets the values of counters, recorders and timers, besides the server's own `/metrics`.
    ///   - greet: Takes the address and how to begin, for the person who starts the server.
    /// - Returns: A server that responds to requests.
    /// - Throws: `ConfigurationError` or `StartError`, each one line for a person.
    public static func start(
        _ configuration: Configuration,
        logger: Logger? = nil,
        metrics: (any MetricsFactory)? = nil,
        greet: (Greeting) -> Void = { _ in }
    ) async throws -> CardeaServer {
        try configuration.validate()
        let certificate = try configuration.tls.read()
        let languages = try PageLanguageFiles(configuration.languages).languages
        await RuntimeTimers.open()
        let application = try await Application.open(
            configuration,
            Application.Dependencies(configuration, logger: logger, metrics: metrics)
        )
        do {
            try await application.prepareFirstStart(in: DataDirectory(configuration))
            configuration.log(certificate, application.dependencies.logger)
            return try listen(configuration, certificate, languages, application, greet)
        } catch {
            await application.close()
            application.dependencies.log.flush(within: .seconds(1))
            throw error
        }
    }

    private static func listen(
        _ configuration: Configuration,
        _ certificate: ServerCertificate?,
        _ languages: PageLanguages,
        _ application: Application,
        _ greet: (Greeting) -> Void
    ) throws(StartError) -> CardeaServer {
        let dependencies = application.dependencies
        warnOfDescriptors(configuration.limits.connections, dependencies.logger)
        let readiness = Readiness()
        let directory = DataDirectory(configuration)
        let tokenFile = AdministratorTokenFile(application, in: directory)
        tokenFile.tidy()
        dependencies.metrics.watch(application)
        let access = DirectoryAccess(
            projects: application.projects,
            didAdmitAdministrator: tokenFile.tidy
        )
        let site = Sites.open(
            application,
            access: access,
            readiness: readiness,
            languages: languages,
            crossOrigin: CrossOriginAccess(),
            trusting: TrustedProxies(configuration)
        )
        let listener = try HTTPServer.start(
            .open(configuration, certificate?.pair, dependencies.logger),
            site
        )
        let reload = CertificateReload(listener, configuration.tls, certificate, dependencies.logger)
        let control = try HTTPServer.start(
            .control(configuration, dependencies.logger),
            Site.management(application, certificate: reload, engine: configuration.databaseEngine)
        )
        let metrics = try HTTPServer.metrics(configuration, dependencies)
        dependencies.metrics.registry.read("cardea_http_connections_open") { [weak listener] in
            listener.map { Double($0.openConnections) }
        }
        dependencies.metrics.registry.read("cardea_tls_certificate_expiry_seconds") { [weak reload] in
            reload?.expiresAt.map { Double($0) }
        }
        let sampler = application.sampler
        sampler.register(in: dependencies.metrics.registry)
        let url = configuration.publicURL(port: listener.port)
        application.projects.publish(at: url)
        greet(application.greeting(at: url, configuration))
        return CardeaServer(
            listener: listener,
            management: [control, metrics].compactMap(\.self),
            url: url,
            certificate: reload,
            readiness: readiness,
            drain: .seconds(configuration.limits.drain),
            background: [
                Task { await sampler.run() },
                Housekeeping.task(application, configuration.housekeeping, tokenFile),
                application.services.mailDelivery.map { delivery in Task { await delivery.run() } },
                application.services.textMessageDelivery.map { delivery in
                    Task { await delivery.run() }
                },
            ].compactMap(\.self),
            log: dependencies.log,
            isResponding: application.isResponding,
            close: application.close
        )
    }

    /// Raises the process's limit of open files, and logs a warning if that is not enough.
    private static func warnOfDescriptors(_ connections: Int, _ logger: Logger) {
        let fitting = DescriptorLimit.raise(toHold: connections)
        guard fitting < connections else { return }
        logger.warning(
            "the limit of open files is too low for limits.connections: raise it (ulimit -Hn, LimitNOFILE)",
            metadata: [
                "connections": .stringConvertible(connections), "fitting": .stringConvertible(fitting),
            ]
        )
    }
}
