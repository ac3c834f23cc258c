import CardeaCryptography
package import CardeaIdentityDomain
import CardeaEncodings
import CardeaLocks

extension ProjectDirectory {
    private var maker: KeyMaker { KeyMaker(vault: vault, clock: clock, random: random) }

    /// Creates a project with a number, an API key and a signing key of its own.
    package func create(
        _ id: ProjectID,
        policy: Policy = Policy(),
        number: Int64? = nil,
        apiKeys: [String]? = nil,
        by actor: Actor
    ) async throws(ProjectDirectoryError) -> Project {
        guard id.isWellFormed else { throw .invalidProjectID(id.rawValue) }
        if let problem = policy.problem() { throw .invalidSetting(problem) }
        let project = Project(
            id: id,
            number: number ?? newNumber(),
            createdAt: clock.now(),
            apiKeys: apiKeys ?? [newAPIKey()],
            policy: policy
        )
        let key = try await maker.signingKey(for: id, policy.tokens.signingAlgorithm)
        do throws(ProjectDirectoryError) {
            try await apply([.project(.insert(project)), .sealedKey(.insert(key.record))], by: actor)
        } catch .store(.taken(.projectID)) {
            let pool = UserPool(project: id)
            let exists = try await stored { () async throws(StoreError) in
                try await store.read(.hasPool(pool))
            }
            throw exists ? .store(.taken(.projectID)) : .projectInDeletion(id)
        }
        return project
    }

    /// Deletes a project with everything that belongs to it.
    ///
    /// It is absent at once; housekeeping deletes its users and its security events in steps.
    ///
    /// - Throws: `.unknownProject`; `.onlyProject`; `.store`.
    package func delete(_ id: ProjectID, by actor: Actor) async throws(ProjectDirectoryError) {
        let deletion = Change.project(.delete(id, at: clock.now()))
        let found = try await stored { () async throws(StoreError) in
            try await store.transact(.projects, by: actor) { projects in
                let (isFound, isOnly) = (projects.contains { $0.id == id }, projects.count == 1)
                return Decision(isFound && !isOnly ? [deletion] : [], (isFound: isFound, isOnly: isOnly))
            }
        }
        guard found.isFound else { throw .unknownProject(id) }
        guard !found.isOnly else { throw .onlyProject(id) }
        try? await synchronize()
    }

    /// Changes the API keys and the policy of a project; another signing algorithm begins with a new key.
    ///
    /// The new key is announced, as by a rotation. In a project that is younger than an announcement it signs at once:
    /// the first minutes of a project are those of its set-up.
    ///
    /// - Parameters:
    ///   - project: The project, of which only the ID counts.
    ///   - actor: The identity behind the change.
    ///   - edit: Gets the project as it is stored. It runs again if another change was stored meanwhile.
    /// - Returns: The project as it is stored now.
    /// - Throws: `.unknownProject`, `.invalidSetting`, `.store`, and the errors of `edit`.
    @discardableResult package func change(
        _ project: Project,
        by actor: Actor,
        edit: (inout Project) throws -> Void
    ) async throws -> Project {
        var successor: SigningKey?
        return try await repeated { () async throws -> Project? in
            let entry = try await entry(of: project.id)
            let present = entry.project
            var changed = present
            try edit(&changed)
            guard changed != present else { return present }
            try check(changed, after: present)
            var changes = [Change.project(.update(changed))]
            let algorithm = changed.policy.tokens.signingAlgorithm
            if algorithm != present.policy.tokens.signingAlgorithm {
                guard let key = successor, key.published.algorithm == SignatureAlgorithm(algorithm) else {
                    // It takes a while: the keys that it supersedes are read after it.
                    let isNew = clock.now() < present.createdAt + PublishedKey.announcement
                    successor = try await maker.signingKey(
                        for: present.id,
                        algorithm,
                        startingAfter: isNew ? nil : PublishedKey.announcement
                    )
                    return nil
                }
                changes += succession(of: key, to: entry.allKeys)
            }
            return try await apply(changes, ifUnchanged: entry, by: actor) ? changed : nil
        }
    }

    /// - Throws: `.invalidSetting` if the change makes a setting invalid, or an override of a tenant or an app.
    private func check(_ changed: Project, after present: Project) throws(ProjectDirectoryError) {
        if let problem = changed.policy.problem(besides: present.policy.allProblems) {
            throw .invalidSetting(problem)
        }
        try checkOverrides(under: changed.policy, after: present.policy, of: changed.id)
    }

