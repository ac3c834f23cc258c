import CardeaIdentityDomain
import Testing

@Suite("Networks of clients, and what wider ones may do")
struct NetworkTests {
    private let policy: AttemptPolicy = {
        var policy = AttemptPolicy()
        policy.account = Rate(burst: 3, recovery: .minutes(1))
        policy.network = Rate(burst: 5, recovery: .seconds(10))
        return policy
    }()
    private let start = Timestamp(seconds: 1000)
    private let atOnce = AttemptAdmission.admitted(after: .zero)

    private func attempt(_ account: String = "ann", from address: String) -> Attempt {
        Attempt(pool: UserPool(project: ProjectID(rawValue: "p")), account: account, remoteAddress: address)
    }

    @Test(
        "addresses of one IPv6 /64 are one network",
        arguments: [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8:1:2::1", "2001:0DB8:1:2::1", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false), ("::1", "0:0:0:0:0:0:0:1", true),
            ("fe80::1%eth0", "fe80::2", true), ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
            ("192.0.2.1", "192.0.2.2", false),
        ]
    )
    func networks(one: String, other: String, same: Bool) {
        #expect((Network(of: one) == Network(of: other)) == same)
    }

    @Test(
        "256 networks of one IPv6 customer count as eight, and do not affect other customers (security 21, 27, 34)"
    )
    func networksOfCustomer() {
        let networks = (0..<256).map { "2001:db8:1:\(String($0, radix: 16))::1" }
        var ledger = AttemptLedger()
        #expect(ledger.recordSuccess(of: attempt(from: "2001:db8:1:ffff::1"), policy, now: start) == nil)
        // Guesses at one account: three for each of eight networks.
        var guesses = 0
        for address in networks {
            for _ in 0..<3 where ledger.admit(attempt(from: address), policy, now: start) == atOnce {
                guesses += ledger.recordFailure(of: attempt(from: address), policy, now: start) == nil ? 1 : 0
            }
        }
        #expect(guesses == 24)
        #expect(ledger.admit(attempt(from: "2001:db8:1:ffff::1"), policy, now: start) == atOnce)
        #expect(ledger.admit(attempt(from: "2001:db8:2::1"), policy, now: start) == atOnce)
        // Guesses at many accounts take turns, sixteen in a second.
        for (index, address) in networks.enumerated() {
            ledger.recordFailure(of: attempt("x\(index)", from: address), policy, now: start)
        }
        let admitted = networks.indices.filter {
            ledger.admit(attempt("y\($0)", from: networks[$0]), policy, now: start)
                != .rejected(retryAfter: .seconds(10))
        }
        #expect(admitted.count == 162)
        // New accounts and taken names.
        let project = ProjectID(rawValue: "p")
        let counted = networks.map(Network.init(of:)).map { network in
            ledger.count(.newUser, in: project, by: network, .perHour(10), policy, now: start) == nil
                && ledger.delay(of: .takenName, in: project, by: network, .perHour(10), now: start) == nil
                && ledger.count(.takenName, in: project, by: network, .perHour(10), policy, now: start) == nil
        }
        #expect(counted.filter(\.self).count == 80)
        #expect(
            ledger.delay(
                of: .takenName,
                in: project,
                by: Network(of: networks[255]),
                .perHour(10),
                now: start
            ) != nil
        )
        // A customer has one share of the codes for one recipient.
        let rates = CodeRates(recipientFromNetwork: 10, recipient: 50, sender: 1000, project: 0)
        let email = EmailAddress("ann@example.com")
        let sent = networks.map(Network.init(of:)).filter { network in
            email.map {
                ledger.countCode(
                    to: $0,
                    for: .anyone,
                    in: UserPool(project: project),
                    from: network,
                    rates,
                    policy,
                    now: start
                ) == nil
            } ?? false
        }
        #expect(sent.count == 10)
    }

    @Test(
        "the wider network of an IPv6 address is its /48",
        arguments: [
            ("2001:db8:1:2::1", "2001:db8:1::/48"), ("2001:db8::1", "2001:db8:::/48"), ("::1", "::::/48"),
            ("192.0.2.1", nil), ("::ffff:192.0.2.1", nil), ("unix", nil),
        ] as [(String, String?)]
    )
    func widerNetwork(address: String, name: String?) {
        let wider = Network(of: address).wider
        #expect(wider?.name == name && wider?.wider == nil)
    }
}
