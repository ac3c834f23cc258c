import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaHTTPServing
import CardeaLogging
import LoggingTestSupport

/// Responds by a closure.
struct ClosureResponder: AsyncResponder {
    let body: @Sendable (Request) async -> Response

    func respond(to request: Request) async -> Response { await body(request) }
}

/// Responds with the method, path, query and body of the request.
@Sendable func echo(_ request: Request) async -> Response {
    let body = String(decoding: request.body, as: UTF8.self)
    return .text("\(request.method) \(request.path) \(request.query ?? "-") [\(body)]")
}

/// Runs a test against a server on a port of its own, and ends the server.
func withServer(
    loops: Int = 1,
    limits: HTTPLimits = HTTPLimits(),
    certificate: HTTPServer.Certificate? = nil,
    address: HTTPServer.Address = .tcp(host: "127.0.0.1", port: 0),
    isProxy: @escaping @Sendable (String) -> Bool = { _ in false },
    logger: Logger = .silent,
    respond: @escaping @Sendable (Request) async -> Response = echo,
    _ test: (HTTPServer) async throws -> Void
) async throws {
    try await withServer(
        loops: loops,
        limits: limits,
        certificate: certificate,
        address: address,
        isProxy: isProxy,
        logger: logger,
        responder: ClosureResponder(body: respond),
        test
    )
}

/// The same with a responder that renders errors, too.
func withServer(
    loops: Int = 1,
    limits: HTTPLimits = HTTPLimits(),
    certificate: HTTPServer.Certificate? = nil,
    address: HTTPServer.Address = .tcp(host: "127.0.0.1", port: 0),
    isProxy: @escaping @Sendable (String) -> Bool = { _ in false },
    logger: Logger = .silent,
    responder: any Responder,
    _ test: (HTTPServer) async throws -> Void
) async throws {
    let server = try HTTPServer.start(
        HTTPServer.Configuration(
            address: address,
            certificate: certificate,
            loops: loops,
            limits: limits,
            isProxy: isProxy,
            logger: logger
        ),
        responder: responder
    )
    do {
        try await test(server)
    } catch {
        await server.shutdown(within: .zero)
        throw error
    }
    await server.shutdown(within: .zero)
}
