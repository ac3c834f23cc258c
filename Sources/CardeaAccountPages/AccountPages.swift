import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaIdentityService

/// The pages for users: a site of their own, without script.
///
/// Sign-ins with providers alone have a cookie.
package struct AccountPages: Sendable {
    /// The beginning of all paths.
    package static let prefix = "/auth/"

    /// The pages load their stylesheet and a logo in the page itself, and no site may embed them.
    package static let security = SecurityHeaders(
        contentSecurityPolicy:
            "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )

    private let action: ActionPage
    private let redirect: RedirectPage

    package init(
        verification: Verification,
        redirects: RedirectFlow,
        languages: PageLanguages = .builtIn
    ) {
        action = ActionPage(verification: verification, languages: languages)
        redirect = RedirectPage(redirects: redirects, languages: languages)
    }

    package func register(on router: inout Router) {
        let action = action
        redirect.register(on: &router)
        router.on(.get, ActionPage.path) { request, _ in await action.show(request) }
        router.on(.post, ActionPage.path) { request, _ in await action.use(request) }
        router.onImmediate(.get, PageStyle.path) { request, _ in PageStyle.respond(to: request) }
    }
}
