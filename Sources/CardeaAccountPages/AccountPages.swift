import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaIdentityService

/// The pages for users: a site of their own, without script.
///
/// Sign-ins with providers alone have a cookie.
package struct AccountPages: Sendable {
    /// The beginning of all paths.
    package static let prefix = "/auth/"
    static let stylePath = "/auth/style.css"

    /// The pages load their stylesheet alone, and no site may embed them.
    package static let security = SecurityHeaders(
        contentSecurityPolicy:
            "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )

    private let action: ActionPage
    private let redirect: RedirectPage

    package init(verification: Verification, redirects: RedirectFlow) {
        action = ActionPage(verification: verification)
        redirect = RedirectPage(redirects: redirects)
    }

    package func register(on router: inout Router) {
        let action = action
        redirect.register(on: &router)
        router.on(.get, ActionPage.path) { request, _ in await action.show(request) }
        router.on(.post, ActionPage.path) { request, _ in await action.use(request) }
        router.onImmediate(.get, Self.stylePath) { _, _ in
            Response(
                fields: [.contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=3600"],
                body: Array(Self.style.utf8)
            )
        }
    }

    private static let style = """
        :root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif }
        body { margin: 0; display: grid; place-items: center; min-height: 100vh; background: #f4f5f7; color: #1c2430 }
        main { box-sizing: border-box; width: min(28rem, 100%); padding: 2rem; background: #fff; border-radius: 0.75rem }
        h1 { margin: 0 0 1rem; font-size: 1.375rem }
        p { overflow-wrap: anywhere }
        label { display: block; margin-bottom: 0.25rem; font-weight: 600 }
        input { box-sizing: border-box; width: 100%; margin-bottom: 1rem; padding: 0.625rem; font: inherit; \
        border: 1px solid #76808f; border-radius: 0.375rem }
        button, .button { display: block; box-sizing: border-box; width: 100%; padding: 0.75rem; font: inherit; \
        font-weight: 600; text-align: center; text-decoration: none; color: #fff; background: #1f5fbf; border: 0; \
        border-radius: 0.375rem; cursor: pointer }
        button:focus-visible, .button:focus-visible, input:focus-visible { outline: 3px solid #f0a020; outline-offset: 2px }
        .problem { padding: 0.75rem; color: #8a1420; background: #fdecee; border-radius: 0.375rem }
        .note { margin-bottom: 0; font-size: 0.875rem; color: #55606e }
        @media (prefers-color-scheme: dark) {
        body { background: #12161c; color: #e6e9ee }
        main { background: #1c2229 }
        .note { color: #a7b0bc }
        .problem { color: #ffc9ce; background: #4a1a20 }
        }

        """
}
