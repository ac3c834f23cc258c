import CardeaSession
import Foundation

/// A server of `Clients`, as a process of its own on a free port.
struct PythonServer {
    let process: ChildProcess
    /// Where it listens.
    let url: URL

    /// Starts a script; those that need installed packages run under their interpreter.
    static func start(
        _ script: String,
        _ interpreter: String = "/usr/bin/python3"
    ) async throws -> PythonServer {
        let process = try ChildProcess(
            interpreter,
            ["-W", "ignore", PythonClients.path(of: script)],
            in: try TemporaryDirectory(),
            environment: ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"]
        )
        try await until("a port") { process.output.contains("\n") || !process.isRunning }
        guard let port = process.output.firstMatch(of: #/port (\d+)\n/#)?.1,
            let url = URL(string: "http://127.0.0.1:\(port)")
        else { throw RunningServer.StartFailure(process) }
        return PythonServer(process: process, url: url)
    }

    /// The origin that gets the credential.
    var origins: Set<WebOrigin> { Set([WebOrigin(url)].compactMap(\.self)) }

    /// Sends a request with no credential.
    func send(_ method: RequestMethod, _ path: String) async throws -> Reply {
        guard let target = URL(string: path, relativeTo: url) else { throw URLError(.badURL) }
        let response = try await SystemTransport().send(CardeaRequest(method, target.absoluteURL))
        return Reply(response)
    }
}
