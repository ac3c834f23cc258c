package import CardeaIdentityDomain
package import CardeaSecrets

/// Finds the project, tenant and administrator of a request.
package protocol ProjectAccess: Sendable {
    /// The projects, tenants and apps that requests name.
    var projects: ProjectDirectory { get }
    /// The project that an app names by its API key.
    func project(apiKey: String) async throws(IdentityError) -> Project?
    /// The project that an OAuth client names by its `client_id`: an API key, an app's ID or the project's ID.
    func project(client: String) async throws(IdentityError) -> Project?
    func project(id: ProjectID) async throws(IdentityError) -> Project?
    /// The project of an administrator who names no project.
    func project(of administrator: Actor) async throws(IdentityError) -> Project?
    /// The administrator who presents a credential; `nil` if it is invalid.
    func administrator(presenting credential: Secret) async throws(IdentityError) -> Actor?
    /// A tenant of a project, also if it is disabled; `nil` if it does not exist.
    func tenant(_ id: TenantID, in project: Project) async throws(IdentityError) -> Tenant?
    /// The scope of an app that names nothing but its API key; `nil` if it is not known without waiting.
    func scope(ofApp apiKey: String) -> RequestScope?
}

extension ProjectAccess {
    /// The project that a path names by its number; `nil` if it does not exist.
    package func project(number: Int64) -> Project? { projects.project(number: number) }

    /// The app that names itself by an API key or an OAuth client ID; `nil` if the name is that of the project.
    package func app(client: String, of project: Project) -> App? {
        projects.app(client: client, of: project.id)
    }

    /// The scope of a request: its project, its tenant, and the app that names itself by an API key or client ID.
    ///
    /// - Throws: `.scope(.tenantNotFound)`
    package func scope(
        of project: Project,
        tenant: TenantID?,
        client: String?
    ) throws(IdentityError) -> RequestScope {
        let pool = UserPool(project: project.id, tenant: tenant)
        guard let scope = projects.scope(in: pool, client: client) else { throw .scope(.tenantNotFound) }
        return scope
    }
}
