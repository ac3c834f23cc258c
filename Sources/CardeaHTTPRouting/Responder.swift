/// Answers requests: a controller, a middleware, or the whole application.
package protocol Responder: Sendable {
    /// Answers one request. Errors are answers too: a responder never throws.
    func respond(to request: Request) async -> Response

    /// Words the answer to a request that the server refuses before it is whole.
    ///
    /// - Parameters:
    ///   - request: As much as has been read of it, never the body; the path is empty when not even that has been.
    ///   - refusal: Why, and the status of the answer.
    /// - Returns: One plain line, unless the responder knows better.
    func refuse(_ request: Request, _ refusal: Refusal) -> Response

    /// How long the body of a request may be, told from its head.
    func bodySize(of request: Request) -> BodySize
}

extension Responder {
    package func refuse(_ request: Request, _ refusal: Refusal) -> Response {
        .text(refusal.reason, status: refusal.status)
    }

    package func bodySize(of request: Request) -> BodySize { .ordinary }
}
