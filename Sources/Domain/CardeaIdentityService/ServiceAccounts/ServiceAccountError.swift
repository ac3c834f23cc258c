package import CardeaIdentityDomain

/// The error of an operation of a service account, or on one.
package enum ServiceAccountError: Error, Sendable, Equatable {
    /// A name is 1 to 63 of `a`–`z`, `0`–`9` and `-`, beginning with a letter.
    case invalidName(String)
    case unknownAccount(String)
    case unknownKey(String)
    case tooManyAccounts(limit: Int)
    case tooManyKeys(limit: Int)
    case assertion(AssertionError)
    /// libcrypto made no key.
    case keyGeneration
    case store(StoreError)
}

/// The reason why a JWT of a service account was rejected.
package enum AssertionError: Error, Sendable, Equatable {
    case malformed
    /// The header has `crit`, `b64`, a key or the address of one.
    case unsupportedHeader
    /// `typ` names another type of token.
    case wrongType
    /// The claims are no JSON object, name a member twice, or are nested too deep.
    case malformedClaims
    /// The service account or its key is unknown, disabled or deleted, or has not signed the token.
    case untrusted
    case wrongAudience
    /// `sub` is not the service account.
    case wrongSubject
    /// `iat` or `exp` is missing or no time.
    case missingTimes
    case expired
    /// `iat` or `nbf` is in the future.
    case notYetValid
    case lifetimeTooLong
    /// `jti` was used before.
    case replayed
    /// `jti` is not a text, or too long.
    case invalidID
    /// `uid` is not 1 to 128 bytes without spaces.
    case invalidUserID
}

extension AssertionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed: "The token is not a JSON Web Token in compact form."
        case .unsupportedHeader: "The header must not have crit, b64, zip, jku, jwk, x5u or x5c."
        case .wrongType: "The type (typ) must be JWT or absent."
        case .malformedClaims: "The claims are not one JSON object with each name once and few levels."
        case .untrusted: "No enabled service account has signed the token."
        case .wrongAudience: "The audience (aud) is wrong."
        case .wrongSubject: "The subject (sub) is not the issuer (iss)."
        case .missingTimes: "iat and exp must be times."
        case .expired: "The token has expired."
        case .notYetValid: "The token is not valid yet."
        case .lifetimeTooLong: "The token is valid for more than an hour."
        case .replayed: "The token was used before."
        case .invalidID: "The ID (jti) must be a text of at most 256 bytes."
        case .invalidUserID: "The user ID (uid) must have 1 to 128 bytes and no spaces."
        }
    }
}
