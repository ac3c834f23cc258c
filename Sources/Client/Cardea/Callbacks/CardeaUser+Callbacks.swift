public import CardeaSession
public import Foundation
public import CardeaHTTPTransport

/// The same operations for code that is not asynchronous; cancelling the returned task cancels the operation.
extension CardeaUser {
    /// Fetches what was changed elsewhere; see `reload()`.
    @discardableResult
    public func reload(completion: @escaping CardeaCompletion<UserProfile>) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.reload() }
    }

    /// Changes the profile; see `updateProfile(displayName:photoURL:)`.
    @discardableResult
    public func updateProfile(
        displayName: ProfileChange<String> = .keep,
        photoURL: ProfileChange<URL> = .keep,
        completion: @escaping CardeaCompletion<UserProfile>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.updateProfile(displayName: displayName, photoURL: photoURL)
        }
    }

    /// Changes the password; see `updatePassword(_:)`.
    @discardableResult
    public func updatePassword(
        _ password: String,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.updatePassword(password) }
    }

    /// Changes the e-mail address; see `updateEmail(_:)`.
    @discardableResult
    public func updateEmail(
        _ email: String,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.updateEmail(email) }
    }

    /// Proves again who the user is; see `reauthenticate(password:)`.
    @discardableResult
    public func reauthenticate(
        password: String,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.reauthenticate(password: password)
        }
    }

    /// Upgrades an anonymous user; see `link(email:password:)`.
    @discardableResult
    public func link(
        email: String,
        password: String,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.link(email: email, password: password)
        }
    }

    /// Deletes the user; see `delete()`.
    @discardableResult
    public func delete(completion: @escaping CardeaCompletion<Void>) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.delete() }
    }

    /// An access token that is valid for some time; see `accessToken(forcingRefresh:)`.
    @discardableResult
    public func accessToken(
        forcingRefresh: Bool = false,
        completion: @escaping CardeaCompletion<SessionSecret>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.accessToken(forcingRefresh: forcingRefresh)
        }
    }

    /// An ID token that is valid for some time; see `idToken(forcingRefresh:)`.
    @discardableResult
    public func idToken(
        forcingRefresh: Bool = false,
        completion: @escaping CardeaCompletion<SessionSecret>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.idToken(forcingRefresh: forcingRefresh)
        }
    }

    /// Sends a request as this user; see `data(for:options:)`.
    @discardableResult
    public func data(
        for request: CardeaRequest,
        options: RequestOptions = RequestOptions(),
        completion: @escaping CardeaCompletion<CardeaResponse>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.data(for: request, options: options)
        }
    }
}
