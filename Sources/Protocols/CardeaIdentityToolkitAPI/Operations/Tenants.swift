import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations

/// The tenants of a project (version 2 of Google's API).
extension ToolkitOperation {
    private static var tenants: [PathForm] { [.identityToolkit("/v2/projects/{project}/tenants")] }
    private static var tenant: [PathForm] { [.identityToolkit("/v2/projects/{project}/tenants/{tenant}")] }

    static var createTenant: Self {
        Operation(
            "tenants.create",
            "Creates a tenant. Sign-in methods that the request does not allow are off.",
            paths: tenants,
            by: [.administrator],
            tenant: .none,
            errors: .toolkit(
                .invalidDisplayName,
                .invalidArgument,
                .operationNotAllowed,
                .invalidTestingPhoneNumber
            )
        ) { (call, message: TenantResource) in
            var settings = TenantSettings(
                overrides: PolicyOverrides(),
                project: call.caller.project.policy,
                isNew: true
            )
            try message.apply(.all, to: &settings)
            let tenant = try await call.services.projects.createTenant(
                in: call.caller.project.id,
                displayName: message.displayName,
                isDisabled: message.disableAuth ?? false,
                overrides: settings.overrides,
                by: call.caller.actor
            )
            return call.resource(tenant)
        }
    }

    static var getTenant: Self {
        Operation(
            "tenants.get",
            "Returns a tenant.",
            method: .get,
            paths: tenant,
            by: [.administrator],
            tenant: .object,
            errors: .toolkit(.tenantNotFound)
        ) { (call, _: NoInput) in call.resource(try call.namedTenant) }
    }

    static var listTenants: Self {
        Operation(
            "tenants.list",
            "Lists the tenants, ordered by ID.",
            method: .get,
            paths: tenants,
            by: [.administrator],
            tenant: .none,
            errors: .toolkit(.invalidPageSelection)
        ) { (call, message: TenantPageRequest) in
            let selection = try call.pageSelection(message)
            try await call.services.projects.synchronize()
            let tenants = call.services.projects.tenants(of: call.caller.project.id)
            let (found, next) = selection.page(of: tenants) { $0.id.rawValue }
            return TenantPage(tenants: call.shown(found.map(call.resource)), nextPageToken: next)
        }
    }

    static var updateTenant: Self {
        Operation(
            "tenants.update",
            "Changes the fields of a tenant that the mask names; without a mask, those that the request has.",
            method: .patch,
            paths: tenant,
            by: [.administrator],
            tenant: .object,
            parameters: [FieldMask<TenantResource>.form],
            errors: .toolkit(
                .tenantNotFound,
                .invalidArgument,
                .operationNotAllowed,
                .invalidTestingPhoneNumber
            )
        ) { (call, message: TenantResource) in
            let mask: FieldMask<TenantResource> = try call.mask()
            let changed = try await call.services.projects.change(try call.namedTenant, by: call.caller.actor)
            { tenant in
                if mask.contains("displayName", isPresent: message.displayName != nil) {
                    tenant.displayName = message.displayName
                }
                if mask.contains("disableAuth", isPresent: message.disableAuth != nil) {
                    tenant.isDisabled = message.disableAuth ?? false
                }
                var settings = TenantSettings(
                    overrides: tenant.overrides,
                    project: call.caller.project.policy
                )
                try message.apply(mask, to: &settings)
                tenant.overrides = settings.overrides
            }
            return call.resource(changed)
        }
    }

    static var deleteTenant: Self {
        Operation(
            "tenants.delete",
            "Deletes a tenant with its users.",
            method: .delete,
            paths: tenant,
            by: [.administrator],
            tenant: .object,
            errors: .toolkit(.tenantNotFound)
        ) { (call, _: NoInput) in
            let tenant = try call.namedTenant
            try await call.services.projects.deleteTenant(
                tenant.id,
                in: tenant.project,
                by: call.caller.actor
            )
            return EmptyObject()
        }
    }
}

extension ToolkitCall {
    /// The tenant in the path.
    fileprivate var namedTenant: Tenant {
        get throws(IdentityToolkitError) {
            let id = caller.pool.tenant
            guard let id, let tenant = services.projects.tenant(id, in: caller.project.id) else {
                throw IdentityToolkitError(.tenantNotFound)
            }
            return tenant
        }
    }

    fileprivate func resource(_ tenant: Tenant) -> TenantResource {
        var resource = TenantResource(
            tenant,
            policy: .resolve(caller.project.policy, tenant: tenant.overrides)
        )
        if emulates(.tenantID) { resource.tenantId = tenant.id.rawValue }
        return resource
    }
}

extension ToolkitCall {
    func pageSelection(_ message: TenantPageRequest) throws(IdentityToolkitError) -> PageSelection {
        try PageSelection(
            limit: message.pageSize,
            token: message.pageToken,
            isEmulated: emulates(.pagesOfAnySize)
        )
    }

    /// The elements of a list as a response has them: an empty list is absent, but in an emulator.
    func shown<Element>(_ elements: [Element]) -> [Element]? {
        elements.isEmpty && !emulates(.emptyPage) ? nil : elements
    }
}

struct TenantPageRequest: InputMessage {
    var pageSize: String?
    var pageToken: String?

    static let inputFields = InputTable<Self> {
        InputField(
            \.pageSize,
            .bytes(20),
            "Number of items of a page, 1 to 1000; defaults to 20.",
            else: "INVALID_PAGE_SELECTION"
        )
        InputField(\.pageToken, .bytes(256), "Token of the previous page.", else: "INVALID_PAGE_SELECTION")
        InputField.scope
    }
}

struct TenantPage: OutputMessage {
    let tenants: [TenantResource]?
    let nextPageToken: String?

    static let outputFields = OutputTable<Self> {
        OutputField(\.tenants, "The tenants; absent if the page is empty, but in an emulator.")
        OutputField(
            \.nextPageToken,
            "Token of the next page; absent on the last one, but in an emulator if that is full."
        )
    }
}
