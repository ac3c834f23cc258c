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

/// The keys of one project as of one moment: the newest signs, all that are still in use verify.
final class SigningKeys: Sendable {
    /// Newest first, at least one.
    let keys: [SigningKey]
    let signer: TokenSigner
    let verifier: TokenVerifier
    /// When a key goes out of use by itself, so that this has to be made anew.
    let staleAt: Timestamp?

    /// Picks the keys that are in use at a moment; gives `nil` when none is.
    ///
    /// - Parameters:
    ///   - keys: All keys of the project, newest first.
    ///   - overlap: How long a superseded key continues verifying: as long as a token made with it may live.
    ///   - now: The moment.
    init?(_ keys: [SigningKey], overlap: TimeSpan, now: Timestamp) {
        let inUse = keys.filter { Self.end(of: $0, overlap).map { now < $0 } ?? true }
        guard let newest = inUse.first else { return nil }
        self.keys = inUse
        signer = newest.signer
        let publicKeys = inUse.map { ($0.published.id.exact, $0.published.publicKey) }
        verifier = TokenVerifier(keys: Dictionary(publicKeys, uniquingKeysWith: { newer, _ in newer }))
        staleAt = inUse.compactMap { Self.end(of: $0, overlap) }.min()
    }

    private static func end(of key: SigningKey, _ overlap: TimeSpan) -> Timestamp? {
        let ends = [key.record.retiredAt, key.record.supersededAt.map { $0 + overlap }]
        return ends.compactMap { $0 }.min()
    }
}
