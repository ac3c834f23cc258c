import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

extension AdminOperation {
    static var listSecurityEvents: Self {
        Operation(
            "securityEvents.list",
            "Lists the security events of a project or of a tenant, newest first.",
            .get,
            ["/projects/{project}/securityEvents", "/projects/{project}/tenants/{tenant}/securityEvents"],
            errors: [.notFound]
        ) { (call, message: SecurityEventRequest) in
            let pool = try call.pool
            var search = SecurityEventSearch(in: pool, limit: Int(message.limit ?? 100))
            if let user = message.user { search.user = try await call.userID(named: user, in: pool) }
            search.kind = message.kind
            search.since = message.since.map(Timestamp.init(milliseconds:))
            search.before = message.before
            let found = try await call.services.securityEvents.list(search)
            return SecurityEventList(
                events: found.map(SecurityEventResource.init),
                next: found.count == search.limit ? found.last?.number : nil
            )
        }
    }
}
