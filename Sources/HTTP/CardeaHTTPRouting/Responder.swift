/// Responds to requests: a router, a site, or a connection to another server.
package protocol Responder: Sendable {
    /// Handles a request. Errors are responses too: a responder never throws.
    ///
    /// If `request.error` is set, the server rejects the request, and the responder only gives the error its form.
    func handle(_ request: Request) -> FutureResponse

    /// The limit of a request's body, known from its head.
    func bodySize(of request: Request) -> BodySize

    /// Handles a request, and waits for the response.
    func respond(to request: Request) async -> Response
}

extension Responder {
    package func bodySize(of request: Request) -> BodySize { .ordinary }

    package func respond(to request: Request) async -> Response { await handle(request).value }
}

/// A responder that always works in a task.
package protocol AsyncResponder: Responder {
    func respond(to request: Request) async -> Response
}

extension AsyncResponder {
    package func handle(_ request: Request) -> FutureResponse {
        if let error = request.error { return .ready(.text(error.reason, status: error.status)) }
        return .pending { await respond(to: request) }
    }
}
