import IdentityDomain
import Testing

@Suite("Throttling of attempts")
struct AttemptLedgerTests {
    private let policy: AttemptPolicy = {
        var policy = AttemptPolicy()
        policy.accountBurst = 3
        policy.networkBurst = 5
        policy.networkRecovery = .seconds(10)
        return policy
    }()
    private let start = Timestamp(seconds: 1000)

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

    @Test("failures up to the burst are free, then one for each recovery time")
    func burst() {
        #expect(ledger(failures: 2, of: attempt()).delay(for: attempt(), policy, now: start) == nil)
        let full = ledger(failures: 3, of: attempt())
        #expect(full.delay(for: attempt(), policy, now: start) == .minutes(1))
        #expect(full.delay(for: attempt(), policy, now: start + .seconds(40)) == .seconds(20))
        #expect(full.delay(for: attempt(), policy, now: start + .minutes(1)) == nil)
    }

    @Test("more failures do not lock for longer: the victim's own network is never lost for good")
    func bounded() {
        #expect(ledger(failures: 50, of: attempt()).delay(for: attempt(), policy, now: start) == .minutes(1))
    }

    @Test("security 21: neither another account nor another network is affected")
    func separate() {
        let full = ledger(failures: 3, of: attempt())
        #expect(full.delay(for: attempt("bob"), policy, now: start) == nil)
        #expect(full.delay(for: attempt(from: "192.0.2.2"), policy, now: start) == nil)
    }

    @Test("one network that tries many accounts is slowed down for all of them")
    func network() {
        let full = ledger(
            failures: 1,
            of: attempt("a"),
            attempt("b"),
            attempt("c"),
            attempt("d"),
            attempt("e")
        )
        #expect(full.delay(for: attempt("f"), policy, now: start) == .seconds(10))
        #expect(full.delay(for: attempt("f", from: "192.0.2.2"), policy, now: start) == nil)
    }

    @Test("a success forgives the account's failures")
    func success() {
        var ledger = ledger(failures: 3, of: attempt())
        ledger.recordSuccess(of: attempt())
        #expect(ledger.delay(for: attempt(), policy, now: start) == nil)
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
        #expect((attempt(from: one).network == attempt(from: other).network) == same)
    }

    @Test("the counts have a bound, and those who failed most stay")
    func capacity() {
        var small = policy
        small.capacity = 100
        var ledger = AttemptLedger()
        for _ in 0..<3 { ledger.recordFailure(of: attempt("victim", from: "192.0.2.99"), small, now: start) }
        for index in 0..<1000 {
            ledger.recordFailure(of: attempt("\(index)", from: "\(index)"), small, now: start)
        }
        #expect(ledger.count <= 102)
        #expect(ledger.delay(for: attempt("victim", from: "192.0.2.99"), small, now: start) != nil)
    }
}
