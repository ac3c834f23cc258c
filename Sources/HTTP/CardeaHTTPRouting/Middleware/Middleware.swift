/// Code between the server and an operation.
package protocol Middleware: Sendable {
    /// Handles a request: changes it, responds to it, or hands it to `next` and changes the response.
    ///
    /// Requests that the server rejects pass through here as well; their `error` is set.
    func handle(_ request: Request, next: any Responder) -> FutureResponse
}

/// A responder behind a middleware.
private struct Chain: Responder {
    let middleware: any Middleware
    let next: any Responder

    func handle(_ request: Request) -> FutureResponse { middleware.handle(request, next: next) }

    func bodySize(of request: Request) -> BodySize { next.bodySize(of: request) }
}

extension Responder {
    /// This responder behind middleware, the outermost first.
    package func behind(_ middleware: any Middleware...) -> any Responder { behind(middleware) }

    /// This responder behind middleware, the outermost first.
    package func behind(_ middleware: [any Middleware]) -> any Responder {
        middleware.reversed().reduce(self as any Responder) { Chain(middleware: $1, next: $0) }
    }
}
