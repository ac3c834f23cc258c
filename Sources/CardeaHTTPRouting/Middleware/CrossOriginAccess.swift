import CardeaHTTPMessages

/// Lets pages of every origin call a site (Fetch §3.2).
///
/// It reflects the origin and the fields of a preflight.
///
/// It is for sites without ambient credentials only: clients send keys and tokens themselves, and
/// `allow-credentials` is never sent. A site with cookies must not have it.
package struct CrossOriginAccess: Middleware {
    private let allowsPrivateNetwork: @Sendable (String) -> Bool

    /// - Parameter allowsPrivateNetwork: Whether pages of an origin may call a server in a private network. Defaults
    ///   to no.
    package init(allowsPrivateNetwork: @escaping @Sendable (_ origin: String) -> Bool = { _ in false }) {
        self.allowsPrivateNetwork = allowsPrivateNetwork
    }

    package func handle(_ request: Request, next: any Responder) -> FutureResponse {
        guard let origin = request.fields[.origin] else { return next.handle(request) }
        if request.error == nil, request.method == .options,
            let method = request.fields["access-control-request-method"]
        {
            return .ready(preflight(request, method, origin))
        }
        return next.handle(request).map { response in
            Self.allow(origin, &response)
            response.fields["access-control-expose-headers"] = "retry-after, www-authenticate, x-request-id"
        }
    }

    private static func allow(_ origin: String, _ response: inout Response) {
        response.fields["access-control-allow-origin"] = origin
        response.fields.append(.vary, "origin")
    }

    private func preflight(_ request: Request, _ method: String, _ origin: String) -> Response {
        var response = Response(status: 204)
        response.fields["access-control-allow-methods"] = method
        response.fields["access-control-allow-headers"] = request.fields["access-control-request-headers"]
        if request.fields["access-control-request-private-network"] == "true", allowsPrivateNetwork(origin) {
            response.fields["access-control-allow-private-network"] = "true"
        }
        response.fields["access-control-max-age"] = "3600"
        response.fields.append(
            .vary,
            "access-control-request-method, access-control-request-headers, access-control-request-private-network"
        )
        Self.allow(origin, &response)
        return response
    }
}
