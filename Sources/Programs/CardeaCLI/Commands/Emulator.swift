import CardeaServer

struct Emulator: Command {
    static let name = "emulator"
    static let summary =
        "Runs an emulator for tests: in memory, on the loopback interface, without credentials."

    @Option("The port to listen on; 0 for any free one.", value: "PORT") var port = 9099
    @Flag("Signs ID tokens and session cookies. Some admin SDKs reject signed tokens of an emulator.")
    var signedTokens
    @Option("trace, debug, info, notice, warning, error or critical.", value: "LEVEL") var logLevel = "info"
    @Option(
        "Further origins of web pages that may control the emulator, separated by commas.",
        value: "ORIGINS"
    )
    var allowOrigins = ""
    @Option("Further host names of the emulator, separated by commas.", value: "NAMES")
    var allowHosts = ""

    func run(_ console: Console) async throws {
        let signals = ServerSignals()
        defer { signals.close() }
        let server = try await CardeaServer.startEmulator(
            port: port,
            logLevel: logLevel,
            signsTokens: signedTokens,
            allowedOrigins: allowOrigins.split(separator: ",").map(String.init),
            allowedHosts: allowHosts.split(separator: ",").map(String.init),
            greet: console.greet
        )
        await signals.serve { server.reloadCertificate() }
        await server.shutdown()
    }
}
