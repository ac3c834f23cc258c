package import CardeaSecrets

/// `accounts:batchCreate`: users of another system, and how their passwords are hashed.
package struct BatchCreateRequest: Sendable, Codable {
    package var users: [BatchCreateUser]?
    package var hashAlgorithm: String?
    package var signerKey: String?
    package var saltSeparator: String?
    package var rounds: Int64?
    package var memoryCost: Int64?
    package var cpuMemCost: Int64?
    package var parallelization: Int64?
    package var blockSize: Int64?
    package var dkLen: Int64?
    package var passwordHashOrder: PasswordHashOrder?
    package var argon2Parameters: BatchCreateArgon2?
    package var sanityCheck: Bool?
    package var allowOverwrite: Bool?

    package init() {}
}

/// Where the salt stands; the cases are in the order of the protocol's numbers.
package enum PasswordHashOrder: String, Sendable, Codable, CaseIterable {
    case unspecified = "UNSPECIFIED_ORDER"
    case saltFirst = "SALT_AND_PASSWORD"
    case passwordFirst = "PASSWORD_AND_SALT"
}

package struct BatchCreateArgon2: Sendable, Codable {
    /// The cases are in the order of the protocol's numbers.
    package enum HashType: String, Sendable, Codable, CaseIterable {
        case unspecified = "HASH_TYPE_UNSPECIFIED"
        case argon2d = "ARGON2_D"
        case argon2id = "ARGON2_ID"
        case argon2i = "ARGON2_I"
    }

    /// The cases are in the order of the protocol's numbers.
    package enum Version: String, Sendable, Codable, CaseIterable {
        case unspecified = "VERSION_UNSPECIFIED"
        case v10 = "VERSION_10"
        case v13 = "VERSION_13"
    }

    package var hashLengthBytes: Int64?
    package var hashType: HashType?
    package var parallelism: Int64?
    package var iterations: Int64?
    package var memoryCostKib: Int64?
    package var version: Version?
    package var associatedData: String?

    package init() {}
}

/// A user of `accounts:batchCreate`.
package struct BatchCreateUser: Sendable, Codable {
    package var localId: String?
    package var email: String?
    package var emailVerified: Bool?
    package var displayName: String?
    package var photoUrl: String?
    package var phoneNumber: String?
    /// Cardea's own.
    package var userName: String?
    package var passwordHash: Secret?
    package var salt: String?
    package var rawPassword: Secret?
    /// JSON text of one object.
    package var customAttributes: String?
    package var disabled: Bool?
    /// Milliseconds since 1970.
    package var createdAt: Int64?
    /// Milliseconds since 1970.
    package var lastLoginAt: Int64?
    /// Milliseconds since 1970.
    package var passwordUpdatedAt: Int64?
    /// Seconds since 1970.
    package var validSince: Int64?
    package var emailLinkSignin: Bool?
    package var customAuth: Bool?
    package var tenantId: String?
    package var providerUserInfo: [BatchCreateProvider]?
    package var mfaInfo: [BatchCreateFactor]?

    package init() {}
}

package struct BatchCreateProvider: Sendable, Codable {
    package var providerId: String?
    package var rawId: String?
    package var email: String?
    package var displayName: String?
    package var photoUrl: String?

    package init() {}
}

/// A second factor; the server reads none of its fields.
package struct BatchCreateFactor: Sendable, Codable {
    package init() {}
}

package struct BatchCreateResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#UploadAccountResponse"
    /// Absent if all users were created.
    package var error: [BatchCreateError]?

    package init(error: [BatchCreateError]?) { self.error = error }
}

/// A user that was not created.
package struct BatchCreateError: Sendable, Codable {
    /// The position in the request; Google's servers leave 0 out.
    package var index: Int?
    package var message: String?

    package init(index: Int, message: String) { (self.index, self.message) = (index, message) }
}
