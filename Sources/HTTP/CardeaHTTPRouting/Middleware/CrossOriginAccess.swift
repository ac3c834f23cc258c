import CardeaHTTPMessages

/// Lets pages of every origin call a site (Fetch §3.2).
///
/// It reflects the origin and the fields of a preflight.
///
/// It is for sites without ambient credentials only: clients send keys and tokens themselves, and
/// `allow-credentials` is never sent. A site with cookies must not have it.
package struct CrossOriginAccess: Middleware {
    private let acceptsIncompletePreflights: Bool
    private let allowsPrivateNetwork: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - acceptsIncompletePreflights: Whether each `OPTIONS` request counts as a preflight, with any fields.
    ///   - allowsPrivateNetwork: Whether pages of an origin may call a server in a private network. Defaults to no.
    package init(
        acceptsIncompletePreflights: Bool = false,
        allowsPrivateNetwork: @escaping @Sendable (_ origin: String) -> Bool = { _ in false }
    ) {
        self.acceptsIncompletePreflights = acceptsIncompletePreflights
        self.allowsPrivateNetwork = allowsPrivateNetwork
    }

    package func handle(_ request: Request, next: any Responder) -> FutureResponse {
        let origin = request.fields[.origin]
        if request.error == nil, isPreflight(request) { return .ready(preflight(request, origin)) }
        guard let origin else { return next.handle(request) }
        return next.handle(request).map { response in
            Self.allow(origin, &response)
            response.fields["access-control-expose-headers"] = "retry-after, www-authenticate, x-request-id"
        }
    }

    private func isPreflight(_ request: Request) -> Bool {
        guard request.method == .options else { return false }
        let isComplete =
            request.fields[.origin] != nil && request.fields["access-control-request-method"] != nil
        return isComplete || acceptsIncompletePreflights
    }

    private static func allow(_ origin: String, _ response: inout Response) {
        response.fields["access-control-allow-origin"] = origin
        response.fields.append(.vary, "origin")
    }

    private func preflight(_ request: Request, _ origin: String?) -> Response {
        var response = Response(status: 204)
        response.fields["access-control-allow-methods"] =
            request.fields["access-control-request-method"] ?? "GET, HEAD, PUT, PATCH, POST, DELETE"
        response.fields["access-control-allow-headers"] = request.fields["access-control-request-headers"]
        if request.fields["access-control-request-private-network"] == "true",
            let origin, allowsPrivateNetwork(origin)
        {
            response.fields["access-control-allow-private-network"] = "true"
        }
        response.fields["access-control-max-age"] = "3600"
        response.fields.append(
            .vary,
            "access-control-request-method, access-control-request-headers, access-control-request-private-network"
        )
        if let origin { Self.allow(origin, &response) }
        return response
    }
}
