import CardeaAdminAPI
import CardeaServer
import FoundationEssentials
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaEncodings

/// Where management commands run: in the running server, or on the database if no server runs.
struct Management {
    private let responder: any Responder
    /// Responds with a body that is read as it arrives.
    private let stream: @Sendable (Request) async -> Response
    private let end: () async -> Void

    /// Works with a data directory for the length of a task.
    static func use<Result>(
        _ options: DataOptions,
        _ console: Console,
        _ task: (Management) async throws -> Result
    ) async throws -> Result {
        let management = try await open(try options.configuration(console))
        do {
            let result = try await task(management)
            await management.end()
            return result
        } catch {
            await management.end()
            throw error
        }
    }

    private static func open(_ configuration: CardeaServer.Configuration) async throws -> Management {
        let socket = try ControlSocket(in: configuration)
        if let engine = await socket.engine {
            guard configuration.database == nil || engine.exact == configuration.databaseEngine.exact else {
                throw CommandFailure(
                    "the server that runs with \(configuration.data) has an SQLite database, and not that of --database"
                )
            }
            return Management(responder: socket, stream: { await socket.stream($0) }) {}
        }
        let local: LocalManagement
        do {
            local = try await LocalManagement.open(configuration)
        } catch {
            guard error.code == .inUse else { throw error }
            throw CommandFailure(
                "\(error), but no server responds on \(configuration.controlSocketPath). A server may be starting, "
                    + "stopping, or out of file descriptors: see its log, then try again"
            )
        }
        return Management(responder: local, stream: { await local.respond(to: $0) }) { await local.close() }
    }

    /// Sends a request and reads the response.
    ///
    /// - Throws: `CommandFailure` with what the server says.
    func send(_ question: AdminRequest<some Decodable>) async throws -> AdminResponse {
        let response = try await responder.respond(to: request(question)).collected()
        try check(response)
        return AdminResponse(body: response.body)
    }

    /// Sends a request, and reads the lines of the response as they arrive.
    ///
    /// - Throws: `CommandFailure` with what the server says.
    func lines(of question: AdminRequest<some Decodable>) async throws -> ResponseLines {
        let response = try await stream(request(question))
        guard response.status < 300, let body = response.stream else {
            let whole = try await response.collected()
            try check(whole)
            return ResponseLines(whole.body)
        }
        return ResponseLines(body)
    }

    private func request(_ question: AdminRequest<some Decodable>) throws -> Request {
        let query = question.query.compactMap { name, value in value.map { "\(name)=\($0.percentEncoded)" } }
        let path = (["/admin/v1"] + question.path.map(\.percentEncoded)).joined(separator: "/")
        var request = Request(
            question.method,
            path + (question.verb.map { ":" + $0 } ?? ""),
            query: query.isEmpty ? nil : query.joined(separator: "&"),
            remoteAddress: "unix"
        )
        if let message = question.message {
            request.fields[.contentType] = "application/json"
            request.body = Array(try JSONEncoder().encode(message))
        }
        if let lines = question.lines {
            request.fields[.contentType] = "application/jsonl"
            request.body = lines
        }
        return request
    }

    private func check(_ response: Response) throws(CommandFailure) {
        guard response.status < 300 else {
            let body = try? JSONValue(reading: response.body).decode(ErrorBody.self)
            throw CommandFailure(
                body?.message ?? "the server sent status \(response.status)",
                exitCode: response.status == 400 ? 2 : 1,
                isTemporary: response.status == 429 || response.status >= 500
            )
        }
    }
}

/// The response to a management command.
struct AdminResponse {
    let body: [UInt8]

    init(body: [UInt8]) { self.body = body }

    /// Creates a response from a message.
    init(encoding message: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        body = Array(try encoder.encode(message))
    }

    /// The response as JSON text.
    var json: String { String(decoding: body, as: UTF8.self) }

    func decode<Message: Decodable>(_: Message.Type) throws -> Message {
        do {
            return try JSONValue(reading: body).decode(Message.self)
        } catch {
            throw CommandFailure(
                "the server sent a response that this program does not know: use programs of one version"
            )
        }
    }
}