    /// Creates a key that signs after its announcement; older keys verify until their last token has expired.
    ///
    /// - Parameters:
    ///   - id: The project.
    ///   - atOnce: Whether the key signs without an announcement; verifiers reject its tokens until their caches have it.
    ///   - retiringOthers: Whether the older keys have leaked: they stop at once, so that the new key signs at once.
    ///   - actor: The identity behind the change.
    /// - Throws: `.unknownProject`; `.keyUnusable`; `.store`.
    package func rotateSigningKey(
        of id: ProjectID,
        atOnce: Bool = false,
        retiringOthers: Bool = false,
        by actor: Actor
    ) async throws {
        try await repeated { () async throws -> Void? in
            let entry = try await entry(of: id)
            let key = try await maker.signingKey(
                for: id,
                entry.project.policy.tokens.signingAlgorithm,
                startingAfter: atOnce || retiringOthers ? nil : PublishedKey.announcement
            )
            let changes = succession(of: key, to: entry.allKeys, retiring: retiringOthers)
            return try await apply(changes, ifUnchanged: entry, by: actor) ? () : nil
        }
    }

    /// Begins to make refresh tokens with a new key; older keys continue verifying until they are retired.
    ///
    /// To retire them signs everybody out whose refresh token is older than the new key.
    package func rotateRefreshTokenKey(retiringOthers: Bool = false, by actor: Actor) async throws {
        try await repeated { () async throws -> Void? in
            try await synchronize()
            let records = state.withLock { $0.refreshTokenRecords }
            let now = clock.now()
            let (_, record) = try maker.refreshTokenKey(id: records.keys.reduce(0, max) + 1)
            let older = records.mapValues { record in
                var record = record
                record.supersede(at: now, retire: retiringOthers)
                return record
            }
            let superseded = older.filter { $1 != records[$0] }.values.map { Change.sealedKey(.update($0)) }
            let changes = [.sealedKey(.insert(record))] + superseded
            let isStored = try await apply(changes, ifUnchanged: .sealedKeys, by: actor) {
                $0.refreshTokenKeys == Array(records.values).byID
            }
            return isStored ? () : nil
        }
    }

    /// The changes that insert a new signing key and supersede the older ones.
    private func succession(
        of key: SigningKey,
        to older: [SigningKey],
        retiring: Bool = false
    ) -> [Change] {
        let now = clock.now()
        var superseded = older
        for index in superseded.indices {
            superseded[index].record.supersede(at: key.record.startsAt ?? now, retire: retiring)
        }
        let updates = zip(superseded, older).filter { $0.record != $1.record }
        return [.sealedKey(.insert(key.record))] + updates.map { .sealedKey(.update($0.0.record)) }
    }

    /// Makes changes if a project and its keys are still as they were read.
    private func apply(
        _ changes: [Change],
        ifUnchanged entry: DirectoryState.Entry,
        by actor: Actor
    ) async throws(ProjectDirectoryError) -> Bool {
        try await apply(changes, ifUnchanged: .projects, .sealedKeys, by: actor) { projects, keys in
            projects.contains(entry.project)
                && keys.signingKeys(of: entry.project.id) == entry.keyRecords.byID
        }
    }

    /// A project with its keys, as it is stored now.
    private func entry(of id: ProjectID) async throws(ProjectDirectoryError) -> DirectoryState.Entry {
        try await synchronize()
        guard let entry = state.withLock({ $0.entries[id] }) else { throw .unknownProject(id) }
        return entry
    }

    /// Twelve digits, as such numbers have elsewhere.
    private func newNumber() -> Int64 {
        100_000_000_000 + Int64(random.word() % 900_000_000_000)
    }

    /// A new API key: 39 characters that need no escape in a query.
    package func newAPIKey() -> String { "cdk_" + Base64URL.encode(random.bytes(26)) }
}

extension [SealedKey] {
    fileprivate var byID: [ExactText: SealedKey] {
        Dictionary(map { ($0.id.exact, $0) }) { first, _ in first }
    }

    fileprivate var refreshTokenKeys: [ExactText: SealedKey] {
        filter { $0.use == .refreshTokenAuthentication }.byID
    }

    fileprivate func signingKeys(of project: ProjectID) -> [ExactText: SealedKey] {
        filter { $0.use == .accessTokenSigning && $0.project == project }.byID
    }
}

extension SealedKey {
    fileprivate mutating func supersede(at now: Timestamp, retire: Bool) {
        supersededAt = supersededAt ?? now
        if retire { retiredAt = retiredAt ?? now }
    }
}
