import CardeaAccountPages
import CardeaHTTPRouting
import CardeaIdentityService
import CardeaIdentityToolkitAPI
import CardeaKiiAPI
import CardeaOAuthAPI
import CardeaOperations
import CardeaLogging

extension Sites {
    /// The sites for clients: the protocols, and the pages for users.
    ///
    /// The protocols know no cookies, so pages of every origin may call them. No other origin may call the pages.
    ///
    /// - Parameters:
    ///   - application: The use cases.
    ///   - access: Finds the project of a credential.
    ///   - readiness: Whether the server wants requests.
    ///   - languages: The languages of the pages. Defaults to those of the program.
    ///   - crossOrigin: Which pages of other origins may call the protocols.
    ///   - proxies: The proxies whose `X-Forwarded-For` is read.
    ///   - emulator: The operations of an emulator, and its rule for visitors; `nil` for a server.
    /// - Returns: The sites behind the middleware that all share.
    static func open(
        _ application: Application,
        access: any ProjectAccess,
        readiness: Readiness,
        languages: PageLanguages = .builtIn,
        crossOrigin: CrossOriginAccess,
        trusting proxies: TrustedProxies,
        emulator: (api: EmulatorAPI, visitors: EmulatorVisitors)? = nil
    ) -> any Responder {
        let (services, projects) = (application.services, application.projects)
        let logger = application.dependencies.logger
        let toolkit = IdentityToolkitAPI(services: services, access: access)
        let oauth = OAuthAPI(
            sessions: services.sessions,
            serviceAccounts: services.serviceAccounts,
            access: access
        )
        let kii = KiiAPI(
            signIn: services.signIn,
            sessions: services.sessions,
            access: access,
            clock: application.dependencies.clock
        )
        let sites = Sites(
            [
                .pages(
                    AccountPages(
                        verification: services.verification,
                        redirects: services.redirects,
                        languages: languages
                    ),
                    JavaScriptSDKPages(
                        access: access,
                        projects: projects,
                        allowsEveryOrigin: emulator != nil,
                        providerPage: emulator?.api.providerPage
                    ),
                    toolkit.registerIssuers
                ),
                .of(OAuthAPI.prefixes, crossOrigin, errors: OAuthAPI.renderError) { router in
                    oauth.register(on: &router)
                    toolkit.registerIssuers(on: &router)
                },
                .of(KiiAPI.prefixes, crossOrigin, errors: KiiAPI.renderError) { router in
                    kii.register(on: &router)
                    toolkit.registerIssuers(on: &router)
                },
            ],
            rest: .of([], crossOrigin, errors: IdentityToolkitAPI.renderError) { router in
                toolkit.register(on: &router)
                toolkit.registerIssuers(on: &router)
                OpenAPIDocument(IdentityToolkitAPI.operations + OAuthAPI.operations + KiiAPI.operations)
                    .register(on: &router)
                readiness.register(on: &router, canWrite: application.canWrite)
                guard let emulator else { return }
                emulator.api.register(on: &router)
                OpenAPIDocument(IdentityToolkitAPI.operations + OAuthAPI.operations + EmulatorAPI.operations)
                    .register(on: &router, at: EmulatorAPI.documentPath)
            }
        )
        let middleware: [(any Middleware)?] = [
            ForwardedAddress(trusting: proxies, logger),
            RequestIdentifiers { services.random.word() },
            RequestMonitor(
                logger: logger,
                metrics: application.dependencies.metrics.factory,
                clock: ContinuousClock()
            ),
            emulator?.visitors,
            CurrentDirectory(projects: projects),
        ]
        return sites.behind(middleware.compactMap(\.self))
    }
}

extension Site {
    /// A site of a protocol.
    ///
    /// A person whose browser asks for a path that does not exist sees a page.
    fileprivate static func of(
        _ prefixes: [String],
        _ crossOrigin: CrossOriginAccess,
        errors: @escaping Router.ErrorRenderer,
        _ register: (inout Router) -> Void
    ) -> Site {
        var router = Router { request, failure in
            if request.path.isEmpty { return Router.plainError(request, failure) }
            if failure == .notFound, let page = AccountPages.notFound(request) { return page }
            return errors(request, failure)
        }
        register(&router)
        return Site(router, prefixes: prefixes, crossOrigin: crossOrigin)
    }
}
