import CardeaEncodings
import CardeaServer
import CardeaCurlTransport
import FoundationEssentials
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaHTTPTransport

/// The running server's management, reached over the socket in its data directory.
struct ControlSocket: AsyncResponder {
    private let transport: CurlTransport
    private let base: URL

    init(in configuration: CardeaServer.Configuration) throws(CommandFailure) {
        // The name is not used: the socket decides who responds.
        guard let base = URL(string: "http://localhost") else { throw CommandFailure("no address") }
        self.base = base
        transport = CurlTransport(unixSocket: configuration.controlSocketPath)
    }

    /// The engine of the database of the server that responds on the socket; `nil` if none does.
    var engine: String? {
        get async {
            let response = await respond(to: Request(.get, "/health/live"), within: .seconds(5))
            return response.status == 200 ? String(decoding: response.body, as: UTF8.self) : nil
        }
    }

    func respond(to request: Request) async -> Response {
        await respond(to: request, within: .seconds(60))
    }

    /// Responds with a body that is read as it arrives.
    func stream(_ request: Request) async -> Response {
        guard let message = message(request, within: .seconds(60)) else { return Response(status: 400) }
        do {
            let received = try await transport.stream(message, sending: nil)
            var response = Response(status: received.status, fields: received.fields)
            response.stream = ResponseStream { writer in
                var body = received.body
                while let part = try await Self.next(of: &body) { try await writer.write(Array(part)) }
            }
            return response
        } catch {
            return Self.unavailable
        }
    }

    private static func next(of body: inout HTTPBytes) async throws(CommandFailure) -> Data? {
        do throws(TransportError) {
            return try await body.next()
        } catch {
            throw CommandFailure("the connection to the server ended before the last line")
        }
    }

    private func respond(to request: Request, within timeout: Duration) async -> Response {
        guard let message = message(request, within: timeout) else { return Response(status: 400) }
        do {
            let response = try await transport.send(message)
            return Response(status: response.status, fields: response.fields, body: Array(response.body))
        } catch {
            return Self.unavailable
        }
    }

    private func message(_ request: Request, within timeout: Duration) -> CardeaRequest? {
        let target = request.path + (request.query.map { "?" + $0 } ?? "")
        return URL(string: target, relativeTo: base).map { url in
            CardeaRequest(
                request.method,
                url.absoluteURL,
                fields: request.fields,
                body: request.body.isEmpty ? nil : Data(request.body),
                timeout: timeout
            )
        }
    }

    private static var unavailable: Response {
        var json = JSONText()
        json.object { json in
            json.member("code", "UNAVAILABLE")
            json.member("message", "the connection to the server ended before its response")
        }
        return .json(json.bytes, status: 503)
    }
}

extension CardeaServer.Configuration {
    /// Logs an action that a command has taken by itself: in the running server, or on the standard error.
    func logMaintenance(_ action: String, _ directory: String) async throws {
        let request = MaintenanceLog.request(action, directory)
        let response = await (try ControlSocket(in: self)).respond(to: request)
        if response.status != 200 { await MaintenanceLog.writeLocally(request, self) }
    }
}
