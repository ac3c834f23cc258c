/// The same operations for code that is not asynchronous; completions are called once, on any thread.
extension SessionEngine {
    /// Gets the outcome of an operation.
    public typealias Completion<Value> = @Sendable (Result<Value, SessionError>) -> Void

    /// Signs in from the stored credential; see `restore()`.
    public func restore(completion: @escaping Completion<UserProfile?>) {
        complete(completion) { () async throws(SessionError) in try await self.restore() }
    }

    /// Begins a session; see `signIn(with:)`.
    public func signIn(with credential: SessionCredential, completion: @escaping Completion<Void>) {
        complete(completion) { () async throws(SessionError) in try await self.signIn(with: credential) }
    }

    /// Goes on with a newer credential; see `updateCredential(_:cause:)`.
    public func updateCredential(
        _ credential: SessionCredential,
        cause: TokenChangeCause,
        completion: @escaping Completion<Void>
    ) {
        complete(completion) { () async throws(SessionError) in
            try await self.updateCredential(credential, cause: cause)
        }
    }

    /// Keeps a newer profile; see `update(_:)`.
    public func update(_ profile: UserProfile, completion: @escaping Completion<Void>) {
        complete(completion) { () async throws(SessionError) in try await self.update(profile) }
    }

    /// A credential that is good for some time yet; see `validCredential(expiryMargin:)`.
    public func validCredential(
        expiryMargin: Duration? = nil,
        completion: @escaping Completion<SessionCredential>
    ) {
        complete(completion) { () async throws(SessionError) in
            try await self.validCredential(expiryMargin: expiryMargin)
        }
    }

    /// A newer credential than one that a server rejected; see `credential(replacing:)`.
    public func credential(
        replacing refused: SessionCredential,
        completion: @escaping Completion<SessionCredential>
    ) {
        complete(completion) { () async throws(SessionError) in
            try await self.credential(replacing: refused)
        }
    }

    /// Refreshes the credential now; see `refresh()`.
    public func refresh(completion: @escaping Completion<SessionCredential>) {
        complete(completion) { () async throws(SessionError) in try await self.refresh() }
    }

    /// Signs out; see `signOut(_:scope:)`.
    public func signOut(
        _ reason: SignOutReason = .requested,
        scope: SignOutScope = .session,
        completion: @escaping @Sendable (SignOutResult) -> Void
    ) {
        Task { completion(await self.signOut(reason, scope: scope)) }
    }

    /// Runs an operation and hands its result to a completion.
    @discardableResult
    func complete<Value: Sendable>(
        _ completion: @escaping Completion<Value>,
        _ operation: @escaping @Sendable () async throws(SessionError) -> Value
    ) -> Task<Void, Never> {
        Task {
            do throws(SessionError) {
                completion(.success(try await operation()))
            } catch {
                completion(.failure(error))
            }
        }
    }
}
