/// The purpose of a signed token; the protocol that issues it decides.
package enum TokenProfile: Sendable, CaseIterable {
    /// A statement about the user, for the apps and back ends of the project: Google's ID token.
    ///
    /// Identity Toolkit and Secure Token issue it. As with Google, apps send it to their back end as a bearer token, too.
    case idToken
    /// A token that a client presents to an API (RFC 9068). OAuth's token endpoint issues it.
    case accessToken

    /// The value of `typ` (RFC 8725 §3.11).
    var type: String {
        switch self {
        case .idToken: "JWT"
        case .accessToken: "at+jwt"
        }
    }
}
