import CardeaIdentityDomain

/// Reads the directory from the store and makes the keys that are missing.
struct DirectoryLoader: Sendable {
    let store: any IdentityStore
    let vault: KeyVault
    let clock: any WallClock
    let random: any RandomSource

    private var maker: KeyMaker { KeyMaker(vault: vault, clock: clock, random: random) }

    func load(publicURL: String) async throws(ProjectDirectoryError) -> DirectoryState {
        do {
            let stored = try await store.read(.sealedKeys)
            var state = try await refreshTokenKeys(
                of: stored.filter { $0.use == .refreshTokenAuthentication },
                publicURL: publicURL
            )
            let records = stored.filter { $0.retiredAt == nil }
            let signing = Dictionary(
                grouping: records.filter { $0.use == .accessTokenSigning },
                by: \.project
            )
            for project in try await store.read(.projects) {
                try await state.put(entry(of: project, signing[project.id] ?? []))
            }
            for token in try await store.read(.administratorTokens) {
                state.administrators[token.hash] = token
            }
            return state
        } catch let error as StoreError {
            throw .store(error)
        } catch let error as ProjectDirectoryError {
            throw error
        } catch {
            throw .store(.unavailable("\(error)"))
        }
    }

    private func insert(_ key: SealedKey) async throws(StoreError) {
        try await store.transact { Decision([.sealedKey(.insert(key))], ()) }
    }

    private func entry(of project: Project, _ records: [SealedKey]) async throws -> DirectoryState.Entry {
        let maker = maker
        // The key in use comes first, though the clock may have been set back before it was made.
        let ordered = records.filter { $0.supersededAt == nil } + records.filter { $0.supersededAt != nil }
        var keys = try ordered.map { record in try maker.signingKey(opening: record) }
        if keys.first?.record.supersededAt != nil || keys.isEmpty {
            let key = try maker.signingKey(for: project.id, project.policy.tokens.signingAlgorithm)
            try await insert(key.record)
            keys.insert(key, at: 0)
        }
        guard let entry = DirectoryState.Entry(project, keys, now: clock.now()) else {
            throw ProjectDirectoryError.unknownProject(project.id)
        }
        return entry
    }

    private func refreshTokenKeys(
        of stored: [SealedKey],
        publicURL: String
    ) async throws -> DirectoryState {
        let maker = maker
        var keys: [UInt32: RefreshTokenKey] = [:]
        var records: [UInt32: SealedKey] = [:]
        for record in stored {
            guard let id = UInt32(record.id) else { throw ProjectDirectoryError.keyUnusable(record.id) }
            records[id] = record
            if record.retiredAt == nil { keys[id] = try maker.refreshTokenKey(opening: record) }
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
