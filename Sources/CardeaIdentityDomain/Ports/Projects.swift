/// A change to projects.
package enum ProjectChange: Sendable, Equatable {
    case insert(Project)
    /// Replaces a project's API keys and policy.
    case update(Project)
}

/// All projects, oldest first.
package struct ProjectsLookup: Lookup {
    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [Project] {
        try reader.projects(self)
    }
}

extension Lookup where Self == ProjectsLookup {
    package static var projects: Self { ProjectsLookup() }
}

package protocol ProjectReader {
    func projects(_ lookup: ProjectsLookup) throws(StoreError) -> [Project]
}
