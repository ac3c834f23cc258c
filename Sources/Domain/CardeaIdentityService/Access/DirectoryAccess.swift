package import CardeaIdentityDomain
package import CardeaSecrets

/// Access as administrators have configured it: API keys of projects and apps, tokens of administrators.
///
/// Each look-up sees what this node or another has stored before.
package struct DirectoryAccess: ProjectAccess {
    package let projects: ProjectDirectory
    private let didAdmitAdministrator: @Sendable () -> Void

    /// - Parameters:
    ///   - projects: The projects, tenants, apps and credentials.
    ///   - didAdmitAdministrator: Called after a credential of an administrator was accepted.
    package init(
        projects: ProjectDirectory,
        didAdmitAdministrator: @escaping @Sendable () -> Void = {}
    ) {
        self.projects = projects
        self.didAdmitAdministrator = didAdmitAdministrator
    }

    package func project(apiKey: String) async throws(IdentityError) -> Project? {
        try await synchronized { $0.project(apiKey: apiKey) }
    }

    package func project(client: String) async throws(IdentityError) -> Project? {
        try await synchronized { projects in
            projects.project(apiKey: client) ?? projects.project(id: ProjectID(rawValue: client))
                ?? projects.app(AppID(rawValue: client)).flatMap { projects.project(id: $0.project) }
        }
    }

    package func project(id: ProjectID) async throws(IdentityError) -> Project? {
        try await synchronized { $0.project(id: id) }
    }

    package func project(of administrator: Actor) async throws(IdentityError) -> Project? {
        guard let id = administrator.project else { return nil }
        return try await project(id: id)
    }

    package func administrator(
        presenting credential: Secret
    ) async throws(IdentityError) -> Actor? {
        let administrator = try await find(credential)
        if administrator != nil { didAdmitAdministrator() }
        return administrator
    }

    private func find(_ credential: Secret) async throws(IdentityError) -> Actor? {
        do {
            if let token = try await projects.administrator(presenting: credential) {
                let grants = [Grant(.owner, of: token.project)]
                return .administrator(Administrator(id: token.id, name: token.name, grants: grants))
            }
        } catch {
            throw IdentityError(error)
        }
        do {
            return try await ServiceAccounts(projects: projects).administrator(presenting: credential)
        } catch .store(let error) {
            throw IdentityError(error)
        } catch {
            return nil
        }
    }

    package func tenant(_ id: TenantID, in project: Project) async throws(IdentityError) -> Tenant? {
        try await synchronized { $0.tenant(id, in: project.id) }
    }

    package func scope(ofApp apiKey: String) -> RequestScope? {
        projects.isCurrent ? projects.scope(apiKey: apiKey) : nil
    }

    private func synchronized<Found>(
        _ find: (ProjectDirectory) -> Found?
    ) async throws(IdentityError) -> Found? {
        if !projects.isCurrent {
            do {
                try await projects.synchronize()
            } catch {
                throw IdentityError(error)
            }
        }
        return find(projects)
    }
}

extension IdentityError {
    /// A use case reports an error of the project directory as one of the store.
    init(_ error: ProjectDirectoryError) {
        if case .store(let error) = error {
            self = Self(error)
        } else {
            self = .store(.unavailable("the project directory: \(error)"))
        }
    }
}
