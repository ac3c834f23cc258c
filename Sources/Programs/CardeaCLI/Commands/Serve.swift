import CardeaServer

struct Serve: Command {
    static let name = "serve"
    static let summary =
        "Runs the server until it receives SIGTERM or SIGINT; SIGHUP reloads the certificate."
    static let discussion = """
        After SIGTERM or SIGINT, open requests finish. A second signal ends the process at once, if it comes more than a
        second later. In a terminal, SIGHUP stops the server too, because a terminal that closes sends it.

        A setting has the value of its option. If there is no option, its environment variable counts (CARDEA_PORT,
        CARDEA_TLS_KEY, CARDEA_LIMITS_BODY_BYTES ...), then the configuration file, then its default.
        'cardea config show' prints all settings with their sources.
        """

    @OptionGroup var options = ConfigurationOptions()

    func run(_ console: Console) async throws {
        let signals = ServerSignals()
        defer { signals.close() }
        let server = try await CardeaServer.start(options.assembled(console).valid, greet: console.greet)
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
}
