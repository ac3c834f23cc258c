import CardeaCurlTransport
import Foundation
import Glibc
import CardeaHTTPMessages
import CardeaHTTPTransport

/// `cardea serve`, or the emulator, as a process of its own on a free port.
struct ServerProcess {
    let process: ChildProcess
    /// Where it listens.
    let url: URL
    /// The API key it printed.
    let apiKey: String

    /// Starts a server on a data directory, which may have been used before.
    static func serve(
        _ data: String,
        _ arguments: String...,
        environment: [String: String] = [:]
    ) async throws -> ServerProcess {
        try await serve(data, options: arguments, environment: environment)
    }

    /// Starts a server with a list of options.
    static func serve(
        _ data: String,
        options: [String],
        environment: [String: String] = [:]
    ) async throws -> ServerProcess {
        try await start(
            ["serve", "--data", data, "--port", "0"] + options,
            environment: RunningServer.cheapPasswords.merging(environment) { $1 }
        )
    }

    static func emulator() async throws -> ServerProcess {
        try await start(["emulator", "--port", "0"], environment: [:])
    }

    private static func start(
        _ arguments: [String],
        environment: [String: String]
    ) async throws -> ServerProcess {
        let server = try await RunningServer.start(Program.path, arguments, environment: environment)
        return ServerProcess(process: server.process, url: server.url, apiKey: server.apiKey)
    }

    /// Ends it at once, as a crash does.
    func crash() async {
        process.send(SIGKILL)
        _ = await process.exitCode()
    }

    /// Tells it to stop, and waits for its end.
    ///
    /// - Returns: Its exit code.
    func stop() async -> Int32 {
        process.send(SIGTERM)
        return await process.exitCode()
    }

    /// Sends a request with a JSON body, if any.
    func send(
        _ method: RequestMethod = .post,
        _ path: String,
        _ body: [String: Any]? = nil,
        fields: HeaderFields = [:],
        over transport: CurlTransport = CurlTransport()
    ) async throws -> Reply {
        guard let target = URL(string: path, relativeTo: url) else { throw URLError(.badURL) }
        var request = CardeaRequest(method, target.absoluteURL, fields: fields)
        if let body {
            request.fields[.contentType] = "application/json"
            request.body = try JSONSerialization.data(withJSONObject: body)
        }
        let response = try await transport.send(request)
        return Reply(response)
    }

    /// An operation of Identity Toolkit with the server's API key.
    func account(_ operation: String, _ body: [String: Any]) async throws -> Reply {
        try await send(.post, "/v1/accounts:\(operation)?key=\(apiKey)", body)
    }

    /// Sends a form.
    func form(_ path: String, _ form: String) async throws -> Reply {
        guard let target = URL(string: path, relativeTo: url) else { throw URLError(.badURL) }
        var request = CardeaRequest(.post, target.absoluteURL)
        request.fields[.contentType] = "application/x-www-form-urlencoded"
        request.body = Data(form.utf8)
        let response = try await CurlTransport().send(request)
        return Reply(response)
    }

    /// Exchanges a refresh token; a second `Idempotency-Key` on the same token is a second holder's.
    func refresh(_ token: String, key: String? = nil) async throws -> Reply {
        try await send(
            .post,
            "/v1/token?key=\(apiKey)",
            ["grant_type": "refresh_token", "refresh_token": token],
            fields: key.map { [.idempotencyKey: $0] } ?? [:]
        )
    }
}

/// A response with a JSON body.
struct Reply {
    let status: Int
    let fields: HeaderFields
    let body: Data

    init(_ response: CardeaResponse) {
        (status, fields, body) = (response.status, response.fields, response.body)
    }

    /// A text member of the body.
    subscript(name: String) -> String? { object[name] as? String }

    /// The message of a rejection.
    var error: String? { (object["error"] as? [String: Any])?["message"] as? String }

    var object: [String: Any] {
        (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
    }
}
