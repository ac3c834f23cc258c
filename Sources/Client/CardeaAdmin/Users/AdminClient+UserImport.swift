internal import CardeaIdentityWire
internal import CardeaSecrets
internal import Foundation

extension AdminClient {
    /// Creates up to 1000 users of another system, with their IDs and password hashes.
    ///
    /// Each user is created or rejected for itself, so the same call can be repeated after a failure of the network: users that exist
    /// are reported, and stay as they are.
    ///
    /// - Parameters:
    ///   - users: The users, 1 to 1000.
    ///   - format: How their passwords were hashed; needed if one of them has a hash.
    ///   - replacesExisting: Whether a user whose ID exists is replaced; defaults to `false`.
    /// - Returns: The users that were not created, and why; empty if all were.
    /// - Throws: `invalidArgument` if a parameter of the hash is wrong, `userIDAlreadyExists` if an ID is in the list twice; failures of the
    ///   request.
    @discardableResult
    public func importUsers(
        _ users: [ImportedUser],
        hashedBy format: PasswordHashFormat? = nil,
        replacesExisting: Bool = false
    ) async throws(AdminError) -> [UserImportFailure] {
        var request = format?.parameters ?? BatchCreateRequest()
        request.users = users.map(BatchCreateUser.init)
        request.allowOverwrite = replacesExisting
        let response: BatchCreateResponse = try await shared.api.users(
            .post,
            "/accounts:batchCreate",
            tenant: tenantID,
            request
        )
        return (response.error ?? []).compactMap { failure in
            let index = failure.index ?? 0
            guard users.indices.contains(index) else { return nil }
            return UserImportFailure(index: index, id: users[index].id, reason: failure.message ?? "")
        }
    }
}

extension BatchCreateUser {
    fileprivate init(_ user: ImportedUser) {
        self.init()
        localId = user.id
        email = user.email
        emailVerified = user.isEmailVerified
        phoneNumber = user.phoneNumber
        userName = user.userName
        displayName = user.displayName
        photoUrl = user.photoURL?.absoluteString
        disabled = user.isDisabled
        passwordHash = (user.passwordHash?.hash.base64EncodedString()).map(Secret.init(_:))
        salt = user.passwordHash?.salt?.base64EncodedString()
        customAttributes = user.customClaimsJSON
        createdAt = user.createdAt.map(Self.milliseconds)
        lastLoginAt = user.lastSignedInAt.map(Self.milliseconds)
        providerUserInfo = user.providers.map(BatchCreateProvider.init)
    }

    private static func milliseconds(_ date: Date) -> Int64 {
        Int64((date.timeIntervalSince1970 * 1000).rounded())
    }
}

extension BatchCreateProvider {
    fileprivate init(_ provider: ImportedUser.Provider) {
        self.init()
        providerId = provider.id
        rawId = provider.userID
        email = provider.email
        displayName = provider.displayName
        photoUrl = provider.photoURL?.absoluteString
    }
}
