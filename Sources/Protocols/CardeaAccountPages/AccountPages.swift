import CardeaEncodings
import CardeaHTML
import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaIdentityService

/// The pages for users: a site of their own, without script.
///
/// Sign-ins with providers alone have a cookie.
package struct AccountPages: Sendable {
    /// The beginning of all paths.
    package static let prefix = "/auth/"

    private static let robotsPath = "/robots.txt"

    /// The beginnings of its paths: the pages, and the files that browsers and crawlers ask each server for.
    fileprivate static let prefixes = [prefix, PageShell.iconPath, robotsPath]

    /// The pages load their stylesheet and icon, and a logo that the page itself contains.
    ///
    /// No site may embed them.
    private static let contentSecurityPolicy = """
        default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; \
        frame-ancestors 'none'
        """
    package static let security = SecurityHeaders(contentSecurityPolicy: contentSecurityPolicy)

    private let action: ActionPage
    private let redirect: RedirectPage
    private let recovery: RecoveryPage
    private let languages: PageLanguages

    package init(
        verification: Verification,
        redirects: RedirectFlow,
        languages: PageLanguages = .builtIn
    ) {
        action = ActionPage(verification: verification, languages: languages)
        redirect = RedirectPage(redirects: redirects, languages: languages)
        recovery = RecoveryPage(verification: verification, languages: languages)
        self.languages = languages
    }

    /// The page for a person whose browser asks for a path that does not exist; `nil` for other clients.
    package static func notFound(_ request: Request) -> Response? {
        let accepted = request.fields["accept"] ?? ""
        guard request.method == .get || request.method == .head, accepted.contains("text/html") else {
            return nil
        }
        let visit = Visit([], request)
        var response = visit.notice(visit.text[.notFoundTitle], visit.text[.notFound], status: 404)
        response.fields[.contentSecurityPolicy] = contentSecurityPolicy
        return response
    }

    /// The error response for a request that reached no page.
    fileprivate func renderError(_ request: Request, _ failure: Router.Failure) -> Response {
        switch failure {
        case .rejected(let error): Visit(request.queryItems, request, languages).rejection(error)
        case .notFound: Self.notFound(request) ?? Router.plainError(request, failure)
        case .methodNotAllowed: Router.plainError(request, failure)
        }
    }

    fileprivate func register(on router: inout Router) {
        let action = action
        redirect.register(on: &router)
        recovery.register(on: &router)
        router.on(.get, ActionPage.path) { request, _ in await action.show(request) }
        router.on(.post, ActionPage.path) { request, _ in await action.use(request) }
        router.onImmediate(.get, PageShell.stylePath) { request, _ in PageStyle.respond(to: request) }
        router.onImmediate(.get, PageShell.iconPath) { _, _ in
            .file(EmbeddedFile.bytes(of: "icon.svg"), "image/svg+xml")
        }
        router.onImmediate(.get, Self.robotsPath) { _, _ in
            // Links of mails and results of sign-ins are of no use to a search engine.
            .file(Array("User-agent: *\nDisallow: /\n".utf8), "text/plain; charset=utf-8")
        }
    }
}

extension Response {
    /// A file of the program, which browsers keep for an hour.
    static func file(_ bytes: [UInt8], _ type: String) -> Response {
        Response(fields: [.contentType: type, .cacheControl: "public, max-age=3600"], body: bytes)
    }
}

extension Site {
    /// The site of the pages for users and of those of Google's JavaScript SDK.
    ///
    /// - Parameters:
    ///   - pages: The pages for users.
    ///   - sdkPages: The pages of Google's JavaScript SDK.
    ///   - register: Adds routes that each site has.
    /// - Returns: The site.
    package static func pages(
        _ pages: AccountPages,
        _ sdkPages: JavaScriptSDKPages,
        _ register: (inout Router) -> Void = { _ in }
    ) -> Site {
        var router = Router { pages.renderError($0, $1) }
        pages.register(on: &router)
        sdkPages.register(on: &router)
        register(&router)
        return Site(
            router,
            prefixes: AccountPages.prefixes + JavaScriptSDKPages.prefixes,
            security: AccountPages.security,
            middleware: [UnambiguousNames()]
        )
    }
}

/// Rejects a form in which a name comes twice, as a query is rejected.
///
/// RFC 6749 §3.1 forbids that for the responses of providers, too.
private struct UnambiguousNames: Middleware {
    func handle(_ request: Request, next: any Responder) -> FutureResponse {
        var request = request
        if request.form?.hasRepeatedName == true, request.error == nil { request.error = .repeatedName }
        return next.handle(request)
    }
}
