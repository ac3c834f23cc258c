/// A part of the server with its own CORS rule, security headers and error form.
///
/// The routes give errors their form. Nothing of it is shared with other sites.
package struct Site: Responder {
    fileprivate let prefixes: [[UInt8]]
    private let responder: any Responder

    /// Creates a site.
    ///
    /// - Parameters:
    ///   - routes: The operations.
    ///   - prefixes: The beginnings of its paths among the sites of a listener.
    ///   - security: The header fields that protect browsers and caches.
    ///   - crossOrigin: Which pages of other origins may call the site. Defaults to none.
    ///   - middleware: Further middleware, the outermost first. It surrounds what the site adds itself.
    package init(
        _ routes: any Responder,
        prefixes: [String] = [],
        security: SecurityHeaders = SecurityHeaders(),
        crossOrigin: CrossOriginAccess? = nil,
        middleware: [any Middleware] = []
    ) {
        self.prefixes = prefixes.map { Array($0.utf8) }
        let own: [any Middleware] = [security] + (crossOrigin.map { [$0] } ?? [])
        responder = routes.behind(middleware + own)
    }

    package func handle(_ request: Request) -> FutureResponse { responder.handle(request) }

    package func bodySize(of request: Request) -> BodySize { responder.bodySize(of: request) }
}

/// The sites of one listener: the first one with a prefix of the path handles a request.
package struct Sites: Responder {
    /// The prefixes, each with the place of its site: a loop over the sites would copy each of them.
    private let prefixes: [(bytes: [UInt8], place: Int)]
    private let sites: [Site]
    private let rest: Site

    /// Creates the list.
    ///
    /// - Parameters:
    ///   - sites: The sites with prefixes.
    ///   - rest: The site of all other paths.
    package init(_ sites: [Site], rest: Site) {
        prefixes = sites.indices.flatMap { place in sites[place].prefixes.map { ($0, place) } }
        self.sites = sites
        self.rest = rest
    }

    package func handle(_ request: Request) -> FutureResponse { site(of: request).handle(request) }

    package func bodySize(of request: Request) -> BodySize { site(of: request).bodySize(of: request) }

    /// Each request asks, so no text is copied.
    private func site(of request: Request) -> Site {
        let path = request.path.utf8Span.span
        for prefix in prefixes where path.hasPrefix(prefix.bytes) { return sites[prefix.place] }
        return rest
    }
}

extension Span<UInt8> {
    fileprivate func hasPrefix(_ prefix: [UInt8]) -> Bool {
        guard count >= prefix.count else { return false }
        for place in prefix.indices where self[place] != prefix[place] { return false }
        return true
    }
}
