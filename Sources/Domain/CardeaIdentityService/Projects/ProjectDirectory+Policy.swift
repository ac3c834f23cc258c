import CardeaEncodings
package import CardeaIdentityDomain
import CardeaLocks

extension ProjectDirectory {
    /// The app of a client.
    ///
    /// - Parameters:
    ///   - client: Its API key, or its OAuth client ID.
    ///   - project: The project of the request. Apps of other projects do not count.
    /// - Returns: `nil` if the client names the project itself.
    package func app(client: String, of project: ProjectID) -> App? {
        let app = state.withLock { $0.app(client: client) }
        return app?.project == project ? app : nil
    }

    /// The scope of an app that names nothing but its API key; `nil` if the key is unknown.
    package func scope(apiKey: String) -> RequestScope? { state.withLock { $0.scope(apiKey: apiKey) } }

    /// The scope of a request.
    ///
    /// - Parameters:
    ///   - pool: The project, and the tenant if the request names one.
    ///   - client: The API key or OAuth client ID of the request; it may be that of the project itself.
    /// - Returns: `nil` if the project or the tenant does not exist.
    package func scope(in pool: UserPool, client: String?) -> RequestScope? {
        state.withLock { state in state.scope(in: pool, of: client.flatMap { state.app(client: $0)?.id }) }
    }

    /// The scope of an app in a pool; `nil` if the project or the tenant does not exist.
    package func scope(in pool: UserPool, of app: AppID?) -> RequestScope? {
        state.withLock { $0.scope(in: pool, of: app) }
    }

    /// The settings of a project with those of a tenant and an app; `nil` if the project or the tenant does not exist.
    package func policy(in pool: UserPool, of app: AppID?) -> Policy? { scope(in: pool, of: app)?.policy }

    /// Checks settings that a tenant or an app has of its own beside those of its project.
    ///
    /// - Parameters:
    ///   - overrides: The new settings.
    ///   - former: The stored ones.
    ///   - project: The project.
    /// - Throws: `.invalidSetting` if they contradict each other; `.unknownProject`.
    func check(
        _ overrides: PolicyOverrides,
        after former: PolicyOverrides?,
        in project: ProjectID
    ) throws(ProjectDirectoryError) {
        guard let policy = self.project(id: project)?.policy else { throw .unknownProject(project) }
        let known = policy.allProblems + (former.map(policy.problems(with:)) ?? [])
        if let problem = policy.problems(with: overrides).first(where: { !known.contains(exact: $0) }) {
            throw .invalidSetting(problem)
        }
    }

    /// Checks a project's new settings beside those that its tenants and apps have of their own.
    ///
    /// - Throws: `.invalidSetting`, which names the tenant or the app.
    func checkOverrides(
        under policy: Policy,
        after former: Policy,
        of project: ProjectID
    ) throws(ProjectDirectoryError) {
        func problem(with overrides: PolicyOverrides) -> String? {
            let known = former.problems(with: overrides)
            return policy.problems(with: overrides).first { !known.contains(exact: $0) }
        }
        for tenant in tenants(of: project) {
            guard let problem = problem(with: tenant.overrides) else { continue }
            throw .invalidSetting("tenant '\(tenant.id.rawValue)': \(problem)")
        }
        for app in apps(of: project) {
            guard let problem = problem(with: app.overrides) else { continue }
            throw .invalidSetting("app '\(app.id.rawValue)': \(problem)")
        }
    }
}

extension Policy {
    /// One line for each setting that is not allowed beside the overrides; none if there are no overrides.
    fileprivate func problems(with overrides: PolicyOverrides) -> [String] {
        overrides.isEmpty ? [] : Policy.resolve(self, tenant: overrides).allProblems
    }
}
