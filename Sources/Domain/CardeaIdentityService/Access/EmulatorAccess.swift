package import CardeaIdentityDomain
package import CardeaSecrets

/// Access as an emulator grants it.
///
/// Any API key is valid for the default project. Projects and tenants are created when a request names them. The word
/// `owner`, in any letter case, is an administrator's credential. Every text in the form of Google's access tokens is
/// one too.
package struct EmulatorAccess: ProjectAccess {
    package let projects: ProjectDirectory
    private let maker: ProjectMaker
    private let defaultProject: ProjectID

    /// - Parameters:
    ///   - projects: The directory in which projects and tenants are created.
    ///   - defaultProject: The project of apps with any key.
    package init(projects: ProjectDirectory, defaultProject: ProjectID) {
        self.projects = projects
        self.defaultProject = defaultProject
        maker = ProjectMaker(projects: projects, defaultProject: defaultProject)
    }

    package func project(apiKey: String) async throws(IdentityError) -> Project? {
        try await project(id: defaultProject)
    }

    package func project(client: String) async throws(IdentityError) -> Project? {
        if let project = projects.project(id: ProjectID(rawValue: client)) { return project }
        return try await project(id: defaultProject)
    }

    package func project(id: ProjectID) async throws(IdentityError) -> Project? {
        if let project = projects.project(id: id) { return project }
        do {
            return try await maker.project(id)
        } catch .invalidProjectID {
            return nil
        } catch {
            throw IdentityError(error)
        }
    }

    package func project(of administrator: Actor) async throws(IdentityError) -> Project? {
        try await project(id: defaultProject)
    }

    package func administrator(presenting credential: Secret) -> Actor? {
        let text = credential.reveal()
        let isOwner = text.lowercased() == "owner" || text.hasPrefix("ya29.")
        return isOwner ? .emulator : nil
    }

    package func tenant(_ id: TenantID, in project: Project) async throws(IdentityError) -> Tenant? {
        if let tenant = projects.tenant(id, in: project.id) { return tenant }
        do {
            return try await projects.createTenant(in: project.id, id: id, by: .emulator)
        } catch .store(.taken(.tenantID)) {
            // Another request has created it.
            return projects.tenant(id, in: project.id)
        } catch .invalidTenantID, .tenantInDeletion {
            return nil
        } catch {
            throw IdentityError(error)
        }
    }

    package func scope(ofApp apiKey: String) -> RequestScope? {
        projects.scope(in: UserPool(project: defaultProject), client: apiKey)
    }
}

/// Creates each project once, also if many requests name it at the same time.
private actor ProjectMaker {
    private let projects: ProjectDirectory
    private let defaultProject: ProjectID
    private var making: [ProjectID: Task<Result<Project, ProjectDirectoryError>, Never>] = [:]

    init(projects: ProjectDirectory, defaultProject: ProjectID) {
        self.projects = projects
        self.defaultProject = defaultProject
    }

    func project(_ id: ProjectID) async throws(ProjectDirectoryError) -> Project {
        if let project = projects.project(id: id) { return project }
        let task = making[id] ?? Task { await make(id) }
        making[id] = task
        defer { making[id] = nil }
        return try await task.value.get()
    }

    private func make(_ id: ProjectID) async -> Result<Project, ProjectDirectoryError> {
        // The number that an emulator's default project is known to have.
        let number: Int64? = id == defaultProject ? 12345 : nil
        do throws(ProjectDirectoryError) {
            return .success(
                try await projects.create(id, policy: .emulated(id), number: number, by: .emulator)
            )
        } catch {
            return .failure(error)
        }
    }
}

extension Policy {
    /// The settings of a new project of an emulator: those that the public emulator has, and no limits.
    package static func emulated(_ id: ProjectID) -> Policy {
        var policy = Policy()
        // Google's admin SDKs check the issuer of an emulator's tokens.
        policy.tokens.issuer = "https://securetoken.google.com/\(id.rawValue)"
        policy.passwords.minimumLength = 6
        policy.passwords.rejectsCommon = false
        policy.signIn.protectsEmailEnumeration = false
        policy.signUp.maximumPerAddress = 0
        policy.signUp.maximumTakenPerNetwork = 0
        policy.codes.maximumPerRecipientAndNetwork = 0
        policy.codes.maximumPerRecipient = 0
        policy.codes.maximumPerAddress = 0
        policy.codes.maximumPerProject = 0
        policy.codes.continueOrigins = ["*"]
        policy.phone.maximumPerNumberAndNetwork = 0
        policy.phone.maximumPerNumber = 0
        policy.phone.maximumPerAddress = 0
        policy.phone.maximumPerProject = 0
        policy.providers.redirectURLs = ["*"]
        return policy
    }
}
