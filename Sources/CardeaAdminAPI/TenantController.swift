import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// `/admin/v1/projects/{project}/tenants`: the tenants of a project.
struct TenantController {
    let projects: ProjectDirectory

    private static let tenants = "/admin/v1/projects/{project}/tenants"
    private static let tenant = "/admin/v1/projects/{project}/tenants/{tenant}"

    func addRoutes(to router: inout Router) {
        router.answer(.get, Self.tenants) { _, parameters in
            let project = try projects.named(parameters["project"])
            return .json(
                encoding: TenantListMessage(tenants: projects.tenants(of: project.id).map(TenantMessage.init))
            )
        }
        router.answer(.post, Self.tenants) { request, parameters in
            let project = try projects.named(parameters["project"])
            let new = try request.message(NewTenantMessage.self)
            let tenant = try await projects.createTenant(
                in: project.id,
                id: new.id.map(TenantID.init(rawValue:)),
                displayName: new.displayName,
                overrides: try new.settings.map { try PolicyOverrides($0) } ?? PolicyOverrides()
            )
            return .json(encoding: TenantMessage(tenant))
        }
        router.answer(.get, Self.tenant) { _, parameters in
            .json(encoding: TenantMessage(try named(parameters)))
        }
        router.answer(.patch, Self.tenant) { request, parameters in
            var tenant = try named(parameters)
            let changes = try request.message(TenantChangeMessage.self)
            if let name = changes.displayName { tenant.displayName = name.isEmpty ? nil : name }
            if let disabled = changes.disabled { tenant.isDisabled = disabled }
            if let settings = changes.settings { try tenant.overrides.change(by: settings) }
            try await projects.update(tenant)
            return .json(encoding: TenantMessage(tenant))
        }
        router.answer(.delete, Self.tenant) { _, parameters in
            let tenant = try named(parameters)
            try await projects.deleteTenant(tenant.id, in: tenant.project)
            return .json(encoding: TenantMessage(tenant))
        }
    }

    private func named(_ parameters: PathParameters) throws -> Tenant {
        let project = try projects.named(parameters["project"])
        let id = TenantID(rawValue: parameters["tenant"] ?? "")
        guard let tenant = projects.tenant(id, in: project.id) else {
            throw AdminError(.notFound, "there is no tenant '\(id.rawValue)'")
        }
        return tenant
    }
}
