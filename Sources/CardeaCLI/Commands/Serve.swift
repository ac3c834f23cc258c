import CardeaServer

struct Serve: Command {
    static let name = "serve"
    static let summary =
        "Runs the server until it is told to stop (SIGTERM or SIGINT); SIGHUP reloads the certificate."
    static let discussion = """
        A setting comes from its flag, else from its environment variable (CARDEA_PORT, CARDEA_TLS_KEY,
        CARDEA_LIMITS_BODY_BYTES ...), else from the configuration file, else from its default.
        """

    @Options var data = DataOptions()
    @Option("The address to listen on (default: 127.0.0.1).", value: "ADDRESS") var host: String?
    @Option("The port to listen on, 0 for any free one (default: 8080).", value: "PORT") var port: String?
    @Option("The address that clients reach the server by.", value: "URL") var baseURL: String?
    @Option("A file with the certificate chain, in PEM.", value: "FILE") var tlsCert: String?
    @Option("A file with the certificate's private key, in PEM.", value: "FILE") var tlsKey: String?
    @Option("debug, info, notice, warning or error (default: info).", value: "LEVEL") var logLevel: String?

    func run(_ console: Console) async throws {
        let signals = ServerSignals()
        let server = try await CardeaServer.start(try configuration(console), greet: console.greet)
        let manager = ServiceManager(environment: console.environment)
        manager.isReady(at: server.url)
        let heartbeats = Task { await manager.reportHeartbeats { await server.works() } }
        await signals.serve {
            manager.isReloading()
            server.reloadCertificate()
            manager.isReady(at: server.url)
        }
        heartbeats.cancel()
        manager.isStopping()
        await server.shutdown()
    }

    private func configuration(_ console: Console) throws -> CardeaServer.Configuration {
        var flags = data.flags
        flags["host"] = host
        flags["port"] = port
        flags["baseURL"] = baseURL
        flags["tls.certificate"] = tlsCert
        flags["tls.key"] = tlsKey
        flags["logLevel"] = logLevel
        return try .load(flags: flags, environment: console.environment, file: data.config)
    }
}
