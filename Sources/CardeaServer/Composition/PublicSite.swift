import HTTPRouting
import IdentityService
import IdentityToolkitAPI
import OAuthAPI
import Telemetry

/// What clients reach: the protocols, behind what every answer has in common.
struct PublicSite: Responder {
    private let outermost: any Responder

    init(_ router: Router, trusting proxies: [NetworkBlock], _ surroundings: Application.Surroundings) {
        let logged = AccessLog(
            SecurityFields(CrossOriginAccess(router)),
            logger: surroundings.logger,
            clock: ContinuousClock()
        )
        let identified = RequestIdentifiers(logged) { surroundings.random.word() }
        outermost = proxies.isEmpty ? identified : ForwardedAddress(next: identified, proxies: proxies)
    }

    func respond(to request: Request) async -> Response {
        await outermost.respond(to: request)
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
        self.init(refusal: IdentityToolkitAPI.refusal)
        IdentityToolkitAPI(
            service: application.service,
            projects: application.projects,
            access: access,
            random: random
        )
        .register(on: &self)
        OAuthAPI(service: application.service, access: access).register(on: &self)
        readiness.register(on: &self)
    }
}
