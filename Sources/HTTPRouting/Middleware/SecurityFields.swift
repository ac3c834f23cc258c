import HTTPMessages

/// Adds the answer fields that keep browsers and caches from harm.
///
/// An answer that says nothing of caching is not to be stored: nearly all of them are about somebody.
package struct SecurityFields: Responder {
    private let next: any Responder

    package init(_ next: any Responder) {
        self.next = next
    }

    package func respond(to request: Request) async -> Response {
        var response = await next.respond(to: request)
        response.fields[.contentTypeOptions] = "nosniff"
        if response.fields[.cacheControl] == nil { response.fields[.cacheControl] = "no-store" }
        // RFC 6797 §7.2: never over plain HTTP.
        if request.isSecure { response.fields[.strictTransportSecurity] = "max-age=31536000" }
        return response
    }
}
