import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// Where browsers begin and end a sign-in with a provider.
///
/// It shows nothing unless something is wrong: each request leads on. The cookie binds a redirect to one browser.
struct RedirectPage: Sendable {
    /// The redirects that may be open in one browser.
    static let maximumOpen = 16

    let redirects: RedirectFlow
    let languages: PageLanguages

    func register(on router: inout Router) {
        router.on(.get, RedirectFlow.startPath) { request, _ in await start(request) }
        // Each step happens once: a program that only looks at an address must not take it from the browser.
        router.on(.head, RedirectFlow.startPath) { _, _ in Response(status: 405, fields: ["allow": "GET"]) }
        for path in [RedirectFlow.handlerPath, RedirectFlow.handlerPath + "/{provider}"] {
            router.on(.head, path) { _, _ in Response(status: 405, fields: ["allow": "GET, POST"]) }
            router.on(.get, path) { request, parameters in
                await receive(request, request.queryItems, parameters["provider"])
            }
            // Apple sends its response as a form.
            router.on(.post, path) { request, parameters in
                guard let form = request.form else { return failure(.invalidState, request) }
                return await receive(request, form, parameters["provider"])
            }
        }
    }

    private func start(_ request: Request) async -> Response {
        do throws(RedirectError) {
            let started = try await redirects.start(
                state: request.queryItems["state"],
                cookie: { request.cookies[$0] }
            )
            var response = Response.redirect(to: started.url)
            let cookie = SetCookie(
                started.cookieName,
                started.cookie,
                lifetime: .seconds(RedirectFlow.lifetime.seconds),
                sameSite: started.isPosted ? .none : .lax
            )
            if let cookie { response.set(cookie) }
            response.deleteCookies(of: request, except: started.cookieName)
            return response
        } catch {
            return failure(error, request)
        }
    }

    private func receive(
        _ request: Request,
        _ fields: [FormItem],
        _ provider: String?
    ) async -> Response {
        do throws(RedirectError) {
            let returned = try await redirects.receive(
                fields,
                suffix: provider.map { "/" + $0 } ?? "",
                cookie: { request.cookies[$0] }
            )
            var response = Response.redirect(to: returned.url)
            if let cookie = SetCookie.deleting(returned.cookieName) { response.set(cookie) }
            return response
        } catch {
            // Some providers leave the state out of their error.
            return failure(error, request, isDeclined: fields["error"] != nil)
        }
    }

    /// A page for the person: nothing is known of the app, so there is no way back to it.
    private func failure(_ error: RedirectError, _ request: Request, isDeclined: Bool = false) -> Response {
        let visit = Visit(request.queryItems, request, languages)
        if case .service(let error) = error {
            return visit.notice(visit.text[.busyTitle], visit.text[.busy], status: 503)
                .recording(code: error.name, limit: error.reachedLimit?.rawValue)
        }
        let text = visit.text[isDeclined ? .signInDeclined : .signInFailed]
        return visit.notice(visit.text[.signInFailedTitle], text, status: 400).recording(code: error.name)
    }
}

extension Response {
    /// Leads a browser on; its address, which may hold a state or a code, is sent to no other site.
    fileprivate static func redirect(to url: String) -> Response {
        Response(status: 303, fields: ["location": url, "referrer-policy": "no-referrer"])
    }

    /// Deletes the cookies of other redirects if there are too many.
    ///
    /// A page of another site could begin redirects, until the cookies make each request of the browser too large.
    fileprivate mutating func deleteCookies(of request: Request, except present: String) {
        let prefix = "__Host-"
        let others = request.cookies.names.filter {
            $0.hasPrefix(exact: prefix + RedirectFlow.cookiePrefix) && $0.exact != (prefix + present).exact
        }
        guard others.count >= RedirectPage.maximumOpen else { return }
        for name in others.sorted() {
            let cookie = SetCookie.deleting(String(name.dropFirst(prefix.count)), sameSite: .none)
            if let cookie { set(cookie) }
        }
    }
}
