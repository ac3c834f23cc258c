import CardeaSession
import CardeaCurlTransport
import DeviceUnderTest
import Foundation
import Testing

/// A device with somebody signed in, whose apps are processes of their own, and a server that forgives nothing.
struct SharedDevice {
    let server: ServerProcess
    let directory: URL
    let user: String
    private let files: TemporaryDirectory

    /// Starts a server without any grace, and signs somebody in whose token is at its end.
    init() async throws {
        files = try TemporaryDirectory()
        directory = URL(filePath: try files.file("store"))
        let data = try files.file("data")
        server = try await ServerProcess.serve(data)
        let setting = try await Program.run("project set refreshGrace 0 --data \(data)")
        try #require(setting.exitCode == 0, "\(setting.errors)")
        let transport = CurlTransport()
        let device = DeviceUnderTest(server: server.url, apiKey: server.apiKey)
        let credential = try await device.signUp(over: transport, lifetime: .zero)
        try await device.engine(on: DeviceUnderTest.store(in: directory), over: transport).signIn(
            with: credential
        )
        user = try #require(credential.profile?.userID)
    }

    /// Runs an app to its end, or to where it is killed.
    func runApp(requests: Int = 1, killedAt point: String? = nil) async throws -> Run {
        try await Run(in: directory, at: server.url, server.apiKey, requests: requests, killedAt: point)
    }

    /// The number of refreshes that reached the server.
    var refreshes: Int { server.process.output.ranges(of: #""route":"/v1/token""#).count }

    /// Whether the server took any of them for theft.
    var sawReuse: Bool { server.process.output.contains("refresh token reused") }

    /// The result of a run of an app.
    struct Run {
        let exitCode: Int32
        let user: String?
        let responded: Int?
        let generation: Int?

        /// Runs an app; an API key of `-` stands for a back end that exchanges tokens.
        init(
            in directory: URL,
            at server: URL,
            _ apiKey: String,
            requests: Int,
            rounds: Int = 1,
            killedAt point: String?
        ) async throws {
            let outcome = try await ChildProcess.run(
                Program.probe,
                [directory.path, server.absoluteString, apiKey, "\(requests)x\(rounds)"]
                    + (point.map { [$0] } ?? [])
            )
            exitCode = outcome.exitCode
            let words = outcome.output.split(whereSeparator: \.isWhitespace).map(String.init)
            user = words.first
            responded = words.dropFirst().first.flatMap { Int($0) }
            generation = words.dropFirst(2).first.flatMap { Int($0) }
        }
    }
}
