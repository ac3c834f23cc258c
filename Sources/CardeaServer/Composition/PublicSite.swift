import CardeaHTTPRouting
import CardeaIdentityService
import CardeaIdentityToolkitAPI
import CardeaOAuthAPI
import CardeaTelemetry

/// What clients reach: the protocols, behind what every answer has in common.
struct PublicSite: Responder {
    private let outermost: any Responder

    /// - Parameters:
    ///   - site: What answers, with the rules of its own for pages of other origins.
    ///   - proxies: Whose `X-Forwarded-For` is believed.
    ///   - surroundings: Where the log and the randomness come from.
    init(_ site: any Responder, trusting proxies: [NetworkBlock], _ surroundings: Application.Surroundings) {
        let logged = AccessLog(
            SecurityFields(site),
            logger: surroundings.logger,
            clock: ContinuousClock()
        )
        let measured = RequestMetrics(
            logged,
            factory: surroundings.metrics.registry,
            clock: ContinuousClock()
        )
        let identified = RequestIdentifiers(measured) { surroundings.random.word() }
        outermost = ForwardedAddress(identified, trusting: proxies, surroundings.logger)
    }

    func respond(to request: Request) async -> Response {
        await outermost.respond(to: request)
    }

    func refuse(_ request: Request, _ refusal: Refusal) -> Response { outermost.refuse(request, refusal) }

    func bodySize(of request: Request) -> BodySize { outermost.bodySize(of: request) }
}

extension Router {
    /// The protocols of a server.
    init(
        _ application: Application,
        access: any ProjectAccess,
        random: any RandomSource,
        readiness: Readiness
    ) {
        self.init(wording: Self.wording)
        IdentityToolkitAPI(
            service: application.service,
            projects: application.projects,
            access: access,
            random: random
        )
        .register(on: &self)
        OAuthAPI(service: application.service, access: access).register(on: &self)
        readiness.register(on: &self, canWrite: application.canWrite)
    }

    /// Says in the words of the path's protocol why a request was refused; in plain ones where no path is known.
    @Sendable private static func wording(_ request: Request, _ failure: Failure) -> Response {
        if request.path.isEmpty { return plainWording(request, failure) }
        if request.path.hasPrefix(OAuthAPI.prefix) { return OAuthAPI.wording(request, failure) }
        return IdentityToolkitAPI.wording(request, failure)
    }
}
