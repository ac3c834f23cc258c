package import CardeaIdentityDomain

/// Access as administrators have set it up: API keys of projects, tokens of administrators.
package struct DirectoryAccess: ProjectAccess {
    private let projects: ProjectDirectory

    package init(projects: ProjectDirectory) { self.projects = projects }

    package func project(apiKey: String) -> Project? { projects.project(apiKey: apiKey) }

    package func project(client: String) -> Project? {
        projects.project(apiKey: client) ?? projects.project(id: ProjectID(rawValue: client))
    }

    package func project(id: ProjectID) -> Project? { projects.project(id: id) }

    package func project(of administrator: Administrator) -> Project? {
        administrator.project.flatMap(projects.project(id:))
    }

    package func administrator(
        presenting credential: String
    ) async throws(IdentityError) -> Administrator? {
        do {
            return try await projects.administrator(presenting: credential).map {
                Administrator(of: $0.project)
            }
        } catch {
            throw IdentityError(error)
        }
    }

    package func hasTenant(_ tenant: TenantID, in project: Project) -> Bool { false }
}

extension IdentityError {
    /// A use case has no words of its own for what befalls the directory.
    init(_ error: ProjectDirectoryError) {
        if case .store(let error) = error {
            self = Self(error)
        } else {
            self = .store(.unavailable("the project directory: \(error)"))
        }
    }
}
