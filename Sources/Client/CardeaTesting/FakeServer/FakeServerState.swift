internal import CardeaEncodings
internal import Foundation

/// A rejection in the protocol's words.
struct FakeRejection: Error {
    let status: Int
    let code: String

    init(_ code: String, status: Int = 400) {
        self.code = code
        self.status = status
    }
}

/// Everything the pretended server knows.
struct FakeServerState {
    var settings: RotatingFakeServer.Settings
    var accounts: [ExactText: FakeAccount] = [:]
    var sessions: [ExactText: FakeSession] = [:]
    /// The number of times that a session was ended because two parties held its token.
    private(set) var reuses = 0
    private var made = 0

    init(settings: RotatingFakeServer.Settings) {
        self.settings = settings
    }

    mutating func identifier(_ kind: String) -> String {
        made += 1
        return "\(kind)-\(made)"
    }

    func account(email: String) -> FakeAccount? {
        accounts.values.first { $0.email?.exact == email.lowercased().exact }
    }

    mutating func revokeSessions(of user: String, except kept: String? = nil) {
        for session in sessions.values
        where session.user.exact == user.exact && session.id.exact != kept?.exact {
            sessions[session.id.exact]?.isRevoked = true
        }
    }
}

// Tokens
extension FakeServerState {
    /// The session and user of an access token that is valid now.
    func authenticate(
        _ accessToken: String?,
        at now: Date
    ) throws(FakeRejection) -> (session: FakeSession, account: FakeAccount) {
        guard let accessToken else { throw FakeRejection("MISSING_ID_TOKEN") }
        guard let claims = FakeClaims(token: accessToken), let session = sessions[claims.sid.exact] else {
            throw FakeRejection("INVALID_ID_TOKEN")
        }
        guard let account = accounts[session.user.exact] else { throw FakeRejection("USER_NOT_FOUND") }
        guard !account.isDisabled else { throw FakeRejection("USER_DISABLED") }
        let isOld =
            settings.accessTokenDiesOnRefresh && claims.gen < session.rotation.newest.generation
        guard !session.isRevoked, !isOld, now.timeIntervalSince1970 < Double(claims.exp) else {
            throw FakeRejection("TOKEN_EXPIRED")
        }
        return (session, account)
    }

    /// A session that begins now.
    mutating func begin(for account: FakeAccount, at now: Date) -> FakeSession {
        let session = FakeSession(id: identifier("session"), user: account.id, authenticatedAt: now)
        sessions[session.id.exact] = session
        accounts[account.id.exact]?.lastSignInAt = now
        return session
    }

    func tokens(of session: FakeSession, _ account: FakeAccount, at now: Date) -> FakeTokens {
        let lifetime = settings.accessTokenLifetime.timeInterval
        let claims = FakeClaims(session: session, account: account, now: now, lifetime: lifetime)
        return FakeTokens(
            access: claims.token,
            refresh: settings.issuesRefreshTokens ? session.refreshToken : nil,
            expiresIn: String(Int(lifetime))
        )
    }

    /// Rotates a refresh token; every second holder of a session ends it.
    mutating func refresh(
        _ refreshToken: String?,
        key: String?,
        at now: Date
    ) throws(FakeRejection) -> (session: FakeSession, account: FakeAccount, rotated: Bool) {
        guard let refreshToken, !refreshToken.isEmpty else { throw FakeRejection("MISSING_REFRESH_TOKEN") }
        guard let (id, position) = FakeSession.parse(refreshToken), var session = sessions[id.exact] else {
            throw FakeRejection("INVALID_REFRESH_TOKEN")
        }
        guard let account = accounts[session.user.exact] else { throw FakeRejection("USER_NOT_FOUND") }
        guard !account.isDisabled else { throw FakeRejection("USER_DISABLED") }
        guard !session.isRevoked else { throw FakeRejection("TOKEN_EXPIRED") }
        let before = session.rotation.newest
        let grace = settings.refreshGrace.timeInterval
        switch session.rotation.present(position, key: key, at: now, grace: grace) {
        case .child: sessions[id.exact] = session
        case .duplicate: throw FakeRejection("TOKEN_EXPIRED")
        case .reuse:
            sessions[id.exact]?.isRevoked = true
            reuses += 1
            throw FakeRejection("TOKEN_EXPIRED")
        }
        return (session, account, session.rotation.newest != before)
    }
}

/// The tokens of a sign-in or refresh.
struct FakeTokens {
    let access: String
    let refresh: String?
    let expiresIn: String
}

extension Duration {
    /// The duration in seconds.
    var timeInterval: TimeInterval {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
