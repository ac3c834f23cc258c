import CardeaEncodings
import CardeaIdentityDomain
import CardeaJOSE

/// The claims of an ID token, in Google's form.
///
/// They are written by hand: this is on the path of every refresh. Two claims are ours: the session (`sid`), and the
/// generation of the refresh token that the token was issued with (`gen`). A session cookie has neither, so it is never
/// accepted as an ID token.
struct IDTokenText<User: TokenSubject, Session: TokenContext> {
    let issuer: String
    let user: User
    let session: Session
    /// `nil` for a session cookie.
    let generation: Int64?
    let issuedAt: Timestamp
    let expiresAt: Timestamp

    /// A token that would be too long to be accepted lacks the attributes of the provider, or also name and picture.
    var json: [UInt8] {
        let whole = json(with: .attributes)
        guard whole.count > TokenVerifier.maximumClaims else { return whole }
        let short = json(with: .profile)
        return short.count > TokenVerifier.maximumClaims ? json(with: .account) : short
    }

    private enum Part {
        case account, profile, attributes
    }

    private func json(with part: Part) -> [UInt8] {
        var json = JSONText(capacity: 640)
        json.object { json in
            json.member("iss", issuer)
            json.member("aud", session.pool.project.rawValue)
            json.member("sub", user.id.rawValue)
            json.member("user_id", user.id.rawValue)
            json.member("iat", issuedAt.seconds)
            json.member("exp", expiresAt.seconds)
            json.authentication(of: session)
            if let generation {
                json.member("sid", session.id.text)
                json.member("gen", generation)
            }
            if part != .account {
                if let name = user.displayName { json.member("name", name) }
                if let url = user.photoURL { json.member("picture", url) }
            }
            if let email = user.email {
                json.member("email", email.description)
                json.member("email_verified", user.isEmailVerified)
            }
            if let number = user.phoneNumber { json.member("phone_number", number) }
            if SignInMethod.anonymous.isNamed(session.signInProvider) {
                json.member("provider_id", session.signInProvider)
            }
            json.members(session.customClaims(of: user))
            json.name("firebase")
            json.object { writeFirebase(&$0, withAttributes: part == .attributes) }
        }
        return json.bytes
    }

    private func writeFirebase(_ json: inout JSONText, withAttributes: Bool) {
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
            // A user has one at each provider.
            for identity in user.identities {
                json.name(text: identity.provider.rawValue)
                json.array { $0.string(identity.subject) }
            }
        }
        json.member("sign_in_provider", session.signInProvider)
        if withAttributes, let attributes = session.signInAttributes {
            json.name("sign_in_attributes")
            json.raw(attributes.utf8)
        }
        if let tenant = session.pool.tenant { json.member("tenant", tenant.rawValue) }
    }
}
