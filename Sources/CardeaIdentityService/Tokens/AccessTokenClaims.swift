import CardeaIdentityDomain
import CardeaJOSE

/// What this server reads back from an access token of its own.
struct AccessTokenClaims: Sendable {
    let issuer: String
    let pool: UserPool
    let user: UserID
    let session: SessionID
    let generation: Int64
    /// Whether it says that its user has signed in anonymously.
    let isAnonymous: Bool
    let issuedAt: Timestamp
    let expiresAt: Timestamp

    /// Reads the claims of a verified token.
    ///
    /// - Throws: `.invalidAccessToken` when a claim is missing, has another type, or names a time that no token has.
    init(_ json: [UInt8]) throws(IdentityError) {
        guard let claims = try? TokenClaims(json),
            let issuer = claims.string("iss"),
            let project = claims.string("aud"),
            let user = claims.string("sub"),
            let session = claims.string("sid").flatMap({ SessionID(text: $0) }),
            let generation = claims.integer("gen"),
            let issuedAt = claims.integer("iat").flatMap(Timestamp.init(checkingSeconds:)),
            let expiresAt = claims.integer("exp").flatMap(Timestamp.init(checkingSeconds:)),
            let firebase = claims.object("firebase")
        else { throw .invalidAccessToken }
        self.issuer = issuer
        isAnonymous = firebase.string("sign_in_provider") == SignInProvider.anonymous.rawValue
        let tenant = firebase.string("tenant").map(TenantID.init(rawValue:))
        pool = UserPool(project: ProjectID(rawValue: project), tenant: tenant)
        self.user = UserID(rawValue: user)
        self.session = session
        self.generation = generation
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}
