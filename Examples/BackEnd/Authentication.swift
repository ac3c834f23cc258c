import CardeaAdmin

/// Finds out which user sends a request: the user of the ID token in `Authorization: Bearer …`.
struct Authentication: Sendable {
    let admin: AdminClient

    /// - Parameters:
    ///   - authorization: The header field.
    ///   - checkRevoked: Whether to ask the identity server if the user was disabled or signed out. It costs a request.
    /// - Returns: The user of the token.
    /// - Throws: The response to a request without a valid token.
    func user(_ authorization: String?, checkRevoked: Bool = false) async throws(Rejection) -> VerifiedToken {
        guard let token = authorization.flatMap(Self.bearerToken) else { throw .unauthenticated() }
        do {
            return try await admin.verifyIDToken(token, checkRevoked: checkRevoked)
        } catch {
            switch error.code {
            case .invalidToken, .tokenExpired, .tokenRevoked, .tenantMismatch, .userDisabled, .userNotFound:
                // The app refreshes its token and sends the request again; Cardea's client does so by itself.
                throw .unauthenticated("invalid_token")
            default:
                // Nothing is known of the token: that is not the user's fault.
                throw Rejection(status: 503, message: "Try again later.")
            }
        }
    }

    /// The user of a request that needs a role, which an administrator gives by a custom claim.
    func user(_ authorization: String?, withRole role: String) async throws(Rejection) -> VerifiedToken {
        let user = try await user(authorization)
        guard user.claim("role", as: String.self) == role else {
            throw Rejection(status: 403, message: "This needs the role \(role).")
        }
        return user
    }

    private static func bearerToken(_ authorization: String) -> SessionSecret? {
        let parts = authorization.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return SessionSecret(String(parts[1]))
    }
}

/// The response to a request that is rejected.
struct Rejection: Error {
    let status: Int
    /// The header field `WWW-Authenticate` (RFC 6750 §3).
    var challenge: String?
    let message: String

    static func unauthenticated(_ error: String? = nil) -> Rejection {
        let challenge = error.map { #"Bearer error="\#($0)""# } ?? "Bearer"
        return Rejection(status: 401, challenge: challenge, message: "Sign in, please.")
    }
}
