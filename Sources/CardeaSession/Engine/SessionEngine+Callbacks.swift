/// The same operations for code that is not asynchronous; completions are called once, on any thread.
extension SessionEngine {
    /// Gets the outcome of an operation.
    public typealias Completion<Value> = @Sendable (Result<Value, SessionError>) -> Void

    /// Signs in from the stored credential; see `restore()`.
    public func restore(completion: @escaping Completion<Profile>) {
        complete(completion) { () async throws(SessionError) in try await self.restore() }
    }

    /// Begins a session; see `adopt(_:)`.
    public func adopt(_ credential: Credential, completion: @escaping Completion<Void>) {
        complete(completion) { () async throws(SessionError) in try await self.adopt(credential) }
    }

    /// Goes on with a newer credential; see `replace(_:cause:)`.
    public func replace(
        _ credential: Credential,
        cause: TokenChangeCause,
        completion: @escaping Completion<Void>
    ) {
        complete(completion) { () async throws(SessionError) in
            try await self.replace(credential, cause: cause)
        }
    }

    /// Keeps a newer profile; see `update(_:)`.
    public func update(_ profile: Profile, completion: @escaping Completion<Void>) {
        complete(completion) { () async throws(SessionError) in try await self.update(profile) }
    }

    /// A credential that is good for some time yet; see `validCredential(leeway:)`.
    public func validCredential(leeway: Duration? = nil, completion: @escaping Completion<Credential>) {
        complete(completion) { () async throws(SessionError) in try await self.validCredential(leeway: leeway)
        }
    }

    /// A newer credential than one that a server refused; see `credential(replacing:)`.
    public func credential(replacing refused: Credential, completion: @escaping Completion<Credential>) {
        complete(completion) { () async throws(SessionError) in
            try await self.credential(replacing: refused)
        }
    }

    /// Renews the credential now; see `refresh()`.
    public func refresh(completion: @escaping Completion<Credential>) {
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
