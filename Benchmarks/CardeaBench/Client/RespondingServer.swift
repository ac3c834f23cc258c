import Foundation
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaHTTPServing
import CardeaLogging
import CardeaSecrets

/// A server that costs next to nothing, in a process of its own, so that a client's processor time is its own.
///
/// Tokens are numbers. `GET /n` gets 200 to every token from `n` on and 401 to older ones; `POST /token` gives
/// the number after the one in the body. So every client gets the rejections it asks for, and the server keeps nothing.
struct RespondingServer: AsyncResponder {
    static let command = "responses"

    func respond(to request: Request) async -> Response {
        guard request.method != .post else {
            let token = Int(String(decoding: request.body, as: UTF8.self)) ?? 0
            return Response(body: Array("\(token + 1)".utf8))
        }
        let oldest = Int(request.path.dropFirst()) ?? 0
        let token = request.bearerToken.flatMap { Int($0.reveal()) } ?? 0
        guard token < oldest else { return .json(Array(#"{"id":"o1","state":"shipped"}"#.utf8)) }
        return Response(status: 401, fields: [.wwwAuthenticate: #"Bearer error="invalid_token""#])
    }

    /// Serves on a free port, which it prints, until its standard input ends.
    static func run() throws {
        let server = try HTTPServer.start(
            .init(
                address: .tcp(host: "127.0.0.1", port: 0),
                loops: 1,
                logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
            ),
            responder: RespondingServer()
        )
        FileHandle.standardOutput.write(Data("\(server.port)\n".utf8))
        _ = FileHandle.standardInput.readDataToEndOfFile()
    }
}
