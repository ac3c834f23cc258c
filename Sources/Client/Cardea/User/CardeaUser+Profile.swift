internal import CardeaEncodings
public import CardeaSession
public import Foundation
internal import CardeaIdentityWire

extension CardeaUser {
    /// Fetches what was changed on other devices, or by an administrator.
    ///
    /// If a claim of the access token is not true any more, such as `email_verified` after a verification, the token is
    /// refreshed.
    ///
    /// - Returns: The user's profile.
    /// - Throws: `refreshTokenFailed` when the user was deleted or disabled, `networkUnavailable` and others.
    @discardableResult
    public func reload() async throws(CardeaError) -> UserProfile {
        let operation = session.operations.begin()
        let info = try await session.authenticated(in: operation) {
            (server, token) async throws(ServerFailure) in
            try await server.lookup(token)
        }
        guard let info, info.localId.exact == uid.exact else { throw CardeaError(.userNotFound) }
        if try await session.apply(operation, { $0 = UserProfile(info) }) {
            try await session.refresh(ifOutdatedFor: info)
        }
        return profile
    }

    /// Changes the display name, the picture's address, or both.
    ///
    /// - Parameters:
    ///   - displayName: The change of the name to show to people.
    ///   - photoURL: The change of the address of a picture of the user.
    /// - Returns: The user's profile.
    /// - Throws: `invalidArgument`, `networkUnavailable` and others.
    @discardableResult
    public func updateProfile(
        displayName: ProfileChange<String> = .keep,
        photoURL: ProfileChange<URL> = .keep
    ) async throws(CardeaError) -> UserProfile {
        let operation = session.operations.begin()
        try await session.change(cause: .refreshed, in: operation) {
            (server, token) async throws(ServerFailure) in
            try await server.update(token) { request in
                request.displayName = displayName.value
                request.photoUrl = photoURL.value?.absoluteString
                request.deleteAttribute = [
                    displayName == .clear ? UserAttribute.displayName : nil,
                    photoURL == .clear ? UserAttribute.photoURL : nil,
                ].compactMap(\.self)
            }
        }
        try await session.take(operation) { profile in
            if displayName != .keep { profile.displayName = displayName.value }
            if photoURL != .keep { profile.photoURL = photoURL.value }
        }
        return profile
    }
}

extension ProfileChange {
    /// The new value, if there is one.
    fileprivate var value: Value? {
        guard case .set(let value) = self else { return nil }
        return value
    }
}
