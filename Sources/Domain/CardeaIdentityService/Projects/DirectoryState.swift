import CardeaEncodings
import CardeaIdentityDomain

/// The state that the project directory has read from the store.
struct DirectoryState: Sendable {
    /// A project with its keys; a class, so that a look-up copies nothing.
    final class Entry: Sendable {
        let project: Project
        /// The keys that are not retired, newest first.
        let allKeys: [SigningKey]
        /// The records of all keys, newest first.
        let keyRecords: [SealedKey]
        let keys: SigningKeys

        /// - Returns: `nil` if the project has no key in use.
        init?(_ project: Project, _ allKeys: [SigningKey], _ keyRecords: [SealedKey], now: Timestamp) {
            let overlap = TimeSpan.seconds(Int64(project.policy.tokens.accessTokenMaximumLifetime))
            guard let keys = SigningKeys(allKeys, overlap: overlap, now: now) else { return nil }
            self.project = project
            self.allKeys = allKeys
            self.keyRecords = keyRecords
            self.keys = keys
        }
    }

    /// The version of the store when this was read.
    var version = 0
    private(set) var tenants: [UserPool: Tenant] = [:]
    private(set) var apps: [AppID: App] = [:]
    private var appsByAPIKey: [ExactText: AppID] = [:]
    /// The scopes of requests since everything was read.
    private var scopes: [ScopeKey: RequestScope] = [:]
    /// The largest number of scopes that are kept.
    private static let largestScopeCount = 10_000

    /// The address that clients reach this server by, without a slash at the end.
    var publicURL: String
    private(set) var entries: [ProjectID: Entry] = [:]
    private var namesByAPIKey: [ExactText: ProjectID] = [:]
    private var namesByNumber: [Int64: ProjectID] = [:]

    /// Those in use.
    var refreshTokenKeys: [UInt32: RefreshTokenKey] = [:]
    /// Those out of use included: an id names one key for ever.
    var refreshTokenRecords: [UInt32: SealedKey] = [:]
    var currentRefreshTokenKey: RefreshTokenKey
    /// By the hash of the token.
    var administrators: [[UInt8]: AdministratorToken] = [:]

    init(publicURL: String, currentRefreshTokenKey: RefreshTokenKey) {
        self.publicURL = publicURL
        self.currentRefreshTokenKey = currentRefreshTokenKey
    }

    func project(apiKey: String) -> Project? {
        (namesByAPIKey[apiKey.exact] ?? app(apiKey: apiKey)?.project).flatMap { entries[$0]?.project }
    }

    func project(number: Int64) -> Project? { namesByNumber[number].flatMap { entries[$0]?.project } }

    func app(apiKey: String) -> App? { appsByAPIKey[apiKey.exact].flatMap { apps[$0] } }

    mutating func put(_ app: App) {
        apps[app.id] = app
        if let key = app.apiKey { appsByAPIKey[key.exact] = app.id }
    }

    mutating func put(_ tenant: Tenant) { tenants[tenant.pool] = tenant }

    /// The scope of requests that name an API key alone; `nil` if the key is unknown.
    mutating func scope(apiKey: String) -> RequestScope? {
        if let project = namesByAPIKey[apiKey.exact] { return scope(in: UserPool(project: project), of: nil) }
        return app(apiKey: apiKey).flatMap { scope(in: UserPool(project: $0.project), of: $0.id) }
    }

    /// Replaces rows that were read again, as of a version of the store.
    mutating func replace(_ rows: [ReadRow], version: Int) {
        for row in rows {
            switch row {
            case .tenant(let tenant, let pool):
                tenants[pool] = nil
                if let tenant { put(tenant) }
            case .app(let app, let id):
                if let key = apps.removeValue(forKey: id)?.apiKey { appsByAPIKey[key.exact] = nil }
                if let app { put(app) }
            }
        }
        scopes = [:]
        self.version = version
    }

    /// A row that was read again; `nil` if it is deleted.
    enum ReadRow: Sendable {
        case tenant(Tenant?, UserPool)
        case app(App?, AppID)
    }

    /// The scope of requests of an app in a pool; `nil` if there is no such project, or no such tenant in it.
    ///
    /// Apps of other projects do not count.
    mutating func scope(in pool: UserPool, of app: AppID?) -> RequestScope? {
        let app = app.flatMap { apps[$0] }.flatMap { $0.project == pool.project ? $0 : nil }
        let key = ScopeKey(pool: pool, app: app?.id)
        if let scope = scopes[key] { return scope }
        guard let project = entries[pool.project]?.project, pool.tenant == nil || tenants[pool] != nil else {
            return nil
        }
        let policy = Policy.resolve(
            project.policy,
            tenant: tenants[pool]?.overrides ?? PolicyOverrides(),
            app: app?.overrides ?? PolicyOverrides()
        )
        let scope = RequestScope(project: project, tenant: pool.tenant, app: app?.id, policy: policy)
        if scopes.count == Self.largestScopeCount { scopes = [:] }
        scopes[key] = scope
        return scope
    }

    /// The app that names itself by an API key or an OAuth client ID.
    func app(client: String) -> App? { app(apiKey: client) ?? apps[AppID(rawValue: client)] }

    private struct ScopeKey: Hashable {
        let pool: UserPool
        let app: AppID?
    }

    mutating func put(_ entry: Entry) {
        let id = entry.project.id
        for key in entries[id]?.project.apiKeys ?? [] { namesByAPIKey[key.exact] = nil }
        for key in entry.project.apiKeys { namesByAPIKey[key.exact] = id }
        namesByNumber[entry.project.number] = id
        entries[id] = entry
    }

    /// The project's keys at this moment.
    mutating func keys(of id: ProjectID, now: Timestamp) -> SigningKeys? {
        guard let entry = entries[id] else { return nil }
        guard let staleAt = entry.keys.staleAt, staleAt <= now else { return entry.keys }
        guard let current = Entry(entry.project, entry.allKeys, entry.keyRecords, now: now) else {
            return nil
        }
        entries[id] = current
        return current.keys
    }
}
