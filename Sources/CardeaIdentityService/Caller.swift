package import CardeaIdentityDomain

/// The sender of a request: the project, tenant and app, the policy that holds, and the network address.
package struct Caller: Sendable {
    package let project: Project
    package private(set) var tenant: TenantID?
    /// The app, if it has an entry of its own.
    package let app: AppID?
    /// The settings of the project with those of its tenant and its app, resolved once for the request.
    package private(set) var policy: Policy
    /// The peer's network address, without the port.
    package let remoteAddress: String
    package let userAgent: String?
    /// The request's `Idempotency-Key`, if it has one.
    package let idempotencyKey: String?
    /// The language of mails and pages, as a tag (BCP 47), if the request names one.
    package let language: String?

    package init(
        project: Project,
        tenant: TenantID? = nil,
        app: AppID? = nil,
        policy: Policy? = nil,
        remoteAddress: String,
        userAgent: String? = nil,
        idempotencyKey: String? = nil,
        language: String? = nil
    ) {
        self.project = project
        self.tenant = tenant
        self.app = app
        self.policy = policy ?? project.policy
        self.remoteAddress = remoteAddress
        self.userAgent = userAgent
        self.idempotencyKey = idempotencyKey
        self.language = language.flatMap { Self.isLanguage($0) ? $0 : nil }
    }

    var origin: RefreshOrigin { RefreshOrigin(userAgent: userAgent, remoteAddress: remoteAddress) }

    private static func isLanguage(_ tag: String) -> Bool {
        (2...35).contains(tag.utf8.count)
            && tag.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122, 45, 95: true
                default: false
                }
            }
    }

    /// The client as OAuth names it: the app, or the project if the app has no entry.
    var clientID: String { app?.rawValue ?? project.id.rawValue }

    package var pool: UserPool { UserPool(project: project.id, tenant: tenant) }
}

extension Caller {
    /// The same caller in the tenant of its token: a request with a token need not name the tenant.
    func moved(to pool: UserPool, in projects: ProjectDirectory) -> Caller {
        var caller = self
        (caller.tenant, caller.policy) = (pool.tenant, projects.policy(in: pool, for: self))
        return caller
    }
}

extension ProjectDirectory {
    /// The settings for a request with a token of a pool.
    func policy(in pool: UserPool, for caller: Caller) -> Policy {
        guard pool.tenant != caller.tenant else { return caller.policy }
        return policy(in: pool, of: caller.app) ?? caller.policy
    }
}
