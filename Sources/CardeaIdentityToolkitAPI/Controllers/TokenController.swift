import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// Secure Token's `/v1/token`: new tokens for a refresh token.
///
/// It is the busiest endpoint: its answer is written by hand.
struct TokenController: Sendable {
    let service: IdentityService
    let gate: Gate

    func exchange(_ request: Request, _ path: PathParameters) async -> Response {
        await Gate.answering {
            let caller = try await gate.admit(request, path).caller
            let refreshToken = try TokenGrant(request).refreshToken
            let refreshed = try await service.refresh(Array(refreshToken.utf8), by: caller)
            return .json(Self.text(refreshed, projectNumber: caller.project.number))
        }
    }

    private static func text(_ refreshed: Refreshed, projectNumber: Int64) -> [UInt8] {
        let tokens = refreshed.tokens
        var json = JSONText(capacity: tokens.accessToken.count * 2 + 512)
        json.object { json in
            json.member("access_token", unescaped: tokens.accessToken)
            json.member("expires_in", tokens.expiresIn)
            json.member("token_type", "Bearer")
            if let refreshToken = tokens.refreshToken {
                json.member("refresh_token", unescaped: refreshToken)
            }
            json.member("id_token", unescaped: tokens.accessToken)
            json.member("user_id", refreshed.user.id.rawValue)
            json.member("project_id", String(projectNumber))
        }
        return json.bytes
    }
}
