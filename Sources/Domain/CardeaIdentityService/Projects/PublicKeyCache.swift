import CardeaEncodings
import CardeaCryptography
import CardeaLocks

/// Public keys of service accounts that were read from their text, which takes OpenSSL longer than a signature's check.
///
/// It is not an authority: an entry is found by the whole text of a key.
final class PublicKeyCache: Sendable {
    private static let limit = 1000

    private let keys = Mutex<[ExactText: PublicKey]>([:])

    /// The key of a `PUBLIC KEY` block; `nil` if the text is not one.
    func key(pem: String) -> PublicKey? {
        if let key = keys.withLock({ $0[pem.exact] }) { return key }
        guard let key = try? PublicKey(pem: pem) else { return nil }
        keys.withLock { keys in
            if keys.count >= Self.limit { keys.removeAll() }
            keys[pem.exact] = key
        }
        return key
    }
}
