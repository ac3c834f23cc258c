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
    package var extent: ReadExtent { .manyRows }

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

package protocol TenantReader {
    func tenant(_ lookup: TenantLookup) throws(StoreError) -> Tenant?
    func tenants(_ lookup: TenantsLookup) throws(StoreError) -> [Tenant]
}
