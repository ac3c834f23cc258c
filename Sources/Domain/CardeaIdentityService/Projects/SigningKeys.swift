import CardeaEncodings
import CardeaCryptography
import CardeaIdentityDomain
import CardeaJOSE

/// One key of a project, ready for use.
struct SigningKey: Sendable {
    var record: SealedKey
    let signer: TokenSigner
    let published: PublishedKey
}

/// The keys of one project as of one moment: the newest that has started signs, all that are still in use verify.
///
/// A new key is published before it signs, so that each verifier knows it by then. The moment is stored with the key: it
/// outlives a restart, and is the same for all processes of a database.
final class SigningKeys: Sendable {
    /// The identity of these keys in a cache, which so keeps no key in memory.
    final class Identity: Sendable {}

    let identity = Identity()
    /// Newest first, at least one.
    let keys: [SigningKey]
    let signer: TokenSigner
    let signingKeyID: String
    let verifier: TokenVerifier
    /// When a key starts to sign or goes out of use by itself, so that this has to be made anew.
    let staleAt: Timestamp?

    /// Picks the keys that are in use at a moment; gives `nil` when none is.
    ///
    /// - Parameters:
    ///   - keys: All keys of the project, newest first.
    ///   - overlap: How long a superseded key continues verifying: as long as a token made with it may live.
    ///   - now: The moment.
    init?(_ keys: [SigningKey], overlap: TimeSpan, now: Timestamp) {
        let inUse = keys.filter { Self.end(of: $0, overlap).map { now < $0 } ?? true }
        let starts = inUse.compactMap(\.record.startsAt).filter { now < $0 }
        let signing = inUse.first { key in !(key.record.startsAt.map { now < $0 } ?? false) }
        guard let signing = signing ?? inUse.last else { return nil }
        self.keys = inUse
        signer = signing.signer
        signingKeyID = signing.record.id
        let publicKeys = inUse.map { ($0.published.id.exact, $0.published.publicKey) }
        verifier = TokenVerifier(keys: Dictionary(publicKeys, uniquingKeysWith: { newer, _ in newer }))
        staleAt = (starts + inUse.compactMap { Self.end(of: $0, overlap) }).min()
    }

    private static func end(of key: SigningKey, _ overlap: TimeSpan) -> Timestamp? {
        let ends = [key.record.retiredAt, key.record.supersededAt.map { $0 + overlap }]
        return ends.compactMap { $0 }.min()
    }
}
