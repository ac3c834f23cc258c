import CardeaEncodings
import CardeaIdentityDomain
import CardeaJOSE

/// The claims that this server reads back from its own ID tokens and access tokens.
struct SignedTokenClaims: Sendable {
    let profile: TokenProfile
    let issuer: String
    let audience: String
    /// The client that an access token was issued to.
    let client: String?
    /// `jti`, which an access token has.
    let id: String?
    let pool: UserPool
    let user: UserID
    let session: SessionID
    let generation: Int64
    /// Whether it says that its user is anonymous.
    let isAnonymous: Bool
    let issuedAt: Timestamp
    let expiresAt: Timestamp

    /// Reads the claims of a verified token of a project.
    ///
    /// The claims must be those of the token's type: neither type is accepted with the claims of the other.
    ///
    /// - Throws: `.token(.invalidAccessToken)` if a claim is missing, has another type, or is a time that no token has.
    init(_ token: VerifiedToken, of project: ProjectID) throws(IdentityError) {
        let profile = TokenProfile.allCases.first { $0.type.lowercased().exact == token.type.exact }
        guard let profile else { throw .token(.invalidAccessToken) }
        try self.init(token.claims, as: profile, of: project)
    }

    /// Reads the claims of a profile, as JSON of one object.
    init(_ json: [UInt8], as profile: TokenProfile, of project: ProjectID) throws(IdentityError) {
        guard let claims = try? TokenClaims(json),
            let issuer = claims.string("iss"),
            let audience = claims.string("aud"),
            let user = claims.string("sub"),
            let session = claims.string("sid").flatMap({ SessionID(text: $0) }),
            let generation = claims.integer("gen"),
            let issuedAt = claims.integer("iat").flatMap(Timestamp.init(checkingSeconds:)),
            let expiresAt = claims.integer("exp").flatMap(Timestamp.init(checkingSeconds:))
        else { throw .token(.invalidAccessToken) }
        let tenant: String?
        switch profile {
        case .idToken:
            guard let firebase = claims.object("firebase") else { throw .token(.invalidAccessToken) }
            isAnonymous = firebase.string("sign_in_provider").map(SignInMethod.anonymous.isNamed) ?? false
            tenant = firebase.string("tenant")
            (client, id) = (nil, nil)
        case .accessToken:
            guard claims.members["firebase"] == nil, let client = claims.string("client_id"),
                let id = claims.string("jti")
            else { throw .token(.invalidAccessToken) }
            isAnonymous = false
            tenant = claims.string("tenant")
            (self.client, self.id) = (client, id)
        }
        self.profile = profile
        self.issuer = issuer
        self.audience = audience
        pool = UserPool(project: project, tenant: tenant.map(TenantID.init(rawValue:)))
        self.user = UserID(rawValue: user)
        self.session = session
        self.generation = generation
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}
