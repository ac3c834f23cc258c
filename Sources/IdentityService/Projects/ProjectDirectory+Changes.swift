package import IdentityDomain
import Encodings
import Locks

extension ProjectDirectory {
    private var maker: KeyMaker { KeyMaker(vault: vault, clock: clock, random: random) }

    /// Makes a project with a number, an API key and a signing key of its own.
    package func create(
        _ id: ProjectID,
        settings: ProjectSettings = ProjectSettings(),
        number: Int64? = nil,
        apiKeys: [String]? = nil
    ) async throws(ProjectDirectoryError) -> Project {
        guard id.isWellFormed else { throw .invalidProjectID(id.rawValue) }
        if let setting = settings.firstInvalidSetting { throw .invalidSetting(setting) }
        let project = Project(
            id: id,
            number: number ?? newNumber(),
            createdAt: clock.now(),
            apiKeys: apiKeys ?? [newAPIKey()],
            settings: settings
        )
        let key = try maker.signingKey(for: id, settings.signingAlgorithm)
        try await stored { () async throws(StoreError) in
            try await repository.insert(project)
            try await repository.insert(key.record)
        }
        put(project, [key])
        return project
    }

    /// Replaces a project's API keys and settings; another signing algorithm begins with a new key.
    package func update(_ project: Project) async throws(ProjectDirectoryError) {
        guard let present = state.withLock({ $0.entries[project.id] }) else {
            throw .unknownProject(project.id)
        }
        if let setting = project.settings.firstInvalidSetting { throw .invalidSetting(setting) }
        try await stored { () async throws(StoreError) in
            try await repository.update(project)
        }
        let now = clock.now()
        state.withLock { state in
            let keys = state.entries[project.id]?.allKeys ?? present.allKeys
            if let entry = DirectoryState.Entry(project, keys, now: now) { state.put(entry) }
        }
        if project.settings.signingAlgorithm != present.project.settings.signingAlgorithm {
            try await rotateSigningKey(of: project.id)
        }
    }

    /// Begins to sign with a new key; older ones verify until the last token made with them has expired, or
    /// stop at once when they are to be retired, as keys must be that have leaked.
    package func rotateSigningKey(
        of id: ProjectID,
        retiringOthers: Bool = false
    ) async throws(ProjectDirectoryError) {
        guard let entry = state.withLock({ $0.entries[id] }) else { throw .unknownProject(id) }
        let now = clock.now()
        let key = try maker.signingKey(for: id, entry.project.settings.signingAlgorithm)
        var older = entry.allKeys
        for index in older.indices {
            older[index].record.supersede(at: now, retire: retiringOthers)
        }
        try await stored { () async throws(StoreError) in
            try await repository.insert(key.record)
            for (after, before) in zip(older, entry.allKeys) where after.record != before.record {
                try await repository.update(after.record)
            }
        }
        put(entry.project, [key] + older)
    }

    /// Begins to make refresh tokens with a new key; older keys go on verifying until they are retired.
    ///
    /// To retire them signs everybody out whose refresh token is older than the new key.
    package func rotateRefreshTokenKey(retiringOthers: Bool = false) async throws(ProjectDirectoryError) {
        let records = state.withLock { $0.refreshTokenRecords }
        let current = currentRefreshTokenKey.id
        guard let id = (1...255).map({ current &+ UInt8($0) }).first(where: { records[$0] == nil }) else {
            throw .tooManyKeys
        }
        let now = clock.now()
        let (key, record) = try maker.refreshTokenKey(id: id)
        let older = records.mapValues { record in
            var record = record
            record.supersede(at: now, retire: retiringOthers)
            return record
        }
        try await stored { () async throws(StoreError) in
            try await repository.insert(record)
            for (id, after) in older where after != records[id] { try await repository.update(after) }
        }
        state.withLock { state in
            for (id, record) in older {
                state.refreshTokenRecords[id] = record
                if retiringOthers { state.refreshTokenKeys[id] = nil }
            }
            state.refreshTokenKeys[key.id] = key
            state.refreshTokenRecords[key.id] = record
            state.currentRefreshTokenKey = key
        }
    }

    private func put(_ project: Project, _ keys: [SigningKey]) {
        let now = clock.now()
        state.withLock { state in
            if let entry = DirectoryState.Entry(project, keys, now: now) { state.put(entry) }
        }
    }

    /// Twelve digits, as such numbers have elsewhere.
    private func newNumber() -> Int64 {
        100_000_000_000 + Int64(random.word() % 900_000_000_000)
    }

    /// 39 characters that need no escape in a query.
    private func newAPIKey() -> String { "cdk_" + Base64URL.encode(random.bytes(26)) }
}

extension SealedKey {
    fileprivate mutating func supersede(at now: Timestamp, retire: Bool) {
        supersededAt = supersededAt ?? now
        if retire { retiredAt = retiredAt ?? now }
    }
}
