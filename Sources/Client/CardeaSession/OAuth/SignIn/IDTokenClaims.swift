import CardeaEncodings
import Foundation

/// The claims of an ID token that came directly from the token endpoint.
///
/// The connection vouches for it there, instead of the signature (OpenID Connect Core §3.1.3.7, number 6).
struct IDTokenClaims: Sendable {
    private let claims: JSONValue
    /// By the clock of the server that made it; the device's may be wrong.
    private let receivedAt: Date?

    /// Reads the ID token of a token endpoint's response; `nil` if the response has no ID token.
    init?(in response: CardeaResponse) throws(SignInError) {
        guard let token = JSONValue(parsing: response.body)?["id_token"]?.text else { return nil }
        guard let payload = TokenPayload.json(unverified: token), let claims = JSONValue(parsing: payload),
            claims["sub"]?.string != nil
        else { throw SignInError(.badResponse, detail: "an unreadable ID token") }
        self.claims = claims
        receivedAt = response.date
    }

    /// Rejects an expired token, and a token of another server, client or sign-in (OpenID Connect Core §3.1.3.7,
    /// numbers 2, 3, 9 and 11).
    func check(issuer: String?, clientID: String?, nonce: String?) throws(SignInError) {
        if let issuer, claims["iss"]?.string?.exact != issuer.exact {
            throw SignInError(.badResponse, detail: "another server's ID token")
        }
        let audience =
            claims["aud"]?.array?.compactMap(\.string) ?? [claims["aud"]?.string].compactMap(\.self)
        if let clientID, !audience.contains(exact: clientID) {
            throw SignInError(.badResponse, detail: "another client's ID token")
        }
        if let nonce, claims["nonce"]?.string?.exact != nonce.exact {
            throw SignInError(.badResponse, detail: "another sign-in's ID token")
        }
        if let receivedAt, let end = claims["exp"]?.integer, receivedAt.timeIntervalSince1970 >= Double(end) {
            throw SignInError(.badResponse, detail: "an ID token that is over")
        }
    }

    /// The user (OpenID Connect Core §5.1).
    var profile: UserProfile {
        UserProfile(
            userID: claims["sub"]?.string,
            userName: claims["preferred_username"]?.string,
            email: claims["email"]?.string,
            phoneNumber: claims["phone_number"]?.string,
            displayName: claims["name"]?.string,
            photoURL: claims["picture"]?.string.flatMap { URL(string: $0) },
            isEmailVerified: claims["email_verified"]?.boolean ?? false
        )
    }
}
