import CardeaIdentityDomain
import CardeaLocks

/// The claims of tokens whose signatures have been verified, by the SHA-256 of the token.
///
/// Only valid tokens have entries. An entry holds for the keys that verified the token: other keys, such as those after a
/// rotation or those of another project, do not find it. It has only what is signed; sessions and users are read each time.
final class VerifiedTokens: Sendable {
    private struct Entry: Sendable {
        let keys: SigningKeys.Identity
        let claims: SignedTokenClaims
    }

    /// Entries in two generations: when the newer one is full, it replaces the older one.
    private struct State {
        var newer: [[UInt8]: Entry] = [:]
        var older: [[UInt8]: Entry] = [:]
        /// The number of bytes of the newer entries.
        var size = 0
    }

    /// The default limit: about 8,000 tokens.
    static let defaultSize = 8 << 20

    private let state = Mutex(State())
    private let largestGeneration: Int

    /// - Parameter size: The largest number of bytes of all entries, as `SignedTokenClaims` estimates them.
    init(size: Int = VerifiedTokens.defaultSize) { largestGeneration = size / 2 }

    /// The number of entries.
    var count: Int { state.withLock { $0.newer.count + $0.older.count } }

    /// The claims of a token that these keys have verified; `nil` if it is unknown or has expired.
    func claims(of hash: [UInt8], _ keys: SigningKeys, at now: Timestamp) -> SignedTokenClaims? {
        let newer = state.withLock { $0.newer[hash] }
        guard let entry = newer ?? state.withLock({ $0.older[hash] }),
            entry.keys === keys.identity, now < entry.claims.expiresAt
        else { return nil }
        if newer == nil { remember(entry, hash) }
        return entry.claims
    }

    /// Adds the claims of a token that these keys have verified.
    func remember(_ claims: SignedTokenClaims, of hash: [UInt8], _ keys: SigningKeys, at now: Timestamp) {
        guard now < claims.expiresAt else { return }
        remember(Entry(keys: keys.identity, claims: claims), hash)
    }

    private func remember(_ entry: Entry, _ hash: [UInt8]) {
        let size = entry.claims.size
        guard size <= largestGeneration else { return }
        // The entries that go are freed without the lock.
        _ = state.withLock { state -> [[UInt8]: Entry] in
            var dropped: [[UInt8]: Entry] = [:]
            if state.size + size > largestGeneration {
                dropped = state.older
                state.older = state.newer
                (state.newer, state.size) = ([:], 0)
            }
            if let former = state.newer.updateValue(entry, forKey: hash) { state.size -= former.claims.size }
            state.older[hash] = nil
            state.size += size
            return dropped
        }
    }
}

extension SignedTokenClaims {
    /// The number of bytes that an entry takes: its texts, and about half a kilobyte for the rest.
    fileprivate var size: Int {
        let texts = [issuer, audience, client ?? "", id ?? "", pool.tenant?.rawValue ?? "", user.rawValue]
        return texts.reduce(512) { $0 + $1.utf8.count }
    }
}
