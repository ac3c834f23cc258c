package import Foundation

/// `cardea serve` or the emulator, as a process that is ready.
package struct RunningServer: Sendable {
    package let process: ChildProcess
    /// Where it listens.
    package let url: URL
    /// The API key it printed.
    package let apiKey: String

    /// Lets passwords be hashed at the lowest cost: most tests are not about that.
    package static let cheapPasswords = ["CARDEA_PASSWORDS_MEMORY": "8", "CARDEA_PASSWORDS_ITERATIONS": "1"]

    /// The process ended, or its log has no address.
    package struct StartFailure: Error {
        package let output: String
        package let errors: String

        package init(_ process: ChildProcess) {
            (output, errors) = (process.output, process.errors)
        }
    }

    /// Starts the program, and waits until it is ready.
    package static func start(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) async throws -> RunningServer {
        let process = try ChildProcess(
            program,
            arguments,
            in: try TemporaryDirectory(),
            environment: environment
        )
        // The printed address may be that of a proxy in front. A line without its end is still being written.
        let pattern =
            #/"msg":"greeting".*"apiKey":"(?<key>[^"]+)".*"msg":"ready".*"port":(?<port>\d+).*\n/#
        while true {
            let isRunning = process.isRunning
            if let match = process.output.firstMatch(of: pattern.dotMatchesNewlines()) {
                let scheme = arguments.contains("--tls-cert") ? "https" : "http"
                guard let url = URL(string: "\(scheme)://127.0.0.1:\(match.port)") else { break }
                return RunningServer(process: process, url: url, apiKey: String(match.key))
            }
            guard isRunning else { break }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw StartFailure(process)
    }
}
