import CardeaTesting
import Foundation
import CardeaHTTPTransport
import CardeaLocks

/// A server whose responses at one path wait at a gate; it also ends sessions (RFC 7009).
final class LatchedServer: HTTPTransport {
    let gate = TestLatch()
    private let server: RotatingFakeServer
    private let path: String
    private let log = Mutex<[String]>([])

    init(_ server: RotatingFakeServer, at path: String) {
        self.server = server
        self.path = path
    }

    /// The requests to the path, in order.
    var bodies: [String] { log.withLock(\.self) }

    func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        guard request.url.path().hasSuffix(path) else { return try await server.send(request) }
        log.withLock { $0.append(String(decoding: request.body ?? Data(), as: UTF8.self)) }
        let response =
            path.hasSuffix("revoke") ? CardeaResponse(status: 200) : try await server.send(request)
        await gate.pass()
        return response
    }
}
