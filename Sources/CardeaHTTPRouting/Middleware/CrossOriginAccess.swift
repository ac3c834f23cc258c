import CardeaHTTPMessages

/// Lets pages of every origin call the server (Fetch §3.2): the origin and the fields asked for are reflected.
///
/// Safe because no credential is ambient: callers present keys and tokens themselves, and `allow-credentials` is never sent.
package struct CrossOriginAccess: Responder {
    private let next: any Responder
    private let allowsPrivateNetwork: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - next: What answers.
    ///   - allowsPrivateNetwork: Whether pages of an origin outside may call a server on the user's own network.
    package init(
        _ next: any Responder,
        allowsPrivateNetwork: @escaping @Sendable (_ origin: String) -> Bool = { _ in false }
    ) {
        self.next = next
        self.allowsPrivateNetwork = allowsPrivateNetwork
    }

    package func respond(to request: Request) async -> Response {
        guard let origin = request.fields[.origin] else { return await next.respond(to: request) }
        if request.method == .options, let method = request.fields["access-control-request-method"] {
            return allowing(origin, preflight(request, method, origin))
        }
        return allowing(origin, exposing(await next.respond(to: request)))
    }

    package func refuse(_ request: Request, _ refusal: Refusal) -> Response {
        let response = next.refuse(request, refusal)
        return request.fields[.origin].map { allowing($0, exposing(response)) } ?? response
    }

    package func bodySize(of request: Request) -> BodySize { next.bodySize(of: request) }

    private func allowing(_ origin: String, _ response: Response) -> Response {
        var response = response
        response.fields["access-control-allow-origin"] = origin
        response.fields.append(.vary, "origin")
        return response
    }

    private func exposing(_ response: Response) -> Response {
        var response = response
        response.fields["access-control-expose-headers"] = "retry-after, www-authenticate, x-request-id"
        return response
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
        return response
    }
}
