package import CardeaIdentityDomain

/// Finds the project, tenant and administrator of a request.
package protocol ProjectAccess: Sendable {
    /// The project that an app names by its API key.
    func project(apiKey: String) async throws(IdentityError) -> Project?
    /// The project that an OAuth client names by its `client_id`: an API key, an app's ID or the project's ID.
    func project(client: String) async throws(IdentityError) -> Project?
    func project(id: ProjectID) async throws(IdentityError) -> Project?
    /// The app that a client names by its API key or its ID; `nil` if the client is no app.
    ///
    /// It is valid after the project was found.
    func app(client: String) -> App?
    /// The project of an administrator who names no project.
    func project(of administrator: Administrator) async throws(IdentityError) -> Project?
    /// The administrator who presents a credential; `nil` if it is invalid.
    func administrator(presenting credential: String) async throws(IdentityError) -> Administrator?
    /// A tenant of a project, also if it is disabled; `nil` if there is none.
    func tenant(_ id: TenantID, in project: Project) async throws(IdentityError) -> Tenant?
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
