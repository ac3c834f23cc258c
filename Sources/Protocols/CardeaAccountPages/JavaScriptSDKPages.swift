import CardeaEncodings
import CardeaHTML
import CardeaHTTPMessages
package import CardeaHTTPRouting
import CardeaIdentityDomain
package import CardeaIdentityService

/// The pages that Google's JavaScript SDK opens for a sign-in with a provider: a handler, and a frame within the app.
///
/// The SDK opens the handler in a popup, or instead of the app. The handler begins a redirect of this server, leads to the
/// provider, and is where the redirect leads back to. The frame passes the result on to the app. The result signs in, so
/// browsers show the frame within pages of the listed origins alone.
///
/// A page hands its script the parameters that the server has judged. The script does not read the address: another
/// reader could find other values in it.
package struct JavaScriptSDKPages: Sendable {
    static let handlerPath = RedirectFlow.scriptHandlerPath
    static let framePath = "/__/auth/iframe"
    static let handlerScriptPath = "/__/auth/handler.js"
    static let frameScriptPath = "/__/auth/iframe.js"
    /// The paths of the SDK after `connectAuthEmulator`.
    private static let emulatorHandlerPath = "/emulator/auth/handler"
    private static let emulatorFramePath = "/emulator/auth/iframe"

    /// The beginnings of its paths.
    static let prefixes = ["/__/auth/", emulatorHandlerPath, emulatorFramePath]

    private let access: any ProjectAccess
    private let projects: ProjectDirectory
    private let allowsEveryOrigin: Bool
    private let providerPage: Router.Handler?

    /// - Parameters:
    ///   - access: Finds the project of an API key.
    ///   - projects: The projects.
    ///   - allowsEveryOrigin: Whether a project that lists `*` gives the results of sign-ins to every site: an emulator alone.
    ///   - providerPage: An emulator's page instead of a provider; it shares a path with the handler.
    package init(
        access: any ProjectAccess,
        projects: ProjectDirectory,
        allowsEveryOrigin: Bool = false,
        providerPage: Router.Handler? = nil
    ) {
        self.access = access
        self.projects = projects
        self.allowsEveryOrigin = allowsEveryOrigin
        self.providerPage = providerPage
    }

    func register(on router: inout Router) {
        router.on(.get, Self.handlerPath) { request, _ in await handler(request) }
        let providerPage = providerPage
        router.on(.get, Self.emulatorHandlerPath) { request, parameters in
            if request.queryItems["authType"] != nil { return await handler(request) }
            return await providerPage?(request, parameters)
                ?? AccountPages.notFound(request) ?? Router.plainError(request, .notFound)
        }
        for path in [Self.framePath, Self.emulatorFramePath] {
            router.on(.get, path) { request, _ in await frame(request) }
        }
        for (path, file) in [
            (Self.handlerScriptPath, "handler.js"), (Self.frameScriptPath, "iframe.js"),
        ] {
            router.onImmediate(.get, path) { _, _ in
                .file(EmbeddedFile.bytes(of: file), "text/javascript; charset=utf-8")
            }
        }
    }

    // MARK: Handler

    private static let handlerParameters = [
        "apiKey", "appName", "authType", "eventId", "tid", "redirectUrl", "providerId", "scopes",
        "customParameters", "state",
    ]

    /// A request of the SDK has the URL of the app, which must be listed; a response of the server has none.
    private func handler(_ request: Request) async -> Response {
        let visit = Visit(request.queryItems, request)
        if visit["authType"] != nil {
            let tenant = visit["tid"].flatMap { $0.isEmpty ? nil : TenantID(rawValue: $0) }
            do throws(IdentityError) {
                guard let policy = try await policy(of: visit, tenant: tenant),
                    let text = visit["redirectUrl"], let url = ContinueURL(text),
                    policy.codes.allows(url, server: projects.publicURL)
                else {
                    return visit.notice(visit.text[.signInFailedTitle], Self.unlisted, status: 400)
                        .recording(code: "UNLISTED_ORIGIN")
                }
            } catch {
                return visit.notice(visit.text[.busyTitle], visit.text[.busy], status: 503)
                    .recording(code: error.name)
            }
        }
        var response = visit.notice(
            visit.text[.signInFailedTitle],
            visit.text[.signInFailed],
            status: 200,
            script: script(
                .src(Self.handlerScriptPath),
                .dataParameters(visit.json(of: Self.handlerParameters))
            )
        )
        response.fields[.contentSecurityPolicy] = """
            default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'none'; \
            base-uri 'none'; frame-ancestors 'none'
            """
        return response
    }

    /// A message for the developer of an app, not for users.
    private static let unlisted =
        """
        The API key or the tenant is unknown, or codes.continueOrigins does not list the origin of the app. The entry * \
        does not count here.
        """

    // MARK: Frame

    /// The script of the frame loads Google's, which the SDK speaks with.
    ///
    /// The frame passes on the sign-ins of the project and of all its tenants. So the site of one tenant cannot show it.
    private func frame(_ request: Request) async -> Response {
        let visit = Visit(request.queryItems, request)
        do throws(IdentityError) {
            guard let policy = try await policy(of: visit, tenant: nil) else {
                return visit.notice(visit.text[.signInFailedTitle], Self.unlisted, status: 400)
                    .recording(code: "UNLISTED_ORIGIN")
            }
            let origins = policy.codes.origins(server: projects.publicURL).joined(separator: " ")
            let page = HTML.document {
                html(.lang("en")) {
                    head { title { "Cardea" } }
                    body {
                        script(
                            .src(Self.frameScriptPath),
                            .dataParameters(visit.json(of: ["apiKey", "appName"]))
                        )
                    }
                }
            }
            var response = Response.page(page, status: 200)
            response.fields[.contentSecurityPolicy] = """
                default-src 'none'; script-src 'self' https://apis.google.com; form-action 'none'; base-uri 'none'; \
                frame-ancestors \(origins)
                """
            return response
        } catch {
            return visit.notice(visit.text[.busyTitle], visit.text[.busy], status: 503)
                .recording(code: error.name)
        }
    }

    /// The policy of the app that a page is for.
    ///
    /// - Returns: `nil` if its API key or the tenant is unknown, or if its project lists every origin: then any site would
    ///   get the results.
    private func policy(of visit: Visit, tenant: TenantID?) async throws(IdentityError) -> Policy? {
        guard let key = visit["apiKey"], let project = try await access.project(apiKey: key) else {
            return nil
        }
        if let tenant, try await access.tenant(tenant, in: project) == nil { return nil }
        let policy = try access.scope(of: project, tenant: tenant, client: key).policy
        return allowsEveryOrigin || !policy.codes.continueOrigins.contains("*") ? policy : nil
    }
}

extension Visit {
    /// The parameters of some names as a JSON object.
    fileprivate func json(of names: [String]) -> String {
        var text = JSONText()
        text.object { text in
            for name in names {
                guard let value = self[name] else { continue }
                text.name(text: name)
                text.string(value)
            }
        }
        return String(decoding: text.bytes, as: UTF8.self)
    }
}
