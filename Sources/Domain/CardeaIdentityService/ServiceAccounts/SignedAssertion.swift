import CardeaEncodings
import CardeaCryptography
import CardeaIdentityDomain
import CardeaJOSE

/// A JWT that says it is from a service account: a custom token, or the assertion of a grant (RFC 7523 §3).
struct SignedAssertion {
    /// The longest time between `iat` and `exp`.
    static let maximumLifetime = TimeSpan.hours(1)
    /// The largest difference of the sender's clock.
    static let skew = TimeSpan.minutes(1)

    let claims: TokenClaims
    /// The account that the token names: `iss`.
    let account: ServiceAccountID
    private let token: UnverifiedToken

    init(_ text: String) throws(AssertionError) {
        let token: UnverifiedToken
        do throws(JOSEError) {
            token = try UnverifiedToken(text.utf8)
        } catch {
            throw error == .unsupportedHeader ? .unsupportedHeader : .malformed
        }
        guard ["jwt", nil].contains(token.type) else { throw .wrongType }
        guard let claims = try? TokenClaims(token.claims) else { throw .malformedClaims }
        guard let account = claims.string("iss").flatMap(ServiceAccountID.init(email:)) else {
            throw .untrusted
        }
        (self.token, self.claims, self.account) = (token, claims, account)
    }

    /// Checks the signature, the audience and the times.
    ///
    /// - Parameters:
    ///   - account: The account as it is stored; `nil` if it does not exist.
    ///   - audiences: The values of `aud` that are accepted.
    ///   - publicKeys: Reads the keys of the account.
    ///   - now: The moment.
    /// - Returns: The key that signed the token, and when the token expires.
    /// - Throws: The reason why the token is rejected.
    func check(
        _ account: ServiceAccount?,
        audiences: Set<ExactText>,
        publicKeys: PublicKeyCache,
        at now: Timestamp
    ) throws(AssertionError) -> (key: ServiceAccountKey, expiresAt: Timestamp) {
        guard let account, account.id == self.account, !account.isDisabled,
            let key = account.keys.first(where: { isSigned(by: $0, publicKeys) })
        else { throw .untrusted }
        let audience = claims.strings("aud")
        guard audience.count == 1, audiences.isSuperset(of: audience.map(\.exact)) else {
            throw .wrongAudience
        }
        return (key, try expiry(at: now))
    }

    /// Google's SDKs for Java, Go and Node send custom tokens without `kid`: then every key of the account is tried.
    private func isSigned(by key: ServiceAccountKey, _ publicKeys: PublicKeyCache) -> Bool {
        guard (token.keyID ?? key.id).exact == key.id.exact,
            let publicKey = publicKeys.key(pem: key.publicKeyPEM)
        else {
            return false
        }
        return token.isSigned(by: publicKey)
    }

    private func expiry(at now: Timestamp) throws(AssertionError) -> Timestamp {
        guard let issuedAt = time("iat"), let expiresAt = time("exp") else { throw .missingTimes }
        guard expiresAt + Self.skew > now else { throw .expired }
        guard issuedAt <= now + Self.skew else { throw .notYetValid }
        if claims.members["nbf"] != nil {
            guard let start = time("nbf"), start <= now + Self.skew else { throw .notYetValid }
        }
        guard expiresAt - issuedAt <= Self.maximumLifetime else { throw .lifetimeTooLong }
        return expiresAt
    }

    private func time(_ name: String) -> Timestamp? {
        claims.seconds(name).flatMap(Timestamp.init(checkingSeconds:))
    }
}
