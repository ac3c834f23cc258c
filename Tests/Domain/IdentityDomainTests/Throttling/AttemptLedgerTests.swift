import CardeaIdentityDomain
import Testing

@Suite("Throttling of attempts")
struct AttemptLedgerTests {
    private let policy: AttemptPolicy = {
        var policy = AttemptPolicy()
        policy.account = Rate(burst: 3, recovery: .minutes(1))
        policy.network = Rate(burst: 5, recovery: .seconds(10))
        return policy
    }()
    private let start = Timestamp(seconds: 1000)
    private let atOnce = AttemptAdmission.admitted(after: .zero)

    private func attempt(_ account: String = "ann", from address: String = "192.0.2.1") -> Attempt {
        Attempt(pool: UserPool(project: ProjectID(rawValue: "p")), account: account, remoteAddress: address)
    }

    private func ledger(failures: Int, of attempts: Attempt...) -> AttemptLedger {
        var ledger = AttemptLedger()
        for _ in 0..<failures {
            for attempt in attempts { ledger.recordFailure(of: attempt, policy, now: start) }
        }
        return ledger
    }

    /// A ledger in which one network has failed on five accounts.
    private var overfull: AttemptLedger {
        ledger(failures: 1, of: attempt("a"), attempt("b"), attempt("c"), attempt("d"), attempt("e"))
    }

