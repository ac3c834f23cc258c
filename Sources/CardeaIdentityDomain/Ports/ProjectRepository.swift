/// The store of what administrators set up: projects, keys and their own credentials.
///
/// It is read at start and on change.
package protocol ProjectRepository: Sendable {
    func projects() async throws(StoreError) -> [Project]

    /// The secrets of the server and of its projects, all ages, newest first.
    func sealedKeys() async throws(StoreError) -> [SealedKey]

    func administratorTokens() async throws(StoreError) -> [AdministratorToken]

    /// Makes the changes together or not at all; when it returns, they are durable.
    ///
    /// - Throws: `taken` for a name that is in use; `conflict` when what is to be replaced or deleted is not there.
    func apply(_ changes: [DirectoryChange]) async throws(StoreError)
}

/// One change to what administrators set up.
package enum DirectoryChange: Sendable, Equatable {
    case insertProject(Project)
    /// Replaces a project's API keys and policy.
    case updateProject(Project)
    case insertKey(SealedKey)
    /// Replaces a key's dates.
    case updateKey(SealedKey)
    case insertAdministratorToken(AdministratorToken)
    /// Of two who delete the same one, the second learns that he came too late.
    case deleteAdministratorToken(id: String)
}
