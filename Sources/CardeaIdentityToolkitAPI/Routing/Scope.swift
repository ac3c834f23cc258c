import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire

/// The project and tenant that a request names, in its path or its fields.
struct Scope {
    private let pathProject: String?
    private let targetProject: String?
    private let pathTenant: String?
    private let fieldTenant: String?

    /// - Parameters:
    ///   - path: Holds `project` and `tenant` where the route has them.
    ///   - target: `targetProjectId`.
    ///   - tenant: `tenantId`.
    init(_ path: PathParameters, target: String?, tenant: String?) {
        pathProject = path["project"]
        targetProject = target
        pathTenant = path["tenant"]
        fieldTenant = tenant
    }

    /// The project, if these credentials open it.
    func project(_ credentials: Credentials, _ access: any ProjectAccess) async throws -> Project {
        if let pathProject, let targetProject, pathProject != targetProject {
            throw IdentityToolkitError(.invalidProjectID)
        }
        guard let administrator = credentials.administrator else {
            return try await project(apiKey: credentials.apiKey, access)
        }
        let project = try await project(administrator, apiKey: credentials.apiKey, access)
        guard administrator.mayAdminister(project.id) else { throw IdentityToolkitError.permissionDenied }
        return project
    }

    /// The tenant; `nil` for the project's own pool.
    func tenant(of project: Project, _ access: any ProjectAccess) throws(IdentityToolkitError) -> TenantID? {
        if let pathTenant, let fieldTenant, pathTenant != fieldTenant {
            throw IdentityToolkitError(.tenantIDMismatch)
        }
        guard let name = pathTenant ?? fieldTenant else { return nil }
        let tenant = TenantID(rawValue: name)
        guard access.hasTenant(tenant, in: project) else { throw IdentityToolkitError(.tenantNotFound) }
        return tenant
    }

    /// The project of an app, which its API key alone may name.
    private func project(apiKey: String?, _ access: any ProjectAccess) async throws -> Project {
        if pathProject != nil { throw IdentityToolkitError.missingAdministratorCredential }
        if targetProject != nil {
            throw IdentityToolkitError(
                .insufficientPermission,
                "Only authenticated requests can specify target_project_id."
            )
        }
        guard let project = try await access.project(apiKey: apiKey ?? "") else {
            throw IdentityToolkitError.unknownAPIKey
        }
        return project
    }

    private func project(
        _ administrator: Administrator,
        apiKey: String?,
        _ access: any ProjectAccess
    ) async throws -> Project {
        if let id = (pathProject ?? targetProject).map(ProjectID.init(rawValue:)) {
            // Who may not administer a project does not learn either whether there is one.
            guard administrator.mayAdminister(id) else { throw IdentityToolkitError.permissionDenied }
            guard let project = try await access.project(id: id) else {
                throw IdentityToolkitError(.projectNotFound)
            }
            return project
        }
        if let apiKey { return try await project(apiKey: apiKey, access) }
        guard let project = try await access.project(of: administrator) else {
            throw IdentityToolkitError(.invalidProjectID, "target_project_id is required.")
        }
        return project
    }
}
