/// A change to tenants.
package enum TenantChange: Sendable, Equatable {
    /// Adds a tenant. Its ID must be free in the project.
    case insert(Tenant)
    /// Replaces everything but the id and the time of creation. The transaction fails if the tenant is absent.
    case update(Tenant)
    /// Makes the tenant absent for every reader, and deletes its messages in the outbox. Its users are deleted in steps, and
    /// then the row.
    case delete(TenantID, ProjectID, at: Timestamp)
    /// Deletes the row of a deleted tenant, once its last user is deleted.
    case deleteRemainder(TenantID, ProjectID)
}

/// All tenants of all projects, ordered by project and id.
package struct TenantsLookup: Lookup {
    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [Tenant] { try reader.tenants(self) }
}

extension Lookup where Self == TenantsLookup {
    package static var tenants: Self { TenantsLookup() }
}

/// The tenant of a pool, unless it is deleted.
package struct TenantLookup: Lookup {
    package let id: TenantID
    package let project: ProjectID

    package func read(from reader: some RowReader) throws(StoreError) -> Tenant? { try reader.tenant(self) }
}

extension Lookup where Self == TenantLookup {
    package static func tenant(_ id: TenantID, in project: ProjectID) -> Self {
        TenantLookup(id: id, project: project)
    }
}

/// Whether a pool may get users: it is the project's own, or its tenant is not deleted.
package struct PoolLookup: Lookup {
    package let pool: UserPool

    package func read(from reader: some RowReader) throws(StoreError) -> Bool {
        guard let tenant = pool.tenant else { return true }
        return try reader.tenant(.tenant(tenant, in: pool.project)) != nil
    }
}

extension Lookup where Self == PoolLookup {
    package static func hasPool(_ pool: UserPool) -> Self { PoolLookup(pool: pool) }
}

/// The pool of a deleted tenant whose users are not all deleted.
package struct DeletedTenantLookup: Lookup {
    package func read(from reader: some RowReader) throws(StoreError) -> UserPool? {
        try reader.deletedTenant(self)
    }
}

extension Lookup where Self == DeletedTenantLookup {
    package static var deletedTenant: Self { DeletedTenantLookup() }
}

package protocol TenantReader {
    func tenant(_ lookup: TenantLookup) throws(StoreError) -> Tenant?
    func tenants(_ lookup: TenantsLookup) throws(StoreError) -> [Tenant]
    func deletedTenant(_ lookup: DeletedTenantLookup) throws(StoreError) -> UserPool?
}
