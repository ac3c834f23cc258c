package import CardeaIdentityDomain

/// Says which project a request means, and what an administrator's credential opens.
package protocol ProjectAccess: Sendable {
    /// The project that an app names by its API key.
    func project(apiKey: String) async throws(IdentityError) -> Project?
    /// The project that an OAuth client names by its `client_id`: an API key or the project's id.
    func project(client: String) async throws(IdentityError) -> Project?
    func project(id: ProjectID) async throws(IdentityError) -> Project?
    /// The project of an administrator who names none.
    func project(of administrator: Administrator) async throws(IdentityError) -> Project?
    /// Who presents a credential; `nil` when it is none.
    func administrator(presenting credential: String) async throws(IdentityError) -> Administrator?
    /// Whether a project has a tenant of that name.
    func hasTenant(_ tenant: TenantID, in project: Project) -> Bool
}

/// Someone who may administer one project or all.
package struct Administrator: Sendable, Equatable {
    /// `nil` for all projects.
    package let project: ProjectID?

    package init(of project: ProjectID?) { self.project = project }

    package func mayAdminister(_ project: ProjectID) -> Bool {
        self.project == nil || self.project == project
    }
}
