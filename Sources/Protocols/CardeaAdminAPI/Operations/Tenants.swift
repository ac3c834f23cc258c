import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSettings

extension AdminOperation {
    private static var tenants: [String] { ["/projects/{project}/tenants"] }
    private static var tenant: [String] { ["/projects/{project}/tenants/{tenant}"] }

    static var listTenants: Self {
        Operation("tenants.list", "Lists the tenants of a project by ID.", .get, tenants, errors: [.notFound])
        {
            (call, _: NoInput) in
            TenantList(tenants: call.projects.tenants(of: try call.project.id).map { TenantResource($0) })
        }
    }

    static var createTenant: Self {
        Operation(
            "tenants.create",
            "Creates a tenant; without an ID, it gets one from its name.",
            .post,
            tenants,
            errors: [.notFound, .conflict]
        ) { (call, message: TenantResource) in
            let tenant = try await call.projects.createTenant(
                in: try call.project.id,
                id: message.id.map(TenantID.init(rawValue:)),
                displayName: message.displayName.flatMap { $0.isEmpty ? nil : $0 },
                isDisabled: message.disabled ?? false,
                overrides: try message.settings.map { try PolicyOverrides($0) } ?? PolicyOverrides(),
                by: call.actor
            )
            return TenantResource(tenant)
        }
    }

    static var getTenant: Self {
        Operation("tenants.get", "Returns a tenant.", .get, tenant, errors: [.notFound]) {
            (call, _: NoInput) in TenantResource(try call.tenant)
        }
    }

    static var updateTenant: Self {
        Operation(
            "tenants.update",
            "Changes the fields of a tenant that the request has; an empty name removes the name, `null` removes a setting.",
            .patch,
            tenant,
            errors: [.notFound, .conflict]
        ) { (call, message: Changes<TenantResource>) in
            let changes = message.resource
            var former: SettingTree?
            let changed = try await call.projects.change(try call.tenant, by: call.actor) { tenant in
                if let name = changes.displayName { tenant.displayName = name.isEmpty ? nil : name }
                if let disabled = changes.disabled { tenant.isDisabled = disabled }
                guard let settings = changes.settings else { return }
                let before = tenant.overrides.document
                try tenant.overrides.change(by: settings)
                former = before.difference(from: tenant.overrides.document)
            }
            return TenantResource(changed, formerSettings: former)
        }
    }

    static var deleteTenant: Self {
        Operation(
            "tenants.delete",
            "Deletes a tenant with its users, and returns its last state.",
            .delete,
            tenant,
            errors: [.notFound, .conflict]
        ) { (call, _: NoInput) in
            let tenant = try call.tenant
            try await call.projects.deleteTenant(tenant.id, in: tenant.project, by: call.actor)
            return TenantResource(tenant)
        }
    }
}
