import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain
import CardeaJOSE
import CardeaLogging
import CardeaSecrets

/// Signs the tokens of sessions, and reads them.
final class TokenIssuer: Sendable {
    let projects: ProjectDirectory
    private let differences: Set<EmulatorDifference>
    private let clock: any WallClock
    private let random: any RandomSource
    private let logger: Logger
    private let verified: VerifiedTokens

    init(
        projects: ProjectDirectory,
        differences: Set<EmulatorDifference>,
        clock: any WallClock,
        random: any RandomSource,
        logger: Logger,
        verified: VerifiedTokens = VerifiedTokens()
    ) {
        self.projects = projects
        self.differences = differences
        self.clock = clock
        self.random = random
        self.logger = logger
        self.verified = verified
    }

    /// Issues a signed token of a profile, and the refresh token of a name: each time the same one.
    func tokens(
        for user: some TokenSubject,
        _ session: some TokenContext,
        _ name: RefreshTokenName,
        as profile: TokenProfile,
        by caller: Caller,
        at now: Timestamp
    ) throws(IdentityError) -> IssuedTokens {
        let policy = try projects.policy(of: session, for: caller)
        let lifetime = session.accessTokenLifetime(policy, at: now)
        let claims: [UInt8] =
            switch profile {
            case .idToken:
                IDTokenText(
                    issuer: projects.issuer(of: caller.project),
                    user: user,
                    session: session,
                    generation: name.generation,
                    issuedAt: now,
                    expiresAt: now + lifetime
                )
                .json
            case .accessToken:
                AccessTokenText(
                    issuer: projects.issuer(of: caller.project),
                    audience: projects.audience(of: caller.project),
                    client: caller.clientID,
                    id: Base64URL.encode(random.bytes(16)),
                    user: user,
                    session: session,
                    generation: name.generation,
                    issuedAt: now,
                    expiresAt: now + lifetime
                )
                .json
            }
        let accessToken = try sign(claims, of: caller.project, as: profile)
        let issuesRefreshToken = policy.refreshTokens.areIssued(to: user)
        let refreshToken = RefreshToken(session: session.id, name: name)
        return IssuedTokens(
            accessToken: accessToken,
            lifetime: lifetime,
            refreshToken: issuesRefreshToken
                ? refreshToken.encoded(with: projects.currentRefreshTokenKey) : nil
        )
    }

    /// Signs the claims of a token with the current key of a project; an ID token of an emulator is unsecured.
    func sign(
        _ claims: [UInt8],
        of project: Project,
        as profile: TokenProfile = .idToken
    ) throws(IdentityError) -> [UInt8] {
        guard let signer = projects.signer(for: project.id) else { throw .scope(.projectMismatch) }
        if profile == .idToken, differences.contains(.unsignedTokens) { return UnsecuredToken.encode(claims) }
        do {
            return try signer.sign(claims, type: profile.type)
        } catch {
            throw IdentityError.store(.unavailable("signing failed")).logged(by: logger)
        }
    }

    /// The claims of a token that this server has made for a project.
    ///
    /// - Throws: `.token(.invalidAccessToken)` if the token is not signed by a key of the project. An emulator accepts
    ///   unsecured ID tokens, too.
    func claims(
        of token: Secret,
        _ profiles: Set<TokenProfile>,
        _ project: Project
    ) throws(IdentityError) -> SignedTokenClaims {
        guard let keys = projects.signingKeys(of: project.id) else { throw .scope(.projectMismatch) }
        if profiles.contains(.idToken), differences.contains(.unsignedTokens),
            let claims = UnsecuredToken.claims(of: token.utf8)
        {
            return try SignedTokenClaims(claims, as: .idToken, of: project.id)
        }
        // A longer text is not a token, and its hash would cost time.
        guard token.utf8.count <= TokenVerifier.maximumLength else { throw .token(.invalidAccessToken) }
        let (hash, now) = (SHA256.hash(token.utf8), clock.now())
        if let claims = verified.claims(of: hash, keys, at: now), profiles.contains(claims.profile) {
            return claims
        }
        // Own texts.
        guard let signed = try? keys.verifier.verify(token.reveal(), types: Set(profiles.map(\.type))) else {
            throw .token(.invalidAccessToken)
        }
        let claims = try SignedTokenClaims(signed, of: project.id)
        verified.remember(claims, of: hash, keys, at: now)
        return claims
    }
}

extension RandomSource {
    /// An ID as Identity Toolkit has them: 28 letters and digits.
    func userID() -> UserID {
        let symbols = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        var text: [UInt8] = []
        while text.count < 28 {
            // 248 is the greatest multiple of 62 in a byte: the rest would favour the first symbols.
            text += bytes(32).filter { $0 < 248 }.map { symbols[Int($0) % 62] }
        }
        return UserID(rawValue: String(decoding: text.prefix(28), as: UTF8.self))
    }
}
