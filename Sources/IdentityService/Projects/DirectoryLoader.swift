import IdentityDomain

/// Reads the directory from its repository and makes the keys that are missing.
struct DirectoryLoader: Sendable {
    let repository: any ProjectRepository
    let vault: KeyVault
    let clock: any WallClock
    let random: any RandomSource

    private var maker: KeyMaker { KeyMaker(vault: vault, clock: clock, random: random) }

    func load(publicURL: String) async throws(ProjectDirectoryError) -> DirectoryState {
        do {
            let records = try await repository.sealedKeys().filter { $0.retiredAt == nil }
            let keyring = try await refreshTokenKeys(records.filter { $0.use == .refreshTokenAuthentication })
            var state = DirectoryState(publicURL: publicURL, currentRefreshTokenKey: keyring.current)
            for (key, record) in keyring.all {
                state.refreshTokenKeys[key.id] = key
                state.refreshTokenRecords[key.id] = record
            }
            let signing = Dictionary(
                grouping: records.filter { $0.use == .accessTokenSigning },
                by: \.project
            )
            for project in try await repository.projects() {
                try await state.put(entry(of: project, signing[project.id] ?? []))
            }
            for token in try await repository.administratorTokens() {
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

    private func entry(of project: Project, _ records: [SealedKey]) async throws -> DirectoryState.Entry {
        let maker = maker
        var keys = try records.map { record in try maker.signingKey(opening: record) }
        if keys.first?.record.supersededAt != nil || keys.isEmpty {
            let key = try maker.signingKey(for: project.id, project.settings.signingAlgorithm)
            try await repository.apply([.insertKey(key.record)])
            keys.insert(key, at: 0)
        }
        guard let entry = DirectoryState.Entry(project, keys, now: clock.now()) else {
            throw ProjectDirectoryError.unknownProject(project.id)
        }
        return entry
    }

    private func refreshTokenKeys(
        _ records: [SealedKey]
    ) async throws -> (all: [(RefreshTokenKey, SealedKey)], current: RefreshTokenKey) {
        let maker = maker
        let stored = try records.map { record in (try maker.refreshTokenKey(opening: record), record) }
        if let current = stored.first(where: { $0.1.supersededAt == nil }) {
            return (stored, current.0)
        }
        let taken = Set(stored.map(\.0.id))
        guard let id = (0...UInt8.max).first(where: { !taken.contains($0) }) else {
            throw ProjectDirectoryError.tooManyKeys
        }
        let made = try maker.refreshTokenKey(id: id)
        try await repository.apply([.insertKey(made.1)])
        return ([made] + stored, made.0)
    }
}
