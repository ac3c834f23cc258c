import IdentityDomain
import JOSE

extension IdentityService {
    /// Accepts an access token of this server whose session and user still stand.
    ///
    /// - Throws: `.invalidAccessToken` for what was not made here for this project; `.accessTokenExpired` when
    ///   its time is over, or what it says has been overtaken; `.sessionEnded`, `.userNotFound`, `.userDisabled`.
    package func authenticate(
        _ accessToken: String,
        by caller: Caller
    ) async throws(IdentityError) -> Authenticated {
        try await accept(accessToken, by: caller).who
    }

    /// The same, with the token's claims.
    func accept(
        _ accessToken: String,
        by caller: Caller
    ) async throws(IdentityError) -> (who: Authenticated, claims: AccessTokenClaims) {
        let now = clock.now()
        let claims = try verifiedClaims(accessToken, caller.project)
        guard let sessionID = SessionID(text: claims.sid) else { throw .invalidAccessToken }
        if let mismatch = caller.mismatch(with: claims.pool) { throw mismatch }
        guard now.seconds < claims.exp else { throw .accessTokenExpired }

        let user = UserID(rawValue: claims.sub)
        let found = try await read(Selection(session: sessionID, user: .id(user, claims.pool)))
        let who = try found.standing(at: now)
        guard claims.iat >= who.user.validSince.seconds else { throw .accessTokenExpired }
        guard who.session.honours(generation: claims.gen, caller.project.settings) else {
            throw .accessTokenExpired
        }
        return (who, claims)
    }

    private func verifiedClaims(
        _ token: String,
        _ project: Project
    ) throws(IdentityError) -> AccessTokenClaims {
        guard let verifier = projects.verifier(for: project.id) else { throw .projectMismatch }
        guard let verified = try? verifier.verify(token),
            let claims = AccessTokenClaims(json: verified.claims),
            claims.iss == projects.issuer(of: project), claims.aud == project.id.rawValue
        else { throw .invalidAccessToken }
        return claims
    }
}
