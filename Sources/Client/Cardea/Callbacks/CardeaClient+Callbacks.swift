public import CardeaSession
public import Foundation

/// The same operations for code that is not asynchronous; cancelling the returned task cancels the operation.
extension CardeaClient {
    /// Creates a user; see `signUp(email:password:tenantID:)`.
    @discardableResult
    public func signUp(
        email: String,
        password: String,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<CardeaUser>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.signUp(email: email, password: password, tenantID: tenantID)
        }
    }

    /// Signs in; see `signIn(email:password:tenantID:)`.
    @discardableResult
    public func signIn(
        email: String,
        password: String,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<CardeaUser>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.signIn(email: email, password: password, tenantID: tenantID)
        }
    }

    /// Creates an anonymous user; see `signInAnonymously(tenantID:)`.
    @discardableResult
    public func signInAnonymously(
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<CardeaUser>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.signInAnonymously(tenantID: tenantID)
        }
    }

    /// Signs in with an access token alone; see `signIn(accessToken:expiresAt:)`.
    @discardableResult
    public func signIn(
        accessToken: SessionSecret,
        expiresAt: Date? = nil,
        completion: @escaping CardeaCompletion<CardeaUser>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.signIn(accessToken: accessToken, expiresAt: expiresAt)
        }
    }

    /// Signs in from what is stored; see `restore()`.
    @discardableResult
    public func restore(completion: @escaping CardeaCompletion<CardeaUser?>) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.restore() }
    }

    /// Makes a user the current one; see `makeCurrent(_:)`.
    @discardableResult
    public func makeCurrent(
        _ user: CardeaUser,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.makeCurrent(user) }
    }

    /// Forgets the current user; see `signOut(endingSession:)`.
    @discardableResult
    public func signOut(
        endingSession: Bool = true,
        completion: @escaping @Sendable (SignOutResult) -> Void
    ) -> Task<Void, Never> {
        Task { completion(await self.signOut(endingSession: endingSession)) }
    }
}
