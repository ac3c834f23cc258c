public import CardeaSession
public import Foundation
internal import IdentityWire

extension CardeaUser {
    /// Fetches what was changed on other devices, or by an administrator.
    ///
    /// - Returns: The user's profile.
    /// - Throws: `refreshTokenFailed` when the user was deleted or disabled, `networkUnavailable` and others.
    @discardableResult
    public func reload() async throws(CardeaError) -> Profile {
        let info = try await session.authenticated { (server, token) async throws(ServerFailure) in
            try await server.lookup(token)
        }
        guard let info, info.localId == uid else { throw CardeaError(.userNotFound) }
        return try await take(Profile(info))
    }

    /// Changes the display name, the picture's address, or both.
    ///
    /// - Parameters:
    ///   - displayName: What happens to the name to show to people.
    ///   - photoURL: What happens to the address of a picture of the user.
    /// - Returns: The user's profile.
    /// - Throws: `invalidArgument`, `networkUnavailable` and others.
    @discardableResult
    public func updateProfile(
        displayName: ProfileChange<String> = .keep,
        photoURL: ProfileChange<URL> = .keep
    ) async throws(CardeaError) -> Profile {
        let received = try await session.authenticated { (server, token) async throws(ServerFailure) in
            try await server.update(token) { request in
                request.displayName = displayName.value
                request.photoUrl = photoURL.value?.absoluteString
                request.deleteAttribute = [
                    displayName == .clear ? UserAttribute.displayName : nil,
                    photoURL == .clear ? UserAttribute.photoURL : nil,
                ].compactMap(\.self)
            }
        }
        var changed = profile
        if displayName != .keep { changed.displayName = displayName.value }
        if photoURL != .keep { changed.photoURL = photoURL.value }
        try await take(received, cause: .refreshed)
        return try await take(changed)
    }
}

extension CardeaUser {
    /// Keeps a newer profile.
    @discardableResult
    func take(_ profile: Profile) async throws(CardeaError) -> Profile {
        try await session.sessionCall { () async throws(SessionError) in
            try await session.engine.update(profile)
        }
        return profile
    }

    /// Keeps newer tokens; what is known of the user stays.
    func take(_ credential: Credential, cause: TokenChangeCause) async throws(CardeaError) {
        var credential = credential
        credential.profile = nil
        try await session.sessionCall { () async throws(SessionError) in
            try await session.engine.replace(credential, cause: cause)
        }
    }

    /// Keeps the tokens that came with an update, if any did.
    func take(_ received: Received<UpdateResponse>, cause: TokenChangeCause) async throws(CardeaError) {
        let credential: Credential?
        do {
            credential = try Credential(received)
        } catch {
            throw CardeaError(error)
        }
        if let credential { try await take(credential, cause: cause) }
    }
}

extension ProfileChange {
    /// The new value, if there is one.
    fileprivate var value: Value? {
        guard case .set(let value) = self else { return nil }
        return value
    }
}
