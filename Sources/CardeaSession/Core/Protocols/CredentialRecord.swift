package import Foundation

/// The stored form of a session.
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
    package struct JournaledAttempt: Sendable, Hashable {
        /// The key to send again with the same refresh token.
        package let idempotencyKey: String
        /// SHA-256 of the token the attempt was begun with.
        package let tokenHash: Data

        /// Creates a journal entry.
        package init(idempotencyKey: String, tokenHash: Data) {
            self.idempotencyKey = idempotencyKey
            self.tokenHash = tokenHash
        }
    }

    /// Which write of which session this is.
    public var version: Version { contents.version }
    /// Counts the credentials that the session has had.
    package var generation: UInt64 { contents.generation }
    /// The tokens and the user.
    public var credential: SessionCredential { contents.credential }
    /// The refresh that was begun with this credential, if one was.
    package var attempt: JournaledAttempt? { contents.attempt }

    /// Creates a record.
    package init(
        version: Version,
        generation: UInt64,
        credential: SessionCredential,
        attempt: JournaledAttempt? = nil
    ) {
        box = .contents(
            Contents(version: version, generation: generation, credential: credential, attempt: attempt)
        )
    }

    private struct Contents: Sendable, Hashable {
        let version: Version
        let generation: UInt64
        let credential: SessionCredential
        let attempt: JournaledAttempt?
    }

    /// One word: every request and every step of a refresh hands a record on.
    private indirect enum Box: Sendable, Hashable {
        case contents(Contents)
    }

    private let box: Box

    private var contents: Contents {
        switch box {
        case .contents(let contents): contents
        }
    }
}

extension CredentialRecord {
    /// A session's first record, not stored yet.
    init(session: String, credential: SessionCredential) {
        self.init(version: Version(session: session, revision: 0), generation: 1, credential: credential)
    }

    /// Whether some version of the session has ever been stored.
    var wasStored: Bool { version.revision > 0 }

    /// Whether the stored record may replace this one in use.
    ///
    /// A session that was never stored is the newest: it replaces the stored one instead.
    func mayBeReplaced(by stored: CredentialRecord) -> Bool {
        wasStored || stored.version.session == version.session
    }

    /// Whether this may be written over another record of its session: that one is older, or holds the same tokens.
    func replaces(_ stored: CredentialRecord) -> Bool {
        stored.generation < generation
            || stored.generation == generation && stored.credential.accessToken == credential.accessToken
    }

    /// The same content as the write that comes after another one.
    func following(_ version: Version) -> CredentialRecord {
        versioned(Version(session: version.session, revision: version.revision + 1))
    }

    /// The same content as another write.
    func versioned(_ version: Version) -> CredentialRecord {
        CredentialRecord(
            version: version,
            generation: generation,
            credential: credential,
            attempt: attempt
        )
    }

    /// The same credential with a refresh begun.
    func journaling(_ attempt: JournaledAttempt?) -> CredentialRecord {
        CredentialRecord(version: version, generation: generation, credential: credential, attempt: attempt)
    }

    /// The next credential of the session, which no refresh brought: a token that stays keeps its open attempt, for
    /// it must never be sent under another key.
    func followed(by credential: SessionCredential) -> CredentialRecord {
        let isSameToken = credential.exchangedToken == self.credential.exchangedToken
        return refreshed(credential).journaling(isSameToken ? attempt : nil)
    }

    /// The next credential of the session, which a refresh brought.
    func refreshed(_ credential: SessionCredential) -> CredentialRecord {
        CredentialRecord(version: version, generation: generation + 1, credential: credential)
    }

    /// The same content as another generation.
    func numbered(_ generation: UInt64) -> CredentialRecord {
        CredentialRecord(version: version, generation: generation, credential: credential, attempt: attempt)
    }

    /// The same credential with another profile.
    func with(_ profile: UserProfile?) -> CredentialRecord {
        var credential = credential
        credential.profile = profile
        return CredentialRecord(
            version: version,
            generation: generation,
            credential: credential,
            attempt: attempt
        )
    }
}
