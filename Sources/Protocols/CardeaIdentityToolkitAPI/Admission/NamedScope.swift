import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations

/// The project and the tenant that a request names, in its path or its fields.
struct NamedScope {
    /// The part of the request that holds `targetProjectId` and `tenantId`.
    enum Source {
        case fields(RequestFields)
        case query(QueryItems)
    }

    private let pathProject: String?
    private let targetProject: String?
    private let pathTenant: String?
    private let fieldTenant: String?

    /// - Throws: If a field is not a text.
    init(_ path: PathParameters, _ source: Source) throws(FieldError) {
        pathProject = path["project"]
        pathTenant = path["tenant"]
        switch source {
        case .fields(let fields):
            targetProject = try fields.text("targetProjectId")
            fieldTenant = try fields.text("tenantId")
        case .query(let query):
            targetProject = query["targetProjectId"]
            fieldTenant = query["tenantId"]
        }
    }

    /// Whether the request names neither a project nor a tenant.
    var isEmpty: Bool {
        pathProject == nil && targetProject == nil && pathTenant == nil && fieldTenant == nil
    }

    /// The project, if the credentials are valid for it.
    func project(_ credentials: Credentials, _ access: any ProjectAccess) async throws -> Project {
        if let pathProject, let targetProject, pathProject.exact != targetProject.exact {
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
    func tenant(
        of project: Project,
        _ rule: TenantRule,
        _ access: any ProjectAccess
    ) async throws -> TenantID? {
        if let pathTenant, let fieldTenant, pathTenant.exact != fieldTenant.exact {
            throw IdentityToolkitError(.tenantIDMismatch)
        }
        guard let name = pathTenant ?? fieldTenant else { return nil }
        guard rule != .none else { throw IdentityToolkitError(.unsupportedTenantOperation) }
        guard let tenant = try await access.tenant(TenantID(rawValue: name), in: project) else {
            throw IdentityError.scope(.tenantNotFound)
        }
        guard !tenant.isDisabled || rule == .object else { throw IdentityError.scope(.tenantDisabled) }
        return tenant.id
    }

    /// The project of an app; only its API key may name it.
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
        _ administrator: Actor,
        apiKey: String?,
        _ access: any ProjectAccess
    ) async throws -> Project {
        if let name = pathProject ?? targetProject {
            // The names of resources in responses have the number, and no ID begins with a digit.
            let id = Int64(name).flatMap(access.project(number:))?.id ?? ProjectID(rawValue: name)
            // The response must not reveal to others whether the project exists.
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
