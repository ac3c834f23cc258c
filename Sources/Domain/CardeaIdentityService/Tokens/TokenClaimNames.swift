import CardeaEncodings
import CardeaIdentityDomain

/// The names of claims that tokens have.
enum TokenClaimNames {
    /// The names that custom claims cannot have: those of `IDTokenText`, and those of the standards.
    static let reserved: Set<ExactText> = [
        "iss", "aud", "sub", "user_id", "iat", "exp", "auth_time", "sid", "gen", "name", "picture", "email",
        "email_verified", "phone_number", "provider_id", "firebase", "acr", "amr", "at_hash", "azp", "cnf",
        "c_hash",
        "jti", "nbf", "nonce",
    ]

    /// The names that custom claims can have, but not in an access token: they say there what the client may do.
    static let ofAccessTokens: Set<ExactText> = [
        "client_id", "scope", "tenant", "act", "may_act", "authorization_details",
    ]
}

extension TokenContext {
    /// The custom claims of the user with those of the session: JSON text of one object.
    func customClaims(of user: some TokenSubject) -> String? {
        guard let developerClaims else { return user.customClaims }
        guard let customClaims = user.customClaims else { return developerClaims }
        return CustomClaims.merge(customClaims, overriddenBy: developerClaims)
    }
}

extension JSONText {
    /// Adds the claims that say how and when the user was authenticated (RFC 9068 §2.2.1).
    mutating func authentication(of session: some TokenContext) {
        member("auth_time", session.authenticatedAt.seconds)
        guard !session.authentication.proofs.isEmpty else { return }
        name("amr")
        array { json in
            for proof in session.authentication.proofs { json.string(proof.method.rawValue) }
        }
        if let level = session.authentication.level { member("acr", level.rawValue) }
    }

    /// Adds the members of an object, given as JSON text.
    mutating func members(_ object: String?) {
        guard let members = object?.utf8.dropFirst().dropLast(), !members.isEmpty else { return }
        raw(members)
    }
}
