package import CardeaIdentityDomain
package import CardeaPasswordHashing
package import CardeaLogging

/// The capabilities of the server, put together from its dependencies.
///
/// It is a class, so that a request copies one reference.
package final class IdentityServices: Sendable {
    package let accounts: Accounts
    package let signIn: SignIn
    package let federation: Federation
    package let sessions: Sessions
    package let verification: Verification
    package let users: UserAdministration
    package let userImport: UserImport
    package let userExport: UserExport
    package let serviceAccounts: ServiceAccounts
    package let securityEvents: SecurityEvents
    package let outbox: OutboxAdministration
    /// `nil` if no mail server is configured: then messages wait.
    package let mailDelivery: MailDelivery?
    package let phone: PhoneSignIn
    /// `nil` if no SMS gateway is configured: then text messages wait.
    package let textMessageDelivery: TextMessageDelivery?
    package let cleanup: Cleanup
    /// The configurations of identity providers.
    package let providerAdministration: ProviderAdministration
    /// Sign-ins by redirect.
    package let redirects: RedirectFlow
    /// The points in which an emulator differs.
    package let differences: Set<EmulatorDifference>
    package let projects: ProjectDirectory
    package let random: any RandomSource
    let store: ServiceStore
    let composer: MailComposer

    package init(
        store: any IdentityStore,
        projects: ProjectDirectory,
        passwords: PasswordHasher,
        clock: any WallClock,
        random: any RandomSource,
        differences: Set<EmulatorDifference> = .none,
        logger: Logger,
        metrics: ServiceMetrics = ServiceMetrics(),
        outbox: Outbox<OutgoingMail> = Outbox(isOpen: false),
        links: ActionLinks = ActionLinks(),
        textMessages: Outbox<OutgoingTextMessage> = Outbox(isOpen: false),
        phoneCodes: PhoneCodeRecorder? = nil,
        providers: any ProviderVerifier = NoProviders(),
        providerTokens: any ProviderTokenRevoker = NoProviders(),
        redirects: RedirectFlow? = nil
    ) {
        let (vault, hashes) = (projects.vault, PasswordHashVault(vault: projects.vault))
        (self.projects, self.random) = (projects, random)
        serviceAccounts = ServiceAccounts(projects: projects)
        providerAdministration = ProviderAdministration(projects: projects)
        self.redirects =
            redirects ?? RedirectFlow(projects: projects, authorizer: NoProviders(), logger: logger)
        securityEvents = SecurityEvents(store: store, clock: clock)
        userImport = UserImport(
            store: store,
            projects: projects,
            passwords: passwords,
            vault: hashes,
            clock: clock,
            logger: logger
        )
        userExport = UserExport(store: store, vault: hashes, logger: logger)
        let store = ServiceStore(store, logger: logger, metrics: metrics)
        let issuer = TokenIssuer(
            projects: projects,
            differences: differences,
            clock: clock,
            random: random,
            logger: logger
        )
        let passwords = Passwords(hasher: passwords, vault: hashes, logger: logger)
        let throttle = Throttle(clock: clock)
        self.store = store
        self.differences = differences
        composer = MailComposer(
            outbox: outbox,
            vault: vault,
            clock: clock,
            random: random,
            logger: logger
        )
        let codes = CodeIssuer(
            store: store,
            projects: projects,
            composer: composer,
            links: links,
            differences: differences,
            random: random
        )
        let completion = SignInCompletion(
            store: store,
            tokens: issuer,
            codes: codes,
            random: random,
            metrics: metrics,
            logger: logger
        )
        accounts = Accounts(
            store: store,
            completion: completion,
            passwords: passwords,
            throttle: throttle,
            codes: codes,
            differences: differences,
            clock: clock,
            random: random
        )
        signIn = SignIn(
            store: store,
            projects: projects,
            completion: completion,
            passwords: passwords,
            throttle: throttle,
            codes: codes,
            differences: differences,
            clock: clock,
            random: random
        )
        let emulatesProviders = differences.contains(.providerTokensOfAnybody)
        federation = Federation(
            store: store,
            projects: projects,
            completion: completion,
            throttle: throttle,
            providers: emulatesProviders ? EmulatedProviders(next: providers) : providers,
            revoker: emulatesProviders ? EmulatedProviders(next: providers) : providerTokens,
            vault: IdentityVault(vault: vault),
            linksOnce: differences.contains(.linksOnce),
            clock: clock,
            random: random,
            logger: logger
        )
        sessions = Sessions(
            store: store,
            projects: projects,
            issuer: issuer,
            clock: clock,
            random: random,
            metrics: metrics,
            logger: logger
        )
        verification = Verification(
            store: store,
            projects: projects,
            passwords: passwords,
            throttle: throttle,
            codes: codes,
            clock: clock
        )
        users = UserAdministration(
            store: store,
            projects: projects,
            passwords: passwords,
            differences: differences,
            clock: clock,
            random: random
        )
        self.outbox = OutboxAdministration(
            store: store,
            outbox: outbox,
            textMessages: textMessages,
            clock: clock,
            random: random
        )
        phone = PhoneSignIn(
            store: store,
            projects: projects,
            completion: completion,
            throttle: throttle,
            outbox: textMessages,
            recorder: phoneCodes,
            vault: vault,
            clock: clock,
            random: random,
            logger: logger
        )
        mailDelivery = outbox.transport.map { transport in
            Delivery(
                MailSender(
                    transport: transport,
                    store: store,
                    projects: projects,
                    vault: vault,
                    metrics: metrics
                )
                .channel,
                store: store,
                signal: outbox.signal,
                clock: clock,
                random: random,
                logger: logger
            )
        }
        textMessageDelivery = textMessages.transport.map { transport in
            Delivery(
                TextMessageSender(transport: transport, projects: projects, vault: vault, metrics: metrics)
                    .channel,
                store: store,
                signal: textMessages.signal,
                clock: clock,
                random: random,
                logger: logger
            )
        }
        cleanup = Cleanup(store: store, clock: clock)
    }
}
