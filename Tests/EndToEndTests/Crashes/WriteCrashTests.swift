import Testing

/// Kills the server in the middle of writes of every kind, again and again.
@Suite(
    "Crashes under writes",
    .enabled(
        if: MailSink.isInstalled && SMSSink.isInstalled,
        "Scripts/python-clients installs the mail server"
    ),
    .timeLimit(.minutes(15 + Soak.seconds(orElse: 0) / 60))
)
struct WriteCrashTests {
    private static let seconds = Soak.seconds(orElse: 4)

    @Test(
        "a crash loses no acknowledged user, link, code, setting or message, and lets no code be used twice (security 18)"
    )
    func crashes() async throws {
        let site = try await CrashSite()
        let actors: [any CrashActor] = [
            BatchImporter(0, site), IdentityLinker(0, site), IdentityLinker(1, site),
            ProviderVisitor(0, site),
            ProviderVisitor(1, site), AddressTaker(0, site), AddressTaker(1, site), PasswordResetter(0, site),
            PasswordResetter(1, site), EmailLinkVisitor(0, site), AddressChanger(0, site),
            AddressChanger(1, site), PhoneSigner(0, site), PhoneSigner(1, site), GuestUpgrader(0, site),
            UserNameSigner(0, site), CustomTokenVisitor(0, site), UserDeleter(0, site), TenantKeeper(0, site),
            KeyKeeper(0, site), SettingsChanger(0, site), OutboxKeeper(0, site),
        ]
        try await run(actors, at: site)
        for actor in actors { try await actor.settle() }
        try await site.crash()
        let pool = try await PoolScan(of: site)
        for actor in actors { try await actor.judge(pool) }
        #expect(try await site.messages.strayTopics() == [], "a mail was sent without a request")
        try await site.finish()
        for actor in actors { print("\(type(of: actor)): \(await actor.rounds) rounds") }
        print("\(await site.crashes) crashes, \(pool.count) users, judged:\n\(site.judgements.report)")
        #expect(site.judgements.empty == [], "a judgement had nothing to judge")
    }

    /// Lets all work at once, and kills the server meanwhile.
    private func run(_ actors: [any CrashActor], at site: CrashSite) async throws {
        let end = ContinuousClock.now + .seconds(Self.seconds)
        try await withThrowingTaskGroup { group in
            for actor in actors { group.addTask { try await actor.run(until: end) } }
            repeat {
                try await Task.sleep(for: .milliseconds(Int.random(in: 100...500)))
                try await site.crash()
            } while ContinuousClock.now < end
            try await group.waitForAll()
        }
        try await withThrowingTaskGroup { group in
            for actor in actors { group.addTask { try await actor.runQuietly() } }
            try await group.waitForAll()
        }
    }
}
