import ChildProcesses
import CardeaCurlTransport
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks

/// `cardea serve` on a data directory, which is killed and started again, and administered as `cardea user` does.
final class ServeProcess: Sendable {
    private struct State {
        var server: RunningServer
        /// The reports of the earlier ones.
        var reuses = 0
        var isRestarting = false
    }

    private let program: String
    private let data: String
    private let state: Mutex<State>
    let url: URL
    let apiKey: String
    let thefts = Counter()

    /// Starts it.
    ///
    /// - Parameters:
    ///   - program: The program `cardea`.
    ///   - data: Its data directory, new or used before; the path has to be short, for there is a socket in it.
    /// - Throws: The error that prevents the start.
    init(_ program: String, data: String) async throws {
        let server = try await Self.start(program, data, port: 0)
        // All devices of a campaign share one address, and sign up by the thousand.
        for (name, value) in [("refreshGrace", "0"), ("newAccountsPerAddress", "0")] {
            let setting = try ChildProcess(
                program,
                ["project", "set", name, value, "--data", data],
                in: try TemporaryDirectory()
            )
            guard await setting.exitCode() == 0 else { throw RunningServer.StartFailure(setting) }
        }
        (self.program, self.data) = (program, data)
        (url, apiKey) = (server.url, server.apiKey)
        state = Mutex(State(server: server))
    }

    /// The number of times that it took a refresh token for stolen.
    var reuses: Int { state.withLock { $0.reuses + $0.server.reuses } }

    /// The running server's log lines about refresh tokens that were used twice.
    var securityEvents: [String] {
        state.withLock(\.server).process.output.split(separator: "\n").map(String.init)
            .filter { $0.contains("refresh token") }
    }

    /// Kills it, and starts it again where it was; not when that is being done.
    func restart() async {
        let server = state.withLock { state -> RunningServer? in
            guard !state.isRestarting else { return nil }
            state.isRestarting = true
            return state.server
        }
        guard let server else { return }
        await server.process.end(by: SIGKILL)
        guard let next = try? await Self.start(program, data, port: url.port ?? 0) else {
            preconditionFailure("the server did not start again")
        }
        state.withLock { state in
            state.reuses += server.reuses
            state.server = next
            state.isRestarting = false
        }
    }

    func stop() async { await state.withLock(\.server).process.end(by: SIGTERM) }

    /// - Returns: Whether the server said that it is done.
    func administer(_ act: AdministratorsAct, on user: String) async -> Bool {
        guard let url = URL(string: "http://localhost/admin/v1/projects/default/users/\(user)") else {
            return false
        }
        let request =
            switch act {
            case .disabling:
                CardeaRequest(
                    .patch,
                    url,
                    fields: [.contentType: "application/json"],
                    body: Data(#"{"disabled":true}"#.utf8)
                )
            case .deletion: CardeaRequest(.delete, url)
            }
        let response = try? await CurlTransport(unixSocket: data + "/control.sock").send(request)
        return response?.status == 200
    }

    /// The setting of the database, if this program has it.
    private static let database = ProcessInfo.processInfo.environment.filter { $0.key == "CARDEA_DATABASE" }

    private static func start(_ program: String, _ data: String, port: Int) async throws -> RunningServer {
        try await RunningServer.start(
            program,
            ["serve", "--data", data, "--port", "\(port)"],
            environment: RunningServer.cheapPasswords.merging(database) { $1 }
        )
    }
}

extension RunningServer {
    fileprivate var reuses: Int { process.output.split(separator: "refresh token reused").count - 1 }
}

extension ChildProcess {
    fileprivate func end(by signal: Int32) async {
        send(signal)
        _ = await exitCode()
    }
}
