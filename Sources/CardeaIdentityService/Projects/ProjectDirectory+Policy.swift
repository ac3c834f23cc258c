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
        let app = state.withLock { $0.app(apiKey: client) ?? $0.apps[AppID(rawValue: client)] }
        return app?.project == project ? app : nil
    }

    /// The settings of a project with those of a tenant and an app; `nil` if the project does not exist.
    ///
    /// They are resolved at the first request after a change, and kept.
    package func policy(in pool: UserPool, of app: AppID?) -> Policy? {
        state.withLock { $0.policy(in: pool, of: app) }
    }
}
