package import CardeaIdentityDomain

/// Who asks, from where, in which pool of users.
package struct Caller: Sendable {
    package let project: Project
    package let tenant: TenantID?
    /// The peer's network address, without the port.
    package let remoteAddress: String
    package let userAgent: String?
    /// The request's `Idempotency-Key`, if it has one.
    package let idempotencyKey: String?

    package init(
        project: Project,
        tenant: TenantID? = nil,
        remoteAddress: String,
        userAgent: String? = nil,
        idempotencyKey: String? = nil
    ) {
        self.project = project
        self.tenant = tenant
        self.remoteAddress = remoteAddress
        self.userAgent = userAgent
        self.idempotencyKey = idempotencyKey
    }

    var origin: RefreshOrigin { RefreshOrigin(userAgent: userAgent, remoteAddress: remoteAddress) }

    package var pool: UserPool { UserPool(project: project.id, tenant: tenant) }
}
