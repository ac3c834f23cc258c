import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaHTTPServing
import CardeaLogging
import Foundation

/// The part that a web framework does in your program.
struct WebServer: AsyncResponder {
    let service: NotesService

    func respond(to request: Request) async -> Response {
        do throws(Rejection) {
            let value = try await service.respond(
                request.method.rawValue,
                request.path,
                authorization: request.fields[.authorization],
                body: request.body
            )
            return Self.response(200, value)
        } catch {
            var response = Self.response(error.status, ["error": error.message])
            response.fields[.wwwAuthenticate] = error.challenge
            return response
        }
    }

    private static func response(_ status: Int, _ value: any Encodable & Sendable) -> Response {
        guard let json = try? JSONEncoder().encode(value) else { return Response(status: 500) }
        return .json(Array(json), status: status)
    }

    /// Serves on a port of this machine, and prints its address.
    static func start(_ service: NotesService, port: Int) throws -> HTTPServer {
        let server = try HTTPServer.start(
            .init(
                address: .tcp(host: "127.0.0.1", port: port),
                loops: 1,
                logger: Logger(label: "back-end") { _ in SwiftLogNoOpLogHandler() }
            ),
            responder: WebServer(service: service)
        )
        FileHandle.standardOutput.write(Data("listening on http://127.0.0.1:\(server.port)\n".utf8))
        return server
    }
}
