import CardeaIdentityDomain
import CardeaIdentityService

/// The look by which a page shows whose it is.
struct Brand: Sendable {
    /// The name of the app.
    let name: String
    /// The colour of buttons and links, as six hexadecimal digits.
    let accent: String?
    /// The logo as a data URL.
    let logo: String?

    /// - Parameters:
    ///   - scope: The app of the request; `nil` if it is unknown.
    ///   - host: The name of the server, in the place of an app that has no name.
    init(_ scope: RequestScope?, host: String) {
        name = scope?.policy.mail.appName ?? host
        accent = scope?.policy.pages.accentColor.map { String($0.dropFirst()).lowercased() }
        logo = scope?.policy.pages.logo
    }
}
