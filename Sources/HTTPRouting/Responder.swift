/// Answers requests: a controller, a middleware, or the whole application.
package protocol Responder: Sendable {
    /// Answers one request. Errors are answers too: a responder never throws.
    func respond(to request: Request) async -> Response
}
