import CardeaSession
import CardeaCurlTransport
import DeviceUnderTest
import Foundation
import Testing

/// A device at a back end that exchanges one token old for new (`schemes.py`): each token once, or it is theft.
struct ExchangingDevice {
    let server: PythonServer
    private let directory: URL
    private let files: TemporaryDirectory

    /// Starts the server, and signs somebody in with a token of so many seconds, or one that is at its end.
    init(life: Double? = nil) async throws {
        files = try TemporaryDirectory()
        directory = URL(filePath: try files.file("store"))
        server = try await PythonServer.start("schemes.py")
        let token = try #require(await server.send(.post, "/login?life=\(life ?? 600)")["token"])
        let credential = SessionCredential(
            accessToken: SessionSecret(token),
            lifetime: life.map { .seconds($0) } ?? .zero,
            profile: UserProfile(userID: "ada")
        )
        let device = DeviceUnderTest(server: server.url, apiKey: nil)
        try await device.engine(on: DeviceUnderTest.store(in: directory), over: CurlTransport())
            .signIn(with: credential)
        if life == nil { _ = try await server.send(.post, "/expire") }
    }

    /// Runs an app to its end, or to where it is killed.
    func runApp(
        requests: Int = 1,
        rounds: Int = 1,
        killedAt point: String? = nil
    ) async throws -> SharedDevice.Run {
        try await SharedDevice.Run(
            in: directory,
            at: server.url,
            "-",
            requests: requests,
            rounds: rounds,
            killedAt: point
        )
    }

    /// Runs four apps at the same time, each of which makes a request every tenth of a second.
    func runFourApps(rounds: Int) async throws -> [SharedDevice.Run] {
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try await runApp(rounds: rounds) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// The counters of the server.
    func count(_ name: String) async throws -> Int {
        try #require(await server.send(.get, "/counts").object[name] as? Int)
    }
}
