import CardeaIdentityDomain
import CardeaIdentityService

extension IssuedTokens {
    var accessTokenText: String { String(decoding: accessToken, as: UTF8.self) }
    var refreshTokenText: String? { refreshToken.map { String(decoding: $0, as: UTF8.self) } }
    /// Seconds, in decimal.
    var expiresIn: String { String(lifetime.seconds) }
}
