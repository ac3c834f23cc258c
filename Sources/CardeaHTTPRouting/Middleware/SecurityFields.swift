import CardeaHTTPMessages

/// Adds the answer fields that keep browsers and caches from harm.
///
/// An answer that says nothing of caching is not to be stored: nearly all of them are about somebody.
package struct SecurityFields: Responder {
    private let next: any Responder

    package init(_ next: any Responder) {
        self.next = next
    }

    package func respond(to request: Request) async -> Response {
        protected(await next.respond(to: request), isSecure: request.isSecure)
    }

    package func refuse(_ request: Request, _ refusal: Refusal) -> Response {
        protected(next.refuse(request, refusal), isSecure: request.isSecure)
    }

    package func bodySize(of request: Request) -> BodySize { next.bodySize(of: request) }

    private func protected(_ response: Response, isSecure: Bool) -> Response {
        var response = response
        response.fields[.contentTypeOptions] = "nosniff"
        if response.fields[.cacheControl] == nil { response.fields[.cacheControl] = "no-store" }
        // RFC 6797 §7.2: never over plain HTTP.
        if isSecure { response.fields[.strictTransportSecurity] = "max-age=31536000" }
        return response
    }
}
