import CardeaCryptography
import CardeaEncodings
package import CardeaIdentityDomain
import CardeaLocks
package import CardeaSecrets

/// Apps: the programs that use a project.
extension ProjectDirectory {
    /// The app with a client ID; `nil` if it does not exist.
    package func app(_ id: AppID) -> App? { state.withLock { $0.apps[id] } }

    /// The app with an API key.
    ///
    /// A project's own API keys belong to no app.
    package func app(apiKey: String) -> App? { state.withLock { $0.app(apiKey: apiKey) } }

    /// The apps of a project, ordered by id.
    package func apps(of project: ProjectID) -> [App] {
        state.withLock { Array($0.apps.values) }
            .filter { $0.project == project }
            .sorted { $0.id.rawValue < $1.id.rawValue }
    }

    /// Creates an app with an API key, and with a secret if it is a back end.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - kind: The kind of the program.
    ///   - displayName: For administrators.
    ///   - overrides: The settings of the project that the app replaces.
    /// - Returns: The app, and its secret, of which only the hash is kept: it cannot be shown again.
    /// - Throws: `.unknownProject`, `.invalidSetting`, `.store`.
    package func createApp(
        in project: ProjectID,
        kind: App.Kind,
        displayName: String,
        overrides: PolicyOverrides = PolicyOverrides()
    ) async throws(ProjectDirectoryError) -> (app: App, secret: Secret?) {
        try check(overrides, after: nil, in: project)
        let secret = kind == .server ? "cds_" + Base64URL.encode(random.bytes(32)) : nil
        let app = App(
            id: AppID(rawValue: "cdc_" + Base64URL.encode(random.bytes(16))),
            project: project,
            createdAt: clock.now(),
            kind: kind,
            displayName: displayName,
            apiKey: "cdk_" + Base64URL.encode(random.bytes(26)),
            secretHash: secret.map { SHA256.hash($0.utf8) },
            overrides: overrides
        )
        try await apply([.app(.insert(app))])
        return (app, secret.map(Secret.init(_:)))
    }

    /// Replaces everything of an app but its id, project and time of creation.
    ///
    /// - Throws: `.store(.conflict)` if there is no such app; `.invalidSetting`.
    package func update(_ app: App) async throws(ProjectDirectoryError) {
        try check(app.overrides, after: self.app(app.id)?.overrides, in: app.project)
        try await apply([.app(.update(app))])
    }

    /// Deletes an app.
    ///
    /// Its API key names nothing any more.
    ///
    /// - Throws: `.store(.conflict)` if there is no such app.
    package func deleteApp(_ id: AppID) async throws(ProjectDirectoryError) {
        try await apply([.app(.delete(id))])
    }
}

extension App {
    /// Whether the client that presents this secret, or none, is this app.
    ///
    /// The comparison takes the same time for each secret.
    package func accepts(secret: Secret?) -> Bool {
        guard let secretHash else { return secret == nil }
        guard let secret else { return false }
        return ConstantTime.equal(SHA256.hash(secret.utf8), secretHash)
    }
}
