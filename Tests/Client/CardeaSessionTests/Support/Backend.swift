import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks

/// A back end in memory: one-time refresh tokens that a repeated attempt gets again, and access tokens that die.
final class Backend: Sendable {
    private struct State {
        var serial = 0
        var goodAccess: Set<String> = []
        var goodRefresh: String?
        var responses: [String: SessionCredential] = [:]
        var reuses = 0
        var lifetime: Duration? = .seconds(3600)

        mutating func issue() -> SessionCredential {
            serial += 1
            goodAccess = ["access-\(serial)"]
            goodRefresh = "refresh-\(serial)"
            return SessionCredential(
                accessToken: SessionSecret("access-\(serial)"),
                refreshToken: SessionSecret("refresh-\(serial)"),
                lifetime: lifetime
            )
        }
    }

    private let state = Mutex(State())

    /// The number of times that a refresh token was used a second time under another key.
    var reuses: Int { state.withLock(\.reuses) }
    /// The number of different credentials that were given out.
    var issued: Int { state.withLock(\.serial) }

    func signIn(userID: String = "ada", lifetime: Duration? = .seconds(3600)) -> SessionCredential {
        state.withLock { state in
            state.lifetime = lifetime
            var credential = state.issue()
            credential.profile = UserProfile(userID: userID)
            return credential
        }
    }

    /// Makes every access token so far worthless, as a server does that ends them early.
    func expireAccessTokens() {
        state.withLock { $0.goodAccess = [] }
    }

    /// Makes the refresh token worthless.
    func revoke() {
        state.withLock { state in
            state.goodRefresh = nil
            state.goodAccess = []
        }
    }

    func setLifetime(_ lifetime: Duration?) {
        state.withLock { $0.lifetime = lifetime }
    }

    func exchange(
        _ credential: SessionCredential,
        _ attempt: RefreshAttempt
    ) throws(RefreshFailure) -> SessionCredential {
        let response: SessionCredential? = state.withLock { state in
            let token = credential.refreshToken?.reveal() ?? ""
            if let again = state.responses["\(token) \(attempt.idempotencyKey)"] { return again }
            guard token == state.goodRefresh else {
                if state.responses.keys.contains(where: { $0.hasPrefix("\(token) ") }) { state.reuses += 1 }
                return nil
            }
            let new = state.issue()
            state.responses["\(token) \(attempt.idempotencyKey)"] = new
            return new
        }
        guard let response else { throw .rejected() }
        return response
    }

    /// Returns 200 with the token that the request carried, or 401.
    func response(_ request: CardeaRequest) -> CardeaResponse {
        guard let field = request.fields[.authorization] else { return CardeaResponse(status: 200) }
        let token = String(field.dropFirst("Bearer ".count))
        let isGood = state.withLock { $0.goodAccess.contains(token) }
        return CardeaResponse(status: isGood ? 200 : 401, body: Data("\(token) \(request.url.path)".utf8))
    }
}
