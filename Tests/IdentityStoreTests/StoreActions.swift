import CardeaIdentityDomain

extension IdentityRepository {
    /// Makes changes that depend on nothing.
    func make(_ changes: Change...) async throws(StoreError) { try await make(changes) }

    func make(_ changes: [Change]) async throws(StoreError) {
        try await transact(Selection()) { _ in Decision(changes, ()) }
    }

    func user(_ key: Selection.UserKey) async throws(StoreError) -> User? {
        try await read(Selection(user: key)).user
    }

    func user(_ id: UserID, in pool: UserPool = .main) async throws(StoreError) -> User? {
        try await user(.id(id, pool))
    }

    func session(_ number: UInt64) async throws(StoreError) -> Session? {
        try await read(Selection(session: .sample(number))).session
    }

    /// Moves a session on from whatever state it is found in.
    ///
    /// - Returns: The state it was moved to; `nil` where there is no such live session.
    func refresh(_ number: UInt64, pending branch: UInt64) async throws(StoreError) -> RotationState? {
        try await transact(Selection(session: .sample(number), user: .ofSession)) { found in
            guard let session = found.session, session.revocation == nil else { return .unchanged(nil) }
            let next = session.rotation.advanced(pending: branch)
            return Decision([.rotate(session.id, from: session.rotation, to: next)], next)
        }
    }
}

extension ProjectRepository {
    func insert(_ project: Project) async throws(StoreError) { try await apply([.insertProject(project)]) }
    func update(_ project: Project) async throws(StoreError) { try await apply([.updateProject(project)]) }
    func insert(_ key: SealedKey) async throws(StoreError) { try await apply([.insertKey(key)]) }
    func update(_ key: SealedKey) async throws(StoreError) { try await apply([.updateKey(key)]) }

    func insert(_ token: AdministratorToken) async throws(StoreError) {
        try await apply([.insertAdministratorToken(token)])
    }

    func deleteAdministratorToken(_ id: String) async throws(StoreError) {
        try await apply([.deleteAdministratorToken(id: id)])
    }
}
