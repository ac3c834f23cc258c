public import Foundation

/// What a store keeps of a session.
public struct CredentialRecord: Sendable, Hashable {
    /// Which write of which session a record is.
    public struct Version: Sendable, Hashable {
        /// The session: a random id made at sign-in, so that no two sign-ins share one.
        public let session: String
        /// Counts the writes of the session.
        public let revision: UInt64

        /// Creates a version.
        public init(session: String, revision: UInt64) {
            self.session = session
            self.revision = revision
        }
    }

    /// A refresh that was begun and whose outcome is not stored yet.
    public struct JournaledAttempt: Sendable, Hashable {
        /// The key to send again with the same refresh token.
        public let idempotencyKey: String
        /// SHA-256 of the token the attempt was begun with.
        public let tokenHash: Data

        /// Creates a journal entry.
        public init(idempotencyKey: String, tokenHash: Data) {
            self.idempotencyKey = idempotencyKey
            self.tokenHash = tokenHash
        }
    }

    /// Which write of which session this is.
    public private(set) var version: Version
    /// Counts the credentials that the session has had.
    public private(set) var generation: UInt64
    /// The tokens and the user.
    public private(set) var credential: Credential
    /// The refresh that was begun with this credential, if one was.
    public private(set) var attempt: JournaledAttempt?

    /// Creates a record.
    public init(
        version: Version,
        generation: UInt64,
        credential: Credential,
        attempt: JournaledAttempt? = nil
    ) {
        self.version = version
        self.generation = generation
        self.credential = credential
        self.attempt = attempt
    }
}
