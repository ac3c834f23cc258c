import CardeaEncodings
import CardeaHTTPServing
import CardeaIdentityDomain
import CardeaIdentityService
public import CardeaLogging

extension CardeaServer {
    /// Starts an emulator for tests: all in memory, on the loopback interface, open to everybody.
    ///
    /// Any API key opens the project `example`, and `Bearer owner` is an administrator.
    ///
    /// - Parameters:
    ///   - port: The port to listen on; 0 for any free one.
    ///   - logLevel: The least severe lines that are logged.
    ///   - signsTokens: Whether ID tokens and session cookies are signed. Google's admin SDKs expect unsigned ones.
    ///   - logger: Takes the lines of the log; a logger has its own level. By default they are written as JSON.
    ///   - allowedOrigins: Origins of pages beyond this machine (`https://app.example`) that may control the emulator.
    ///   - allowedHosts: Names beyond `localhost` by which the emulator is reached.
    ///   - greet: Takes what the person who starts it wants to know.
    /// - Returns: An emulator that responds to requests.
    /// - Throws: `ConfigurationError` or `StartError`.
    public static func startEmulator(
        port: Int = 9099,
        logLevel: String = "info",
        signsTokens: Bool = false,
        logger: Logger? = nil,
        allowedOrigins: [String] = [],
        allowedHosts: [String] = [],
        greet: (Greeting) -> Void = { _ in }
    ) async throws -> CardeaServer {
        var configuration = Configuration()
        configuration.port = port
        configuration.logLevel = logLevel
        // Tests sign up by the thousand, and their passwords are no secrets.
        configuration.passwords.memory = 64
        configuration.passwords.iterations = 1
        try configuration.validate()
        await RuntimeTimers.open()

        let clock = AdjustableClock()
        var dependencies = Application.Dependencies(configuration, clock: clock, logger: logger)
        dependencies.differences = .all
        if signsTokens { dependencies.differences.remove(.unsignedTokens) }
        let readiness = Readiness()
        let emulation = Emulation(
            dependencies,
            clock: clock,
            readiness: readiness,
            visitors: EmulatorVisitors(
                origins: Set(allowedOrigins.map(\.exact)),
                hosts: Set(allowedHosts.map(\.exact))
            )
        )
        try await emulation.wipe()
        let listener = try HTTPServer.start(.open(configuration, nil, dependencies.logger), emulation.site)
        let url = configuration.publicURL(port: listener.port)
        emulation.publish(at: url)
        greet(
            Greeting(
                url: url,
                project: Emulation.firstProject.rawValue,
                apiKey: "any",
                administratorTokenFile: nil,
                isEmulator: true
            )
        )
        return CardeaServer(
            listener: listener,
            management: [],
            url: url,
            certificate: CertificateReload(listener, configuration.tls, nil, dependencies.logger),
            readiness: readiness,
            drain: .seconds(1),
            log: dependencies.log,
            close: emulation.close
        )
    }
}
