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

    /// Sends a request of the app; see `data(for:options:)`.
    public func data(
        for request: HTTPRequest,
        options: RequestOptions = RequestOptions(),
        completion: @escaping Completion<HTTPResponse>
    ) {
        complete(completion) { () async throws(SessionError) in
            try await self.data(for: request, options: options)
        }
    }

    /// A credential that is good for some time yet; see `validCredential(leeway:)`.
    public func validCredential(leeway: Duration? = nil, completion: @escaping Completion<Credential>) {
        complete(completion) { () async throws(SessionError) in try await self.validCredential(leeway: leeway)
        }
    }

    /// Renews the credential now; see `refresh()`.
    public func refresh(completion: @escaping Completion<Credential>) {
        complete(completion) { () async throws(SessionError) in try await self.refresh() }
    }

    /// Signs out; see `signOut(_:)`.
    public func signOut(
        _ reason: SignOutReason = .requested,
        completion: @escaping @Sendable (SignOutResult) -> Void
    ) {
        Task { completion(await self.signOut(reason)) }
    }

    private func complete<Value: Sendable>(
        _ completion: @escaping Completion<Value>,
        _ operation: @escaping @Sendable () async throws(SessionError) -> Value
    ) {
        Task {
            do throws(SessionError) {
                completion(.success(try await operation()))
            } catch {
                completion(.failure(error))
            }
        }
    }
}
