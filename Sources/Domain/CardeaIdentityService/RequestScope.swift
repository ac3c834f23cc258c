package import CardeaIdentityDomain

/// The project, tenant and app of a request, with the settings that hold for them.
///
/// It is made once after a change, and all requests of the scope share it.
package final class RequestScope: Sendable {
    package let project: Project
    /// `nil` for the project's own pool.
    package let tenant: TenantID?
    /// The app, if it has an entry of its own.
    package let app: AppID?
    /// The settings of the project with those of its tenant and its app.
    package let policy: Policy

    package init(project: Project, tenant: TenantID? = nil, app: AppID? = nil, policy: Policy? = nil) {
        self.project = project
        self.tenant = tenant
        self.app = app
        self.policy = policy ?? project.policy
    }

    package var pool: UserPool { UserPool(project: project.id, tenant: tenant) }
}
