import CardeaEncodings
import CardeaIdentityDomain

/// The claims of an access token, written by hand: this is on the path of every refresh.
///
/// They are those of Identity Toolkit's ID token, and of ours the session (`sid`) and the generation of
/// refresh tokens it was made beside (`gen`). A session cookie has neither: it is never accepted as an access token.
struct AccessTokenText<User: TokenSubject, Session: TokenContext> {
    let issuer: String
    let user: User
    let session: Session
    /// `nil` for a session cookie.
    let generation: Int64?
    let issuedAt: Timestamp
    let expiresAt: Timestamp

    var json: [UInt8] {
        var json = JSONText(capacity: 640)
        json.object { json in
            json.member("iss", issuer)
            json.member("aud", session.pool.project.rawValue)
            json.member("sub", user.id.rawValue)
            json.member("user_id", user.id.rawValue)
            json.member("iat", issuedAt.seconds)
            json.member("exp", expiresAt.seconds)
            json.member("auth_time", session.authenticatedAt.seconds)
            if let generation {
                json.member("sid", session.id.text)
                json.member("gen", generation)
            }
            if let name = user.displayName { json.member("name", name) }
            if let url = user.photoURL { json.member("picture", url) }
            if let email = user.email {
                json.member("email", email.description)
                json.member("email_verified", user.isEmailVerified)
            }
            if let number = user.phoneNumber { json.member("phone_number", number) }
            if session.signInProvider == SignInProvider.anonymous.rawValue {
                json.member("provider_id", SignInProvider.anonymous.rawValue)
            }
            if let claims = extraClaims?.utf8.dropFirst().dropLast(), !claims.isEmpty {
                json.raw(claims)
            }
            json.name("firebase")
            json.object(writeFirebase)
        }
        return json.bytes
    }

    /// The claims of the user and of the session: JSON text of one object.
    private var extraClaims: String? {
        guard let developerClaims = session.developerClaims else { return user.customClaims }
        guard let customClaims = user.customClaims else { return developerClaims }
        return CustomClaims.merge(customClaims, overriddenBy: developerClaims)
    }

    private func writeFirebase(_ json: inout JSONText) {
        json.name("identities")
        json.object { json in
            if let email = user.email {
                json.name("email")
                json.array { $0.string(email.description) }
            }
            if let number = user.phoneNumber {
                json.name("phone")
                json.array { $0.string(number) }
            }
        }
        json.member("sign_in_provider", session.signInProvider)
        if let tenant = session.pool.tenant { json.member("tenant", tenant.rawValue) }
    }
}

/// The names of claims that tokens have.
enum TokenClaimNames {
    /// The names that custom claims cannot have: those of `AccessTokenText`, and those of the standards.
    static let reserved: Set<String> = [
        "iss", "aud", "sub", "user_id", "iat", "exp", "auth_time", "sid", "gen", "name", "picture", "email",
        "email_verified", "phone_number", "provider_id", "firebase", "acr", "amr", "at_hash", "azp", "cnf",
        "c_hash",
        "jti", "nbf", "nonce",
    ]
}
