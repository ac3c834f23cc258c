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
        let response: BatchCreateResponse = try await shared.api.users(
            .post,
            "/accounts:batchCreate",
            tenant: tenantID,
            BatchCreateRequest(
                users: users.map(BatchCreateRequest.User.init),
                allowOverwrite: replacesExisting,
                parameters: format?.parameters
            )
        )
        return (response.error ?? []).compactMap { failure in
            let index = failure.index ?? 0
            guard users.indices.contains(index) else { return nil }
            return UserImportFailure(index: index, id: users[index].id, reason: failure.message ?? "")
        }
    }
}

/// The request of `accounts:batchCreate`; the parameters of the hashes are members of it.
private struct BatchCreateRequest: Encodable, Sendable {
    let users: [User]
    let allowOverwrite: Bool
    let parameters: PasswordHashFormat.Parameters?

    private enum CodingKeys: CodingKey { case users, allowOverwrite }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(users, forKey: .users)
        try container.encode(allowOverwrite, forKey: .allowOverwrite)
        try parameters?.encode(to: encoder)
    }

    struct Provider: Encodable, Sendable {
        let providerId: String
        let rawId: String
        let email: String?
        let displayName: String?
        let photoUrl: String?
    }

    struct User: Encodable, Sendable {
        let localId: String
        let email: String?
        let emailVerified: Bool
        let phoneNumber: String?
        let userName: String?
        let displayName: String?
        let photoUrl: String?
        let disabled: Bool
        let passwordHash: String?
        let salt: String?
        let customAttributes: String?
        let createdAt: String?
        let lastLoginAt: String?
        let providerUserInfo: [Provider]

        init(_ user: ImportedUser) {
            localId = user.id
            email = user.email
            emailVerified = user.isEmailVerified
            phoneNumber = user.phoneNumber
            userName = user.userName
            displayName = user.displayName
            photoUrl = user.photoURL?.absoluteString
            disabled = user.isDisabled
            passwordHash = user.passwordHash?.hash.base64EncodedString()
            salt = user.passwordHash?.salt?.base64EncodedString()
            customAttributes = user.customClaimsJSON
            createdAt = user.createdAt.map(Self.milliseconds)
            lastLoginAt = user.lastSignedInAt.map(Self.milliseconds)
            providerUserInfo = user.providers.map { provider in
                Provider(
                    providerId: provider.id,
                    rawId: provider.userID,
                    email: provider.email,
                    displayName: provider.displayName,
                    photoUrl: provider.photoURL?.absoluteString
                )
            }
        }

        private static func milliseconds(_ date: Date) -> String {
            String(Int64((date.timeIntervalSince1970 * 1000).rounded()))
        }
    }
}

private struct BatchCreateResponse: Decodable {
    struct Failure: Decodable {
        let index: Int?
        let message: String?
    }

    let error: [Failure]?
}
