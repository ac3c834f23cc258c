import CardeaIdentityDomain
import CardeaJOSE

extension IdentityService {
    /// Makes an access token, and the refresh token of this name: the same again if it was made before.
    func tokens(
        for user: some TokenSubject,
        _ session: some TokenContext,
        _ name: RefreshTokenName,
        by caller: Caller,
        at now: Timestamp
    ) throws(IdentityError) -> IssuedTokens {
        guard let signer = projects.signer(for: caller.project.id) else { throw .projectMismatch }
        let policy = policy(in: session.pool, for: caller)
        let lifetime = session.accessTokenLifetime(policy, at: now)
        let claims = AccessTokenText(
            issuer: projects.issuer(of: caller.project),
            user: user,
            session: session,
            generation: name.generation,
            issuedAt: now,
            expiresAt: now + lifetime
        )
        let issuesRefreshToken = policy.refreshTokens.areIssued(to: user)
        let refreshToken = RefreshToken(session: session.id, name: name)
        do {
            return IssuedTokens(
                accessToken: try signer.sign(claims.json),
                lifetime: lifetime,
                refreshToken: issuesRefreshToken
                    ? refreshToken.encoded(with: projects.currentRefreshTokenKey) : nil
            )
        } catch {
            throw logged(.store(.unavailable("signing failed")))
        }
    }

    /// The user is signed in by this session: with the refresh token that was issued last.
    func signedIn(
        _ user: User,
        _ session: Session,
        isNew: Bool = false,
        by caller: Caller,
        at now: Timestamp
    ) throws(IdentityError) -> SignedIn {
        let tokens = try tokens(for: user, session, session.rotation.latest, by: caller, at: now)
        return SignedIn(user: user, session: session, tokens: tokens, isNewUser: isNew)
    }
}
