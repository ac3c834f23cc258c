internal import CardeaIdentityWire
internal import CardeaSession

extension AdminClient {
    /// Creates a tenant.
    ///
    /// - Parameter properties: Its fields. Sign-in methods that are not given are off.
    /// - Returns: The tenant, with the ID that the server chose.
    /// - Throws: `invalidArgument` and failures of the request.
    public func createTenant(_ properties: TenantChanges) async throws(AdminError) -> Tenant {
        try Tenant(try await shared.api.tenants(.post, nil, TenantResource(properties)) as TenantResource)
    }

    /// A tenant by its ID.
    ///
    /// - Throws: `tenantNotFound` and others.
    public func tenant(_ id: String) async throws(AdminError) -> Tenant {
        try Tenant(try await shared.api.tenants(.get, id) as TenantResource)
    }

    /// All tenants, ordered by ID.
    public func tenants() async throws(AdminError) -> [Tenant] {
        struct Page: Decodable {
            let tenants: [TenantResource]?
            let nextPageToken: String?
        }
        var tenants: [Tenant] = []
        var pageToken: String?
        repeat {
            var query = ["pageSize": "1000"]
            query["pageToken"] = pageToken
            let page: Page = try await shared.api.tenants(.get, query: query)
            for resource in page.tenants ?? [] { tenants.append(try Tenant(resource)) }
            pageToken = page.nextPageToken.flatMap { $0.isEmpty ? nil : $0 }
        } while pageToken != nil
        return tenants
    }

    /// Changes a tenant.
    ///
    /// - Parameters:
    ///   - id: The tenant.
    ///   - changes: The fields that change.
    /// - Returns: The tenant after the change.
    /// - Throws: `tenantNotFound` and others.
    @discardableResult
    public func updateTenant(_ id: String, _ changes: TenantChanges) async throws(AdminError) -> Tenant {
        let resource = TenantResource(changes)
        let query = ["updateMask": resource.mask]
        return try Tenant(try await shared.api.tenants(.patch, id, query: query, resource) as TenantResource)
    }

    /// Deletes a tenant with its users.
    ///
    /// - Throws: `tenantNotFound` and others.
    public func deleteTenant(_ id: String) async throws(AdminError) {
        let _: EmptyResponse = try await shared.api.tenants(.delete, id)
    }
}
