import CardeaIdentityDomain

/// Reads the directory from the store and makes the keys that are missing.
struct DirectoryLoader: Sendable {
    let store: any IdentityStore
    let vault: KeyVault
    let clock: any WallClock
    let random: any RandomSource

    private var maker: KeyMaker { KeyMaker(vault: vault, clock: clock, random: random) }

    /// - Parameters:
    ///   - publicURL: The address that clients reach this server by.
    ///   - previous: The state that was read before. Keys that have not changed are not opened again.
    /// - Returns: The state of the store at one moment.
    /// - Throws: `.store` if the store cannot be read; `.keyUnusable` if a key cannot be opened.
    func load(
        publicURL: String,
        previous: DirectoryState? = nil
    ) async throws(ProjectDirectoryError) -> DirectoryState {
        do {
            // Read before the rows: a change in between makes the state stale, and it is read again.
            let version = store.cacheVersion
            let (projects, stored, tokens) = try await store.read(
                .projects,
                .sealedKeys,
                .administratorTokens
            )
            let (tenants, apps) = try await store.read(.tenants, .apps)
            var state = try await refreshTokenKeys(
                of: stored.filter { $0.use == .refreshTokenAuthentication },
                publicURL: publicURL,
                previous
            )
            state.version = version
            let signing = Dictionary(
                grouping: stored.filter { $0.use == .accessTokenSigning },
                by: \.project
            )
            for project in projects {
                try await state.put(entry(of: project, signing[project.id] ?? [], previous))
            }
            for token in tokens { state.administrators[token.hash] = token }
            for tenant in tenants { state.put(tenant) }
            for app in apps { state.put(app) }
            return state
        } catch let error as StoreError {
            throw .store(error)
        } catch let error as ProjectDirectoryError {
            throw error
        } catch {
            throw .store(.unavailable("\(error)"))
        }
    }

    /// Reads rows that have changed.
    ///
    /// - Throws: `.store`
    func read(_ rows: Set<CachedRow>) async throws(ProjectDirectoryError) -> [DirectoryState.ReadRow] {
        do throws(StoreError) {
            var found: [DirectoryState.ReadRow] = []
            for row in rows {
                switch row {
                case .tenant(let id, let project):
                    let tenant = try await store.read(.tenant(id, in: project))
                    found.append(.tenant(tenant, UserPool(project: project, tenant: id)))
                case .app(let id): found.append(.app(try await store.read(.app(id)), id))
                }
            }
            return found
        } catch {
            throw .store(error)
        }
    }

    private func insert(_ key: SealedKey) async throws(StoreError) {
        try await store.transact(by: .server) { Decision([.sealedKey(.insert(key))], ()) }
    }

    private func entry(
        of project: Project,
        _ records: [SealedKey],
        _ previous: DirectoryState?
    ) async throws -> DirectoryState.Entry {
        let maker = maker
        let opened = previous?.entries[project.id]?.allKeys ?? []
        // The last key comes first, though the clock may have been set back before it was created.
        var ordered = records.sorted { ($0.supersededAt ?? .last) > ($1.supersededAt ?? .last) }
        var keys = try ordered.filter { $0.retiredAt == nil }.map { record in
            guard var key = opened.first(where: { $0.record.sealed == record.sealed }) else {
                return try maker.signingKey(opening: record)
            }
            key.record = record
            return key
        }
        if keys.first?.record.supersededAt != nil || keys.isEmpty {
            let key = try await maker.signingKey(for: project.id, project.policy.tokens.signingAlgorithm)
            try await insert(key.record)
            keys.insert(key, at: 0)
            ordered.insert(key.record, at: 0)
        }
        guard let entry = DirectoryState.Entry(project, keys, ordered, now: clock.now()) else {
            throw ProjectDirectoryError.unknownProject(project.id)
        }
        return entry
    }

    private func refreshTokenKeys(
        of stored: [SealedKey],
        publicURL: String,
        _ previous: DirectoryState?
    ) async throws -> DirectoryState {
        let maker = maker
        var keys: [UInt32: RefreshTokenKey] = [:]
        var records: [UInt32: SealedKey] = [:]
        for record in stored {
            guard let id = UInt32(record.id) else { throw ProjectDirectoryError.keyUnusable(record.id) }
            records[id] = record
            guard record.retiredAt == nil else { continue }
            let isOpened = previous?.refreshTokenRecords[id]?.sealed == record.sealed
            keys[id] =
                try (isOpened ? previous?.refreshTokenKeys[id] : nil)
                ?? maker.refreshTokenKey(opening: record)
        }
        var current = keys.values.first { records[$0.id]?.supersededAt == nil }
        if current == nil {
            let (key, record) = try maker.refreshTokenKey(id: records.keys.max().map { $0 + 1 } ?? 0)
            try await insert(record)
            (keys[key.id], records[key.id], current) = (key, record, key)
        }
        guard let current else { throw ProjectDirectoryError.keyUnusable("refresh token") }
        var state = DirectoryState(publicURL: publicURL, currentRefreshTokenKey: current)
        (state.refreshTokenKeys, state.refreshTokenRecords) = (keys, records)
        return state
    }
}
