package import CardeaHTTPMessages

/// Adds the header fields that protect browsers and caches.
///
/// A response without `cache-control` must not be stored: nearly all responses are about one user.
package struct SecurityHeaders: Middleware {
    private let contentSecurityPolicy: String?

    /// - Parameter contentSecurityPolicy: The sources that a page may load, and the sites that may embed it (CSP Level 3).
    ///   A site without pages needs no policy.
    package init(contentSecurityPolicy: String? = nil) {
        self.contentSecurityPolicy = contentSecurityPolicy
    }

    package func handle(_ request: Request, next: any Responder) -> FutureResponse {
        let (policy, isSecure) = (contentSecurityPolicy, request.isSecure)
        return next.handle(request).map { Self.add(to: &$0.fields, policy, isSecure: isSecure) }
    }

    private static func add(to fields: inout HeaderFields, _ policy: String?, isSecure: Bool) {
        fields.reserveCapacity(8)
        fields[.contentTypeOptions] = "nosniff"
        if fields[.cacheControl] == nil { fields.append(.cacheControl, "no-store") }
        // RFC 6797 §7.2: never over plain HTTP.
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
        if let policy, fields[.contentSecurityPolicy] == nil { fields.append(.contentSecurityPolicy, policy) }
    }
}

extension HeaderFields.Name {
    /// CSP Level 3 §3.1.
    package static let contentSecurityPolicy: Self = "content-security-policy"
}
