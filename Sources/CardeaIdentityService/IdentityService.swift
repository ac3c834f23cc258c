package import CardeaIdentityDomain
package import CardeaPasswordHashing
package import CardeaTelemetry

/// The use cases of the server.
///
/// There is a file for each; this one holds what they share.
package struct IdentityService: Sendable {
    let store: any IdentityStore
    let projects: ProjectDirectory
    let passwords: PasswordHasher
    let throttle: AttemptThrottle
    let clock: any WallClock
    let random: any RandomSource
    let customTokens: CustomTokenTrust
    let logger: Logger
    let metrics: ServiceMetrics
    package let outbox: Outbox
    let links: ActionLinks

    package init(
        store: any IdentityStore,
        projects: ProjectDirectory,
        passwords: PasswordHasher,
        throttle: AttemptThrottle,
        clock: any WallClock,
        random: any RandomSource,
        customTokens: CustomTokenTrust = .serviceAccounts,
        logger: Logger,
        metrics: ServiceMetrics = ServiceMetrics(),
        outbox: Outbox = Outbox(isOpen: false),
        links: ActionLinks = ActionLinks()
    ) {
        self.store = store
        self.projects = projects
        self.passwords = passwords
        self.throttle = throttle
        self.clock = clock
        self.random = random
        self.customTokens = customTokens
        self.logger = logger
        self.metrics = metrics
        self.outbox = outbox
        self.links = links
    }
}
