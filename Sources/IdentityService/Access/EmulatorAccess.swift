package import IdentityDomain

/// Access as an emulator grants it: any API key opens the default project, projects and tenants appear when they
/// are named, and the word `owner` makes an administrator.
package struct EmulatorAccess: ProjectAccess {
    private let projects: ProjectDirectory
    private let defaultProject: ProjectID
    private let settings: ProjectSettings

    /// - Parameters:
    ///   - projects: Where the projects appear.
    ///   - defaultProject: The project of apps, whatever their key.
    ///   - settings: What a project has that appears.
    package init(
        projects: ProjectDirectory,
        defaultProject: ProjectID,
        settings: ProjectSettings = ProjectSettings()
    ) {
        self.projects = projects
        self.defaultProject = defaultProject
        self.settings = settings
    }

    package func project(apiKey: String) async throws(IdentityError) -> Project? {
        try await project(id: defaultProject)
    }

    package func project(client: String) async throws(IdentityError) -> Project? {
        if let project = projects.project(id: ProjectID(rawValue: client)) { return project }
        return try await project(id: defaultProject)
    }

    package func project(id: ProjectID) async throws(IdentityError) -> Project? {
        if let project = projects.project(id: id) { return project }
        do {
            return try await projects.create(id, settings: settings)
        } catch .invalidProjectID {
            return nil
        } catch .store(.taken) {
            // Another request that named it came first.
            return projects.project(id: id)
        } catch {
            throw IdentityError(error)
        }
    }

    package func project(of administrator: Administrator) async throws(IdentityError) -> Project? {
        try await project(id: defaultProject)
    }

    package func administrator(presenting credential: String) -> Administrator? {
        credential == "owner" ? Administrator(of: nil) : nil
    }

    package func hasTenant(_ tenant: TenantID, in project: Project) -> Bool { true }
}
