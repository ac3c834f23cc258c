import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain
import CardeaJOSE
import CardeaLocks

/// The keys of a provider (RFC 7517 §5).
///
/// A key is checked when a token names it, and once: the check of an RSA key is costly, and a provider may send many.
final class ProviderKeys: Sendable {
    /// The largest number of keys that count.
    private static let maximumCount = 64
    /// The largest number of keys with the same ID, or without one, that are tried.
    private static let maximumCandidates = 4
    /// The longest number of a key, as text: the modulus of an RSA key with 8192 bits.
    private static let longestNumber = 1366

    private struct Entry: Sendable {
        let json: JSONValue
        let keyID: String?
        let algorithm: IDTokenAlgorithm
        /// The only issuer that the key signs for; it may contain `{tenantid}`.
        let issuer: String?
    }

    private let entries: [Entry]
    private let checked = Mutex<[Int: PublicKey?]>([:])

    /// Reads a set; keys that sign no ID tokens are skipped.
    ///
    /// The result is `nil` if the value is not a set, or has no such key.
    init?(_ json: JSONValue) {
        guard let values = json["keys"]?.array else { return nil }
        entries = Array(values.lazy.compactMap(Self.entry).prefix(Self.maximumCount))
        if entries.isEmpty { return nil }
    }

    var count: Int { entries.count }
    var algorithms: Set<IDTokenAlgorithm> { Set(entries.map(\.algorithm)) }

    /// Whether the set has a key for tokens with an ID of a key, or without one.
    func mayHave(_ keyID: String?) -> Bool {
        entries.contains { keyID == nil || $0.keyID == nil || $0.keyID?.exact == keyID?.exact }
    }

    /// The key of a token (OpenID Connect Core §10.1).
    ///
    /// If the token or the key has no ID, the algorithm decides: exactly one key must fit then.
    ///
    /// - Parameters:
    ///   - keyID: The key ID of the token.
    ///   - algorithm: The algorithm of the token.
    ///   - isOwn: Whether a key with an issuer may sign for the issuer of the token.
    /// - Returns: `nil` if there is no such key, or several.
    func key(
        _ keyID: String?,
        _ algorithm: IDTokenAlgorithm,
        of isOwn: @Sendable (String) -> Bool
    ) async -> PublicKey? {
        let fitting = entries.indices.filter { entries[$0].algorithm == algorithm }
        let named = fitting.filter { keyID != nil && entries[$0].keyID?.exact == keyID?.exact }
        let candidates = !named.isEmpty ? named : fitting.filter { keyID == nil || entries[$0].keyID == nil }
        guard candidates.count <= Self.maximumCandidates else { return nil }
        var found: [PublicKey] = []
        for index in candidates where entries[index].issuer.map(isOwn) ?? true {
            if let key = await key(at: index) { found.append(key) }
        }
        return found.count == 1 ? found[0] : nil
    }

    private func key(at index: Int) async -> PublicKey? {
        if let known = checked.withLock({ $0[index] }) { return known }
        let json = entries[index].json
        // On the shared pool of threads: an event loop has to serve others.
        let key = await Task.detached { try? JSONWebKey.key(json) }.value
        checked.withLock { $0[index] = .some(key) }
        return key
    }

    private static func entry(_ json: JSONValue) -> Entry? {
        guard json["use"].map({ $0.string == "sig" }) ?? true,
            json["key_ops"].map({ $0.array?.contains(.string("verify")) == true }) ?? true,
            let algorithm = algorithm(of: json),
            ["kid", "issuer"].allSatisfy({ json[$0].map { $0.string != nil } ?? true }),
            json["alg"].map({ $0 == .string(algorithm.rawValue) }) ?? true,
            ["n", "e", "x", "y"].allSatisfy({ json[$0]?.string?.utf8.count ?? 0 <= longestNumber })
        else { return nil }
        return Entry(
            json: json,
            keyID: json["kid"]?.string,
            algorithm: algorithm,
            issuer: json["issuer"]?.string
        )
    }

    private static func algorithm(of json: JSONValue) -> IDTokenAlgorithm? {
        switch (json["kty"]?.string, json["crv"]?.string) {
        case ("EC", "P-256"): .es256
        case ("RSA", nil): .rs256
        case ("OKP", "Ed25519"): .edDSA
        default: nil
        }
    }
}
