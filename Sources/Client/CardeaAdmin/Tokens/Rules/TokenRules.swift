internal import CardeaEncodings
internal import CardeaJOSE
internal import CardeaSession
internal import Foundation

/// The claims that a token must have; without IO.
struct TokenRules: Sendable {
    enum Kind: Sendable {
        case idToken, sessionCookie
    }

    private let projectID: String
    private let issuer: String
    private let cookieIssuer: String
    private let skew: TimeInterval

    init(server: AdminServer, projectID: String, skew: Duration) {
        self.projectID = projectID
        issuer = server.issuer.replacing("{project}", with: projectID)
        cookieIssuer = server.sessionCookieIssuer.replacing("{project}", with: projectID)
        self.skew = skew / .seconds(1)
    }

    /// Reads the claims of a token whose signature is valid.
    ///
    /// - Throws: `tokenExpired`, `invalidToken`.
    func check(_ claims: [UInt8], _ kind: Kind, at now: Date) throws(AdminError) -> VerifiedToken {
        guard let members = try? TokenClaims(claims), let payload = TokenPayload(json: claims) else {
            throw .invalid("the claims are not a JSON object")
        }
        let (own, other) = kind == .idToken ? (issuer, cookieIssuer) : (cookieIssuer, issuer)
        guard let stated = members.string("iss"), stated.exact == own.exact else {
            let isOtherKind = members.string("iss")?.exact == other.exact
            let kinds =
                kind == .idToken ? "a session cookie, not an ID token" : "an ID token, not a session cookie"
            throw .invalid(isOtherKind ? "this is \(kinds)" : "the issuer is not \(own)")
        }
        guard members.string("aud")?.exact == projectID.exact else {
            throw .invalid("the audience is not \(projectID)")
        }
        guard let userID = members.string("sub"), (1...128).contains(userID.utf8.count) else {
            throw .invalid("the subject is missing")
        }
        guard let expiresAt = date(members, "exp"), let issuedAt = date(members, "iat"),
            let authenticatedAt = date(members, "auth_time")
        else { throw .invalid("exp, iat or auth_time is missing") }
        guard now < expiresAt + skew else { throw AdminError(.tokenExpired) }
        guard issuedAt <= now + skew, authenticatedAt <= now + skew else {
            throw .invalid("the token is from the future: look at the clocks")
        }
        if members.members["nbf"] != nil {
            guard let start = date(members, "nbf"), start <= now + skew else {
                throw .invalid("nbf is in the future")
            }
        }
        return VerifiedToken(
            userID: userID,
            issuedAt: issuedAt,
            expiresAt: expiresAt,
            authenticatedAt: authenticatedAt,
            payload: payload
        )
    }

    private func date(_ claims: TokenClaims, _ name: String) -> Date? {
        claims.seconds(name).map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }
}

extension AdminError {
    static func invalid(_ detail: String) -> AdminError { AdminError(.invalidToken, detail: detail) }

    /// The reason why a signature or the form of a token was rejected.
    init(_ error: JOSEError) {
        let detail =
            switch error {
            case .malformed: "this is not a JSON Web Token"
            case .tooLong: "the token is too long"
            case .unsupportedHeader: "the header has a parameter that is not supported"
            case .wrongType: "the type of the token is not JWT"
            case .unknownKey: "no public key of the server has this ID"
            case .wrongAlgorithm: "the algorithm is not that of the key"
            case .invalidSignature: "the signature is invalid"
            case .invalidKey, .signingFailed: "the key is invalid"
            }
        self = .invalid(detail)
    }
}
