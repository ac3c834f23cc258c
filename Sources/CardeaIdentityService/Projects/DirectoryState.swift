import CardeaIdentityDomain

/// What the project directory has read from the store.
struct DirectoryState: Sendable {
    /// A project with its keys.
    struct Entry: Sendable {
        var project: Project
        /// The keys that are not retired, newest first.
        var allKeys: [SigningKey]
        /// The records of all keys, newest first.
        let keyRecords: [SealedKey]
        var keys: SigningKeys

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
    var tenants: [UserPool: Tenant] = [:]
    private(set) var apps: [AppID: App] = [:]
    private var appsByAPIKey: [String: AppID] = [:]

    /// The address that clients reach this server by, without a slash at the end.
    var publicURL: String
    private(set) var entries: [ProjectID: Entry] = [:]
    private var namesByAPIKey: [String: ProjectID] = [:]
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
        (namesByAPIKey[apiKey] ?? app(apiKey: apiKey)?.project).flatMap { entries[$0]?.project }
    }

    func app(apiKey: String) -> App? { appsByAPIKey[apiKey].flatMap { apps[$0] } }

    mutating func put(_ app: App) {
        apps[app.id] = app
        if let key = app.apiKey { appsByAPIKey[key] = app.id }
    }

    func project(number: Int64) -> Project? { namesByNumber[number].flatMap { entries[$0]?.project } }

    mutating func put(_ entry: Entry) {
        let id = entry.project.id
        for key in entries[id]?.project.apiKeys ?? [] { namesByAPIKey[key] = nil }
        for key in entry.project.apiKeys { namesByAPIKey[key] = id }
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