    @Test(
        "a tenant with a smaller share of a phone number's codes uses up nothing of another share (security 11)"
    )
    func limits() {
        var ledger = AttemptLedger()
        func send(in tenant: String?, limit: Int) -> Bool {
            let pool = UserPool(
                project: ProjectID(rawValue: "p"),
                tenant: tenant.map { TenantID(rawValue: $0) }
            )
            let rates = PhoneCodeRates(recipientFromNetwork: limit, recipient: 0, sender: 0, project: 0)
            let network = attempt().network
            return ledger.countPhoneCodeRequest(
                for: "+16505550100",
                in: pool,
                from: network,
                rates,
                policy,
                now: start
            )
                == nil
        }
        #expect(send(in: "blue", limit: 1))
        #expect(!send(in: "blue", limit: 1))
        for number in 1...5 { #expect(send(in: nil, limit: 5), "\(number)") }
        // Tenants with one limit share it.
        #expect(!send(in: "red", limit: 5))
    }

    @Test("failures up to the burst are free, then one for each recovery time")
    func burst() {
        var two = ledger(failures: 2, of: attempt())
        #expect(two.admit(attempt(), policy, now: start) == atOnce)
        let full = ledger(failures: 3, of: attempt())
        for (seconds, admission) in [(0, AttemptAdmission.rejected(retryAfter: .minutes(1))), (60, atOnce)] {
            var copy = full
            #expect(copy.admit(attempt(), policy, now: start + .seconds(Int64(seconds))) == admission)
        }
    }

    @Test("a rejected attempt counts, so further guesses are not accepted sooner (security 27)")
    func rejectedAttempts() {
        var ledger = ledger(failures: 3, of: attempt())
        for second in 0..<100 {
            let admission = ledger.admit(attempt(), policy, now: start + .seconds(Int64(second)))
            #expect(admission == .rejected(retryAfter: .minutes(1)))
        }
        #expect(ledger.admit(attempt(), policy, now: start + .seconds(99) + .minutes(1)) == atOnce)
    }

    @Test("more failures do not lock for longer, and the victim's own network is never locked permanently")
    func bounded() {
        var ledger = ledger(failures: 50, of: attempt())
        #expect(ledger.admit(attempt(), policy, now: start) == .rejected(retryAfter: .minutes(1)))
    }

    @Test("other users and other networks are not affected (security 21)")
    func separate() {
        var full = ledger(failures: 3, of: attempt())
        #expect(full.admit(attempt("bob"), policy, now: start) == atOnce)
        #expect(full.admit(attempt(from: "192.0.2.2"), policy, now: start) == atOnce)
    }

    @Test("after failures for many users, the attempts of a network wait their turn (security 27)")
    func turns() {
        var ledger = overfull
        for turn in 0...20 {
            let wait = TimeSpan(milliseconds: Int64(turn) * 500)
            #expect(ledger.admit(attempt("user\(turn)"), policy, now: start) == .admitted(after: wait))
        }
        #expect(ledger.admit(attempt("late"), policy, now: start) == .rejected(retryAfter: .seconds(10)))
        #expect(ledger.admit(attempt("f", from: "192.0.2.2"), policy, now: start) == atOnce)
        #expect(ledger.admit(attempt("g"), policy, now: start + .minutes(2)) == atOnce)
    }

    @Test("after many invalid credentials, those of a network wait their turn (security 27)")
    func credentials() {
        var ledger = AttemptLedger()
        let (network, other) = (attempt().network, attempt(from: "192.0.2.2").network)
        for _ in 0..<policy.credentials.burst {
            #expect(ledger.admitCredential(from: network, policy, now: start) == atOnce)
            ledger.recordInvalidCredential(from: network, policy, now: start)
        }
        for turn in 0...20 {
            let wait = TimeSpan(milliseconds: Int64(turn) * 500)
            #expect(ledger.admitCredential(from: network, policy, now: start) == .admitted(after: wait))
        }
        let late = ledger.admitCredential(from: network, policy, now: start)
        #expect(late == .rejected(retryAfter: .seconds(10)))
        #expect(ledger.admitCredential(from: other, policy, now: start) == atOnce)
        // Passwords have a count of their own.
        #expect(ledger.admit(attempt(), policy, now: start) == atOnce)
        #expect(ledger.admitCredential(from: network, policy, now: start + .seconds(5)) == atOnce)
    }

    @Test("16 credentials of a network wait for one provider at a time, and 64 for all (security 27)")
    func verifications() throws {
        var ledger = AttemptLedger()
        let (network, other) = (attempt().network, attempt(from: "192.0.2.2").network)
        let providers = try ["google.com", "apple.com", "line.me", "oidc.a", "oidc.b"].map { name in
            ProjectProvider(try #require(ProviderID(rawValue: name)), in: ProjectID(rawValue: "shop"))
        }
        func begin(_ provider: ProjectProvider, from network: Network) -> Bool {
            ledger.beginVerification(at: provider, from: network, policy)
        }
        for provider in providers.prefix(4) {
            for _ in 0..<16 { #expect(begin(provider, from: network)) }
            #expect(!begin(provider, from: network) && begin(provider, from: other))
        }
        #expect(!begin(providers[4], from: network), "64 wait in all")
        ledger.endVerification(at: providers[0], from: network)
        #expect(begin(providers[4], from: network) && !begin(providers[0], from: network))
        // The provider of the same name in another project is another one.
        let foreign = ProjectProvider(providers[1].provider, in: ProjectID(rawValue: "other"))
        ledger.endVerification(at: providers[0], from: network)
        #expect(begin(foreign, from: network))
    }

    @Test(
        "an account whose owner signed in from a network lately need not wait for its attackers (security 27)"
    )
    func familiarNetwork() {
        var ledger = AttemptLedger()
        #expect(ledger.recordSuccess(of: attempt("owner"), policy, now: start) == nil)
        for index in 0..<100 { ledger.recordFailure(of: attempt("\(index)"), policy, now: start) }
        for index in 0..<100 { _ = ledger.admit(attempt("x\(index)"), policy, now: start) }
        #expect(ledger.admit(attempt("owner"), policy, now: start) == atOnce)
        #expect(ledger.admit(attempt("other"), policy, now: start) == .rejected(retryAfter: .seconds(10)))
        // The owner's own failures still count.
        for _ in 0..<3 { ledger.recordFailure(of: attempt("owner"), policy, now: start) }
        #expect(ledger.admit(attempt("owner"), policy, now: start) == .rejected(retryAfter: .minutes(1)))
    }

    /// A minute in which a network guesses twenty times a second.
    ///
    /// - Parameters:
    ///   - ledger: The record of before.
    ///   - account: The account of each guess.
    /// - Returns: The admissions of a user who was seen at the network and of users who were not, one in a
    ///   second; and how many guesses were admitted.
    private func flood(
        _ ledger: inout AttemptLedger,
        at account: (Int) -> String
    ) -> (familiar: [AttemptAdmission], newcomers: [AttemptAdmission], guesses: Int) {
        let policy = AttemptPolicy()
        _ = ledger.recordSuccess(of: attempt("owner"), policy, now: start)
        var (familiar, newcomers, guesses): ([AttemptAdmission], [AttemptAdmission], Int) = ([], [], 0)
        for guess in 0..<1200 {
            let now = start + TimeSpan(milliseconds: Int64(guess) * 50)
            let attempt = attempt(account(guess))
            if case .admitted = ledger.admit(attempt, policy, now: now) {
                guesses += 1
                ledger.recordFailure(of: attempt, policy, now: now)
            }
            // Some milliseconds later, others each time.
            let later = now + TimeSpan(milliseconds: Int64(guess * 7 % 50))
            guard guess % 20 == 7 else { continue }
            familiar.append(ledger.admit(self.attempt("owner"), policy, now: later))
            newcomers.append(ledger.admit(self.attempt("new\(guess)"), policy, now: later))
        }
        return (familiar, newcomers, guesses)
    }

    @Test("a flood of guesses at a list of users does not delay others behind its address (security 27)")
    func floodOfList() {
        var ledger = AttemptLedger()
        for index in 0..<500 {
            ledger.recordFailure(of: attempt("x\(index)"), AttemptPolicy(), now: start)
        }
        let result = flood(&ledger) { "x\($0 % 500)" }
        #expect(result.familiar.count == 60 && result.familiar.allSatisfy { $0 == atOnce })
        #expect(result.newcomers.allSatisfy { $0 == atOnce })
        #expect(result.guesses <= 141)
    }

    @Test(
        "a flood of guesses at new users rejects only users who were never seen there (security 27)"
    )
    func floodOfNewAccounts() {
        var ledger = AttemptLedger()
        for index in 0..<200 {
            ledger.recordFailure(of: attempt("x\(index)"), AttemptPolicy(), now: start)
        }
        let result = flood(&ledger) { "y\($0)" }
        #expect(result.familiar.count == 60 && result.familiar.allSatisfy { $0 == atOnce })
        // Of the turns, a newcomer gets the share that it has of the attempts.
        let admitted = result.newcomers.filter { $0 != .rejected(retryAfter: .seconds(10)) }
        #expect(!admitted.isEmpty && admitted.count < 30)
        #expect(result.guesses + admitted.count <= 141)
    }

    @Test("a success clears the user's failures; a right guess beyond the limit is not revealed")
    func success() {
        var forgiven = ledger(failures: 2, of: attempt())
        #expect(forgiven.recordSuccess(of: attempt(), policy, now: start) == nil)
        for _ in 0..<2 { #expect(forgiven.recordFailure(of: attempt(), policy, now: start) == nil) }
        #expect(forgiven.admit(attempt(), policy, now: start) == atOnce)

        var full = ledger(failures: 3, of: attempt())
        #expect(full.recordSuccess(of: attempt(), policy, now: start) == .minutes(1))
    }

    @Test("a network creates as many users as its rate allows in each project (security 34)")
    func newAccounts() {
        var ledger = AttemptLedger()
        let (project, network) = (ProjectID(rawValue: "p"), Network(of: "192.0.2.1"))
        func count(_ project: ProjectID, _ network: Network, after span: TimeSpan = .zero) -> TimeSpan? {
            ledger.count(.newUser, in: project, by: network, .perHour(60), policy, now: start + span)
        }
        for _ in 0..<60 { #expect(count(project, network) == nil) }
        #expect(count(project, network) == .minutes(1))
        #expect(count(ProjectID(rawValue: "q"), network) == nil)
        #expect(count(project, Network(of: "192.0.2.2")) == nil)
        #expect(count(project, network, after: .minutes(1)) == nil)
        #expect(count(project, network, after: .minutes(1)) == .minutes(1))
    }

    @Test("the number of entries has a limit, and those with the most failures stay (security 34)")
    func capacity() {
        var small = policy
        small.capacity = 100
        var ledger = AttemptLedger()
        let victim = attempt("victim", from: "192.0.2.99")
        for _ in 0..<3 { ledger.recordFailure(of: victim, small, now: start) }
        for index in 0..<1000 {
            ledger.recordFailure(of: attempt("\(index)", from: "\(index)"), small, now: start)
            _ = ledger.recordSuccess(of: attempt("\(index)", from: "\(index)"), small, now: start)
        }
        #expect(ledger.count <= 302)
        #expect(ledger.admit(victim, small, now: start) == .rejected(retryAfter: .minutes(1)))
    }
}
