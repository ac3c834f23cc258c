import CardeaEncodings
import CardeaIdentityDomain

/// The claims of an OAuth access token (RFC 9068 §2.2).
///
/// Its audience is an API, never the project: so no back end takes it for an ID token, even if it does not check `typ`.
/// It says nothing about the person but the custom claims, by which APIs decide. Sessions have no scope yet, so there is no
/// `scope` (§2.2.3).
struct AccessTokenText<User: TokenSubject, Session: TokenContext> {
    let issuer: String
    let audience: String
    let client: String
    /// The `jti`.
    let id: String
    let user: User
    let session: Session
    let generation: Int64
    let issuedAt: Timestamp
    let expiresAt: Timestamp

    var json: [UInt8] {
        var json = JSONText(capacity: 512)
        json.object { json in
            json.member("iss", issuer)
            json.member("aud", audience)
            json.member("sub", user.id.rawValue)
            json.member("client_id", client)
            json.member("jti", id)
            json.member("iat", issuedAt.seconds)
            json.member("exp", expiresAt.seconds)
            json.authentication(of: session)
            json.member("sid", session.id.text)
            json.member("gen", generation)
            if let tenant = session.pool.tenant { json.member("tenant", tenant.rawValue) }
            json.members(
                session.customClaims(of: user).map {
                    CustomClaims.removing(TokenClaimNames.ofAccessTokens, from: $0)
                }
            )
        }
        return json.bytes
    }
}
