/// A change to projects.
package enum ProjectChange: Sendable, Equatable {
    case insert(Project)
    /// Replaces a project's API keys and policy.
    case update(Project)
    /// Makes the project and its tenants absent for every reader, and deletes everything that belongs to them but users and
    /// security events. Those are deleted in steps, and then the row.
    case delete(ProjectID, at: Timestamp)
    /// Deletes what is left of a deleted project, and its row once its last user and its last event are deleted.
    case deleteRemainder(ProjectID)
}

/// All projects, oldest first.
package struct ProjectsLookup: Lookup {
    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [Project] {
        try reader.projects(self)
    }
}

extension Lookup where Self == ProjectsLookup {
    package static var projects: Self { ProjectsLookup() }
}

/// Whether a pool may get users: neither its project nor its tenant is deleted.
package struct PoolLookup: Lookup {
    package let pool: UserPool

    package func read(from reader: some RowReader) throws(StoreError) -> Bool { try reader.hasPool(self) }
}

extension Lookup where Self == PoolLookup {
    package static func hasPool(_ pool: UserPool) -> Self { PoolLookup(pool: pool) }
}

/// The pool of a project or a tenant that was deleted, and is not deleted from the store yet.
package struct DeletedPoolLookup: Lookup {
    package func read(from reader: some RowReader) throws(StoreError) -> UserPool? {
        try reader.deletedPool(self)
    }
}

extension Lookup where Self == DeletedPoolLookup {
    package static var deletedPool: Self { DeletedPoolLookup() }
}

package protocol ProjectReader {
    func projects(_ lookup: ProjectsLookup) throws(StoreError) -> [Project]
    func hasPool(_ lookup: PoolLookup) throws(StoreError) -> Bool
    func deletedPool(_ lookup: DeletedPoolLookup) throws(StoreError) -> UserPool?
}
