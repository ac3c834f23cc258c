import CardeaEncodings
import CardeaIdentityDomain

/// The rules of session cookies.
package enum SessionCookie {
    /// In seconds: 5 minutes to 14 days.
    package static let lifetimes: ClosedRange<Int64> = 300...1_209_600
    static let maximumLifetime = TimeSpan.seconds(lifetimes.upperBound)

    private static let googleTokens = "https://securetoken.google.com/"
    private static let googleCookies = "https://session.firebase.google.com/"

    /// The issuer of a project's cookies.
    ///
    /// If the project's tokens have Google's issuer, its cookies have the one that Google's SDKs demand of cookies.
    static func issuer(besides tokenIssuer: String) -> String {
        guard tokenIssuer.hasPrefix(exact: googleTokens) else { return tokenIssuer + "/session-cookie" }
        return googleCookies + tokenIssuer.dropFirst(googleTokens.count)
    }
}
