package import CardeaEncodings
package import Foundation

/// The stored form of a session.
public struct CredentialRecord: Sendable, Hashable {
    /// Which write of which session a record is.
    public struct Version: Sendable, Hashable {
        /// The session: a random id made at sign-in, so that no two sign-ins share one.
        public var session: String { id.wrappedValue }
        /// Counts the writes of the session.
        public let revision: UInt64

        /// The session, for comparisons.
        package let id: ExactText

        /// Creates a version.
        public init(session: String, revision: UInt64) {
            id = session.exact
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

    /// The beginnings of the SHA-256 of tokens that the session has exchanged or replaced; the latest is the last.
    var replacedTokens: [Data] { contents.replacedTokens }

    /// Creates a record.
    package init(
        version: Version,
        generation: UInt64,
        credential: SessionCredential,
        attempt: JournaledAttempt? = nil
    ) {
        self.init(version, generation, credential, attempt, replacedTokens: [])
    }

    init(
        _ version: Version,
        _ generation: UInt64,
        _ credential: SessionCredential,
        _ attempt: JournaledAttempt?,
        replacedTokens: [Data]
    ) {
        box = .contents(
            Contents(
                version: version,
                generation: generation,
                credential: credential,
                attempt: attempt,
                replacedTokens: replacedTokens
            )
        )
    }

    private struct Contents: Sendable, Hashable {
        var version: Version
        var generation: UInt64
        var credential: SessionCredential
        var attempt: JournaledAttempt?
        var replacedTokens: [Data]
    }

    /// One word: every request and every step of a refresh hands a record on.
    private indirect enum Box: Sendable, Hashable {
        case contents(Contents)
    }

    private var box: Box

    private var contents: Contents {
        switch box {
        case .contents(let contents): contents
        }
    }

    private func changing(_ change: (inout Contents) -> Void) -> CredentialRecord {
        var contents = contents
        change(&contents)
        var record = self
        record.box = .contents(contents)
        return record
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
        wasStored || stored.version.id == version.id
    }

    /// Whether this is newer than another record of its session.
    ///
    /// The exchange of a refresh token is newer than every record with that token, whatever their numbers: a response
    /// with the same refresh token and another access token is counted too.
    func isNewer(than other: CredentialRecord) -> Bool {
        if hasReplaced(other.credential) { return true }
        return generation > other.generation && !other.hasReplaced(credential)
    }

    /// Whether this may be written over another record of its session: that one is older, or holds the same tokens.
    func replaces(_ stored: CredentialRecord) -> Bool {
        isNewer(than: stored)
            || stored.generation == generation && stored.credential.accessToken == credential.accessToken
    }

    /// The same with the attempt of another record, if that has begun to use the same token.
    func keepingAttempt(of other: CredentialRecord) -> CredentialRecord {
        let isSameToken = other.credential.exchangedToken == credential.exchangedToken
        return isSameToken ? journaling(other.attempt ?? attempt) : self
    }

    /// The same content as the write that comes after another one.
    func following(_ version: Version) -> CredentialRecord {
        versioned(Version(session: version.session, revision: version.revision + 1))
    }

    /// The same content as another write.
    func versioned(_ version: Version) -> CredentialRecord {
        changing { $0.version = version }
    }

    /// The same credential with a refresh begun.
    func journaling(_ attempt: JournaledAttempt?) -> CredentialRecord {
        changing { $0.attempt = attempt }
    }

    /// The next credential of the session, which no refresh brought: a token that stays keeps its open attempt, for
    /// it must never be sent under another key.
    func followed(by credential: SessionCredential) -> CredentialRecord {
        let isSameToken = credential.exchangedToken == self.credential.exchangedToken
        return refreshed(credential).journaling(isSameToken ? attempt : nil)
    }

    /// The next credential of the session, which a refresh brought.
    func refreshed(_ credential: SessionCredential) -> CredentialRecord {
        changing { contents in
            if credential.exchangedToken != contents.credential.exchangedToken {
                let replaced = contents.replacedTokens + [contents.credential.exchangedTokenMark]
                contents.replacedTokens = replaced.suffix(8)
            }
            contents.generation += 1
            contents.credential = credential
            contents.attempt = nil
        }
    }

    /// Whether the session has exchanged or replaced the token of a credential: that credential is an older one.
    ///
    /// The response that brought it was on its way meanwhile. The times of responses do not show that: the clocks of two
    /// servers differ.
    func hasReplaced(_ credential: SessionCredential) -> Bool {
        !replacedTokens.isEmpty && replacedTokens.contains(credential.exchangedTokenMark)
    }

    /// The same content as another generation.
    func numbered(_ generation: UInt64) -> CredentialRecord {
        changing { $0.generation = generation }
    }

    /// The same credential with another profile.
    func with(_ profile: UserProfile?) -> CredentialRecord {
        changing { $0.credential.profile = profile }
    }
}
