/// A part of the server with its own CORS rule, security headers and error form.
///
/// The routes give errors their form. Nothing of it is shared with other sites.
package struct Site: Responder {
    private let responder: any Responder

    /// Creates a site.
    ///
    /// - Parameters:
    ///   - routes: The operations.
    ///   - security: The header fields that protect browsers and caches.
    ///   - crossOrigin: Which pages of other origins may call the site. Defaults to none.
    ///   - middleware: Further middleware, the outermost first. It surrounds what the site adds itself.
    package init(
        _ routes: any Responder,
        security: SecurityHeaders = SecurityHeaders(),
        crossOrigin: CrossOriginAccess? = nil,
        middleware: [any Middleware] = []
    ) {
        let own: [any Middleware] = [security] + (crossOrigin.map { [$0] } ?? [])
        responder = routes.behind(middleware + own)
    }

    package func handle(_ request: Request) -> FutureResponse { responder.handle(request) }

    package func bodySize(of request: Request) -> BodySize { responder.bodySize(of: request) }
}
