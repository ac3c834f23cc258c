import CardeaAccountPages
import CardeaHTTPRouting
import CardeaIdentityService
import CardeaIdentityToolkitAPI
import CardeaKiiAPI
import CardeaOAuthAPI
import CardeaOperations
import CardeaLogging

extension Site {
    /// The sites for clients: the protocols and the health routes, and the site of the pages for users.
    ///
    /// The protocols know no cookies, so pages of every origin may call them. No other origin may call the pages.
    ///
    /// - Parameters:
    ///   - router: The operations.
    ///   - pages: The pages for users.
    ///   - sdkPages: The pages of Google's JavaScript SDK.
    ///   - projects: The cache that must be current for each request.
    ///   - crossOrigin: Which pages of other origins may call it.
    ///   - proxies: The proxies whose `X-Forwarded-For` is read.
    ///   - dependencies: Where log, metrics and randomness come from.
    ///   - visitors: Rejects requests that may not reach an emulator.
    /// - Returns: The sites.
    static func open(
        _ router: Router,
        pages: AccountPages,
        sdkPages: JavaScriptSDKPages,
        projects: ProjectDirectory,
        crossOrigin: CrossOriginAccess,
        trusting proxies: TrustedProxies,
        _ dependencies: Application.Dependencies,
        visitors: EmulatorVisitors? = nil
    ) -> any Responder {
        let random = dependencies.random
        var middleware: [any Middleware] = [
            ForwardedAddress(trusting: proxies, dependencies.logger),
            RequestIdentifiers { random.word() },
            RequestMonitor(
                logger: dependencies.logger,
                metrics: dependencies.metrics.factory,
                clock: ContinuousClock()
            ),
        ]
        if let visitors { middleware.append(visitors) }
        middleware.append(CurrentDirectory(projects: projects))
        return Sites(api: Site(router, crossOrigin: crossOrigin), pages: .pages(pages, sdkPages))
            .behind(middleware)
    }
}

/// The two sites of one listener; the path selects one.
private struct Sites: Responder {
    let api: Site
    let pages: Site

    func handle(_ request: Request) -> FutureResponse { site(of: request).handle(request) }

    func bodySize(of request: Request) -> BodySize { site(of: request).bodySize(of: request) }

    private func site(of request: Request) -> Site {
        AccountPages.serves(request) || JavaScriptSDKPages.serves(request) ? pages : api
    }
}

extension Router {
    /// The protocols of a server.
    init(
        _ application: Application,
        access: any ProjectAccess,
        random: any RandomSource,
        readiness: Readiness
    ) {
        self.init(renderError: Self.protocolError)
        IdentityToolkitAPI(
            services: application.services,
            projects: application.projects,
            access: access,
            random: random
        )
        .register(on: &self)
        OAuthAPI(
            sessions: application.services.sessions,
            serviceAccounts: application.services.serviceAccounts,
            access: access
        )
        .register(on: &self)
        KiiAPI(
            signIn: application.services.signIn,
            sessions: application.services.sessions,
            access: access,
            clock: application.dependencies.clock
        )
        .register(on: &self)
        OpenAPIDocument(IdentityToolkitAPI.operations + OAuthAPI.operations + KiiAPI.operations)
            .register(on: &self)
        readiness.register(on: &self, canWrite: application.canWrite)
    }

    /// Gives an error the form of the path's protocol, or plain text if no path is known.
    @Sendable private static func protocolError(_ request: Request, _ failure: Failure) -> Response {
        if request.path.isEmpty { return plainError(request, failure) }
        if failure == .notFound, let page = AccountPages.notFound(request) { return page }
        if OAuthAPI.owns(request.path) { return OAuthAPI.renderError(request, failure) }
        if KiiAPI.owns(request.path) { return KiiAPI.renderError(request, failure) }
        return IdentityToolkitAPI.renderError(request, failure)
    }
}
