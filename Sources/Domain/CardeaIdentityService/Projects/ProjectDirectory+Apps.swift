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
            .sorted { $0.id.rawValue.exact < $1.id.rawValue.exact }
    }

    /// Creates an app with an API key, and with a secret if it is a back end.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - kind: The kind of the program.
    ///   - displayName: For administrators.
    ///   - overrides: The settings of the project that the app replaces.
    ///   - actor: The identity behind the change.
    /// - Returns: The app, and its secret, of which only the hash is kept: it cannot be shown again.
    /// - Throws: `.unknownProject`, `.invalidSetting`, `.store`.
    package func createApp(
        in project: ProjectID,
        kind: App.Kind,
        displayName: String,
        overrides: PolicyOverrides = PolicyOverrides(),
        by actor: Actor
    ) async throws(ProjectDirectoryError) -> (app: App, secret: Secret?) {
        try check(overrides, after: nil, in: project)
        let secret = kind == .server ? newSecret() : nil
        let app = App(
            id: AppID(rawValue: "cdc_" + Base64URL.encode(random.bytes(16))),
            project: project,
            createdAt: clock.now(),
            kind: kind,
            displayName: ProfileRules.withoutControls(displayName),
            apiKey: "cdk_" + Base64URL.encode(random.bytes(26)),
            secretHash: secret.map { SHA256.hash($0.utf8) },
            overrides: overrides
        )
        try await apply([.app(.insert(app))], by: actor)
        return (app, secret.map(Secret.init(_:)))
    }

    /// Changes everything of an app but its ID, project and time of creation.
    ///
    /// - Parameters:
    ///   - app: The app, of which only the ID counts.
    ///   - actor: The identity behind the change.
    ///   - edit: Gets the app as it is stored. It runs again if another change was stored meanwhile.
    /// - Returns: The app as it is stored now.
    /// - Throws: `.store(.conflict)` if there is no such app; `.invalidSetting`; the errors of `edit`.
    @discardableResult package func change(
        _ app: App,
        by actor: Actor,
        edit: (inout App) throws -> Void
    ) async throws -> App {
        try await repeated { () async throws -> App? in
            try await synchronize()
            guard let present = self.app(app.id) else { throw ProjectDirectoryError.store(.conflict) }
            var changed = present
            try edit(&changed)
            changed.displayName = ProfileRules.withoutControls(changed.displayName)
            try check(changed.overrides, after: present.overrides, in: app.project)
            return try await apply([.app(.update(changed))], ifUnchanged: .app(app.id), by: actor) {
                $0 == present
            }
                ? changed : nil
        }
    }

    /// Gives a back end a new secret; the former one is invalid at once, and the client ID stays.
    ///
    /// - Returns: The app, and its secret, of which only the hash is kept.
    /// - Throws: `.store(.conflict)` if there is no such app, or it has no secret.
    package func replaceSecret(of app: App, by actor: Actor) async throws -> (app: App, secret: Secret) {
        let secret = newSecret()
        let changed = try await change(app, by: actor) { app in
            guard app.secretHash != nil else { throw ProjectDirectoryError.store(.conflict) }
            app.secretHash = SHA256.hash(secret.utf8)
        }
        return (changed, Secret(secret))
    }

    private func newSecret() -> String { "cds_" + Base64URL.encode(random.bytes(32)) }

    /// Deletes an app.
    ///
    /// Its API key names nothing any more.
    ///
    /// - Throws: `.store(.conflict)` if there is no such app.
    package func deleteApp(_ id: AppID, by actor: Actor) async throws(ProjectDirectoryError) {
        try await apply([.app(.delete(id))], by: actor)
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
