package import CardeaEncodings

/// A back end of a project: it signs custom tokens, and gets administrator's access tokens for its assertions.
///
/// The server keeps only the public keys.
package struct ServiceAccount: Sendable, Equatable {
    package let id: ServiceAccountID
    /// 21 digits: `client_id` in the key file.
    package let number: String
    package let createdAt: Timestamp
    package var displayName: String?
    package var isDisabled = false
    /// Oldest first.
    package var keys: [ServiceAccountKey]

    package init(
        id: ServiceAccountID,
        number: String,
        createdAt: Timestamp,
        displayName: String?,
        keys: [ServiceAccountKey] = []
    ) {
        self.id = id
        self.number = number
        self.createdAt = createdAt
        self.displayName = displayName
        self.keys = keys
    }
}

/// A public key of a service account (RS256).
package struct ServiceAccountKey: Sendable, Equatable {
    /// `kid` in JWTs: 40 hexadecimal digits.
    package let id: String
    /// A `PUBLIC KEY` block (RFC 7468 §13).
    package let publicKeyPEM: String
    package let createdAt: Timestamp

    package init(id: String, publicKeyPEM: String, createdAt: Timestamp) {
        self.id = id
        self.publicKeyPEM = publicKeyPEM
        self.createdAt = createdAt
    }
}

/// Names a service account: by the project and a name within it.
package struct ServiceAccountID: Sendable, Hashable {
    package let project: ProjectID
    @ExactText package private(set) var name: String

    package init(project: ProjectID, name: String) {
        self.project = project
        self.name = name
    }

    /// The domain of all addresses; it is reserved, so it cannot be registered.
    private static let domain = "cardea.internal"

    /// The form that SDKs read: `client_email`, and `iss` in JWTs.
    ///
    /// It receives no mail.
    package var email: String { "\(name)@\(project.rawValue).\(Self.domain)" }

    /// - Returns: `nil` for anything but the form that `email` has.
    package init?(email: String) {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        guard email.utf8.count <= 200, parts.count == 2, parts[1].hasSuffix(exact: ".\(Self.domain)") else {
            return nil
        }
        let project = ProjectID(rawValue: String(parts[1].dropLast(Self.domain.utf8.count + 1)))
        self.init(project: project, name: String(parts[0]))
        guard isWellFormed, project.isWellFormed else { return nil }
    }

    /// Whether the name has the form of a project's ID: 1 to 63 of `a`–`z`, `0`–`9` and `-`, beginning with a letter.
    package var isWellFormed: Bool { ProjectID(rawValue: name).isWellFormed }
}

/// A JWT that was used; one with the same `jti` is rejected until it has expired.
package struct UsedAssertion: Sendable, Equatable {
    /// SHA-256 of the service account and the `jti`.
    package let hash: [UInt8]
    package let expiresAt: Timestamp

    package init(hash: [UInt8], expiresAt: Timestamp) {
        self.hash = hash
        self.expiresAt = expiresAt
    }
}
