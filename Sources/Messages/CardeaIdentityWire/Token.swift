package import CardeaSecrets

/// The response of Secure Token's `/v1/token`: new tokens for a refresh token.
///
/// The server writes it by hand.
package struct TokenResponse: Sendable, Decodable {
    package let accessToken: Secret
    /// The same as the access token.
    package let idToken: Secret
    package let refreshToken: Secret?
    /// Seconds, in decimal.
    package let expiresIn: String
    package let tokenType: String
    package let userID: String
    /// The project's *number*.
    package let projectID: String

    package enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case idToken = "id_token"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
        case tokenType = "token_type"
        case userID = "user_id"
        case projectID = "project_id"
    }
}
