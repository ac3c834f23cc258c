package import CardeaIdentityDomain

/// Who sends a request: the project and tenant, the policy that holds, and the network address.
package struct Caller: Sendable {
    package let project: Project
    package let tenant: TenantID?
    /// The settings that the app has of its own.
    let app: PolicyOverrides
    /// The settings of the project with those of its tenant and its app, resolved once for the request.
    package let policy: Policy
    /// The peer's network address, without the port.
    package let remoteAddress: String
    package let userAgent: String?
    /// The request's `Idempotency-Key`, if it has one.
    package let idempotencyKey: String?

    package init(
        project: Project,
        tenant: TenantID? = nil,
        policy: Policy? = nil,
        app: PolicyOverrides = PolicyOverrides(),
        remoteAddress: String,
        userAgent: String? = nil,
        idempotencyKey: String? = nil
    ) {
        self.project = project
        self.tenant = tenant
        self.app = app
        self.policy = policy ?? project.policy
        self.remoteAddress = remoteAddress
        self.userAgent = userAgent
        self.idempotencyKey = idempotencyKey
    }

    /// - Parameters:
    ///   - project: The project that the request names.
    ///   - tenant: The tenant that it names.
    ///   - app: The app that sends it.
    ///   - remoteAddress: The peer's network address, without the port.
    ///   - userAgent: The request's `User-Agent`.
    ///   - idempotencyKey: The request's `Idempotency-Key`.
    package init(
        project: Project,
        tenant: Tenant?,
        app: App?,
        remoteAddress: String,
        userAgent: String?,
        idempotencyKey: String?
    ) {
        let overrides = app?.overrides ?? PolicyOverrides()
        self.init(
            project: project,
            tenant: tenant?.id,
            policy: .resolve(
                project.policy,
                tenant: tenant?.overrides ?? PolicyOverrides(),
                app: overrides
            ),
            app: overrides,
            remoteAddress: remoteAddress,
            userAgent: userAgent,
            idempotencyKey: idempotencyKey
        )
    }

    /// The caller in the pool of a token: its tenant's policy holds, also if the request names no tenant.
    func inPool(_ pool: UserPool, _ projects: ProjectDirectory) -> Caller {
        guard pool != self.pool, let policy = projects.policy(in: pool, app: app) else { return self }
        return Caller(
            project: project,
            tenant: pool.tenant,
            policy: policy,
            app: app,
            remoteAddress: remoteAddress,
            userAgent: userAgent,
            idempotencyKey: idempotencyKey
        )
    }

    var origin: RefreshOrigin { RefreshOrigin(userAgent: userAgent, remoteAddress: remoteAddress) }

    package var pool: UserPool { UserPool(project: project.id, tenant: tenant) }
}
