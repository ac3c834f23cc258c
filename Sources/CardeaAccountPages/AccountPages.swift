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
    static let iconPath = "/favicon.ico"
    private static let robotsPath = "/robots.txt"

    /// The pages load their stylesheet and icon alone, and no site may embed them.
    private static let contentSecurityPolicy = """
        default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; \
        frame-ancestors 'none'
        """
    package static let security = SecurityHeaders(contentSecurityPolicy: contentSecurityPolicy)

    private let action: ActionPage
    private let redirect: RedirectPage

    package init(verification: Verification, redirects: RedirectFlow) {
        action = ActionPage(verification: verification)
        redirect = RedirectPage(redirects: redirects)
    }

    /// Whether a request is for one of the pages, or for a file that browsers and crawlers ask each server for.
    package static func serves(_ request: Request) -> Bool {
        request.path.utf8.starts(with: prefix.utf8) || request.path == iconPath || request.path == robotsPath
    }

    /// The page for a person whose browser asks for a path that does not exist; `nil` for other clients.
    package static func notFound(_ request: Request) -> Response? {
        let accepted = request.fields["accept"] ?? ""
        guard request.method == .get || request.method == .head, accepted.contains("text/html") else {
            return nil
        }
        let visit = Visit([], request)
        var response = visit.notice(visit.text.notFoundTitle, visit.text.notFound, status: 404)
        response.fields[.contentSecurityPolicy] = contentSecurityPolicy
        return response
    }

    package func register(on router: inout Router) {
        let action = action
        redirect.register(on: &router)
        router.on(.get, ActionPage.path) { request, _ in await action.show(request) }
        router.on(.post, ActionPage.path) { request, _ in await action.use(request) }
        let files = [
            (Self.stylePath, "text/css; charset=utf-8", Self.style),
            (Self.iconPath, "image/svg+xml", Self.icon),
            // Links of mails and results of sign-ins are of no use to a search engine.
            (Self.robotsPath, "text/plain; charset=utf-8", "User-agent: *\nDisallow: /\n"),
        ]
        for (path, type, text) in files {
            router.onImmediate(.get, path) { _, _ in
                Response(
                    fields: [.contentType: type, .cacheControl: "public, max-age=3600"],
                    body: Array(text.utf8)
                )
            }
        }
    }

    /// A door on its hinge.
    private static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1f5fbf" d="M2 1h2v14H2z"/>\
        <path fill="#76808f" d="M4 3h1v2H4zm0 8h1v2H4z"/><path fill="#1f5fbf" d="M5 1l9 2v10l-9 2z"/>\
        <circle cx="12" cy="8" r="1" fill="#fff"/></svg>

        """

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
