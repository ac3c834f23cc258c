/// The same operations for code that is not asynchronous.
///
/// A completion is called once, on any thread. The returned task cancels the operation.
extension SessionEngine {
    /// Gets the outcome of an operation.
    public typealias Completion<Value> = @Sendable (Result<Value, SessionError>) -> Void

    /// Signs in from the stored credential; see `restore()`.
    @discardableResult
    public func restore(completion: @escaping Completion<UserProfile?>) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in try await self.restore() }
    }

    /// Begins a session; see `signIn(with:)`.
    @discardableResult
    public func signIn(
        with credential: SessionCredential,
        completion: @escaping Completion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in try await self.signIn(with: credential) }
    }

    /// Continues with a newer credential; see `updateCredential(_:cause:)`.
    @discardableResult
    public func updateCredential(
        _ credential: SessionCredential,
        cause: TokenChangeCause,
        completion: @escaping Completion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in
            try await self.updateCredential(credential, cause: cause)
        }
    }

    /// Keeps a newer profile; see `update(_:)`.
    @discardableResult
    public func update(_ profile: UserProfile, completion: @escaping Completion<Void>) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in try await self.update(profile) }
    }

    /// A credential that is valid for some time; see `validCredential(expiryMargin:)`.
    @discardableResult
    public func validCredential(
        expiryMargin: Duration? = nil,
        completion: @escaping Completion<SessionCredential>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in
            try await self.validCredential(expiryMargin: expiryMargin)
        }
    }

    /// A newer credential than one that a server rejected; see `credential(replacing:)`.
    @discardableResult
    public func credential(
        replacing rejected: SessionCredential,
        completion: @escaping Completion<SessionCredential>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in
            try await self.credential(replacing: rejected)
        }
    }

    /// Refreshes the credential now; see `refresh()`.
    @discardableResult
    public func refresh(completion: @escaping Completion<SessionCredential>) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in try await self.refresh() }
    }

    /// Signs out; see `signOut(_:scope:)`.
    @discardableResult
    public func signOut(
        _ reason: SignOutReason = .requested,
        scope: SignOutScope = .session,
        completion: @escaping @Sendable (SignOutResult) -> Void
    ) -> Task<Void, Never> {
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
