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
    /// - Returns: `nil` if the project does not exist.
    package func scope(in pool: UserPool, client: String?) -> RequestScope? {
        state.withLock { state in state.scope(in: pool, of: client.flatMap { state.app(client: $0)?.id }) }
    }

    /// The scope of an app in a pool; `nil` if the project does not exist.
    package func scope(in pool: UserPool, of app: AppID?) -> RequestScope? {
        state.withLock { $0.scope(in: pool, of: app) }
    }

    /// The settings of a project with those of a tenant and an app; `nil` if the project does not exist.
    package func policy(in pool: UserPool, of app: AppID?) -> Policy? { scope(in: pool, of: app)?.policy }
}
