/// A secret at rest: encrypted under the master key.
package struct SealedKey: Sendable, Equatable {
    package enum Use: String, Sendable {
        /// Signs access tokens of one project.
        case accessTokenSigning = "access_token_signing"
        /// Authenticates refresh tokens of the whole server.
        case refreshTokenAuthentication = "refresh_token_authentication"
        /// Signs for a service account whose back end has no private key.
        case serviceAccountSigning = "service_account_signing"
    }

    /// `kid` in JWTs; a decimal number of at most 32 bits for refresh-token keys.
    package let id: String
    package let use: Use
    /// `nil` for a key of the whole server.
    package let project: ProjectID?
    /// The JWS algorithm for signing keys, `HS256` for refresh-token keys.
    package let algorithm: String
    /// The encrypted key; the other fields are authenticated with it.
    package let sealed: [UInt8]
    package let createdAt: Timestamp
    /// From when on new tokens are made with this key, which is published from its creation on; `nil`: at once.
    package let startsAt: Timestamp?
    /// From when on nothing new is made with this key; it still verifies.
    package var supersededAt: Timestamp?
    /// From when on the key is not used at all.
    package var retiredAt: Timestamp?

    package init(
        id: String,
        use: Use,
        project: ProjectID?,
        algorithm: String,
        sealed: [UInt8],
        createdAt: Timestamp,
        startsAt: Timestamp? = nil,
        supersededAt: Timestamp? = nil,
        retiredAt: Timestamp? = nil
    ) {
        self.id = id
        self.use = use
        self.project = project
        self.algorithm = algorithm
        self.sealed = sealed
        self.createdAt = createdAt
        self.startsAt = startsAt
        self.supersededAt = supersededAt
        self.retiredAt = retiredAt
    }
}
