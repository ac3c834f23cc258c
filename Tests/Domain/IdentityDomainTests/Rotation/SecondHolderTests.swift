import CardeaIdentityDomain
import Testing

@Suite("Recognition of reuse")
struct SecondHolderTests {
    private var fresh: RotationState { RotationState(generation: 5, branch: Branch(entropy: 1)) }

    /// The current token was issued for the key `a`, and its only child is the pending one.
    private func keyed(pendingKey: String?) throws -> RotationState {
        let issued = try advanced(fresh.use(fresh.current, key: "a", at: 0), by: .issue)
        return try advanced(issued.use(issued.latest, key: pendingKey, at: 3600), by: .confirm)
    }

    // MARK: Keys (security 32)

    @Test(
        "in a keyed session with a pending child, another key or none is reuse at once (security 32)",
        arguments: [nil, "thief"] as [String?],
        [0, 0.2, 9.9, 3600] as [Double]
    )
    func otherKey(key: String?, later: Double) throws {
        let state = try keyed(pendingKey: "b")
        #expect(state.use(state.current, key: "b", at: 3600 + later) == .replay(state.latest))
        #expect(state.use(state.current, key: key, at: 3600 + later) == .reuse)
        #expect(state.use(fresh.current, key: key, at: 3600 + later) == .reuse)
    }

    @Test(
        "a keyed session's newest token used without a key: accepted; the next key is a second holder's (security 32)"
    )
    func withoutKey() throws {
        let state = try keyed(pendingKey: nil)
        #expect(state.use(state.current, key: "b", at: 3601) == .reuse)
        #expect(state.use(state.current, key: "b", at: 7200) == .reuse)
    }

    @Test("an app that is updated to a version without keys follows the rules for apps without keys")
    func downgrade() throws {
        let state = try keyed(pendingKey: nil)
        #expect(state.use(state.current, at: 3601) == .replay(state.latest))
        let recovered = try advanced(state.use(state.current, at: 7200, entropy: 9), by: .recover)
        _ = try advanced(recovered.use(recovered.latest, at: 7201), by: .confirm)
    }

    @Test(
        "an app that begins to send keys gets its earlier child, which is then only for that key",
        arguments: [0.5, 9.9]
    )
    func upgrade(later: Double) throws {
        let issued = try advanced(fresh.use(fresh.current, at: 0), by: .issue)
        let bound = try advanced(issued.use(fresh.current, key: "a", at: later), by: .replay)
        #expect(bound.latest == issued.latest)
        #expect(bound.use(fresh.current, key: "a", at: 86_400) == .replay(issued.latest))
        #expect(bound.use(fresh.current, at: later) == .reuse)
        #expect(bound.use(fresh.current, key: "thief", at: later) == .reuse)
    }

    // MARK: Origins

    @Test("without keys, only one user agent gets the child (security 32)")
    func otherUserAgent() throws {
        let issued = try advanced(fresh.use(fresh.current, at: 0), by: .issue)
        #expect(issued.use(fresh.current, at: 1) == .replay(issued.latest))
        #expect(issued.use(fresh.current, at: 1, userAgent: "tool") == .reuse)
        #expect(issued.use(fresh.current, at: 1, userAgent: "") == .reuse)
        // Later it is a lost response, and the app may have been updated meanwhile.
        _ = try advanced(issued.use(fresh.current, at: 10, userAgent: "app 2"), by: .recover)
    }

    @Test(
        "without keys a child is issued to a second network, which is one event for each child (security 32)"
    )
    func otherNetwork() throws {
        let issued = try advanced(fresh.use(fresh.current, at: 0), by: .issue)
        let told = try advanced(
            issued.use(fresh.current, at: 1, from: "198.51.100.7"),
            by: .replayElsewhere
        )
        #expect(told.latest == issued.latest)
        for address in ["192.0.2.1", "198.51.100.7", "203.0.113.9"] {
            #expect(told.use(fresh.current, at: 2, from: address) == .replay(issued.latest))
        }
    }

    @Test("addresses of one IPv6 network are one network")
    func sameNetwork() throws {
        let issued = try advanced(fresh.use(fresh.current, at: 0, from: "2001:db8::1"), by: .issue)
        #expect(issued.use(fresh.current, at: 1, from: "2001:db8::2") == .replay(issued.latest))
    }

    @Test("a child from before origins were recorded goes to any user agent")
    func unknownOrigin() throws {
        let pending = RotationState.Pending(
            branch: Branch(entropy: 2),
            keyHash: nil,
            at: Timestamp(seconds: 0)
        )
        let state = RotationState(generation: 5, branch: Branch(entropy: 1), pending: pending)
        #expect(state.use(state.current, at: 1, userAgent: "any") == .replay(state.latest))
    }

    // MARK: Tabs on waking (security M3)

    /// Each token is used at once, a second after the one before; the first child is issued at 0.
    private func chain(
        _ uses: Int,
        key: String? = nil
    ) throws -> (state: RotationState, names: [RefreshTokenName]) {
        var state = try advanced(fresh.use(fresh.current, key: key, at: 0), by: .issue)
        var names = [fresh.current, state.latest]
        for use in 1...uses {
            let action = state.use(
                state.latest,
                key: key.map { "\($0)\(use)" },
                at: Double(use),
                entropy: UInt64(use)
            )
            state = try advanced(action, by: .confirm)
            names.append(state.latest)
        }
        return (state, names)
    }

    @Test("a tab's request that another tab overtook is led to the present child (security M3)")
    func overtaken() throws {
        let (state, _) = try chain(1)
        #expect(state.use(fresh.current, at: 1.2) == .replay(state.latest))
        #expect(state.use(fresh.current, at: 9.999) != .reuse)
        #expect(state.use(fresh.current, at: 10) == .reuse)
    }

    @Test(
        "each token is tolerated for the grace of its own first child: the window does not slide (security M3)"
    )
    func window() throws {
        let (state, names) = try chain(4)
        // The children were issued at 0, 1, 2, 3 and 4.
        for (index, name) in names.prefix(4).enumerated() {
            let end = Double(index) + 10
            #expect(state.use(name, at: end - 0.001) != .reuse)
            #expect(state.use(name, at: end) == .reuse)
        }
        #expect(try chain(9).state.use(fresh.current, at: 9.5) == .reuse)
    }

    @Test("a child that was sent again late in the grace leaves its parent half a grace more (security M3)")
    func lateReplay() throws {
        let issued = try advanced(fresh.use(fresh.current, at: 0), by: .issue)
        let late = try advanced(issued.use(fresh.current, at: 9), by: .replay)
        let confirmed = try advanced(late.use(late.latest, at: 9.5), by: .confirm)
        #expect(confirmed.use(fresh.current, at: 14.999) != .reuse)
        #expect(confirmed.use(fresh.current, at: 15) == .reuse)
    }

    @Test("a tolerated token with a key, from another user agent, or of a keyed session: reuse (security M3)")
    func notTolerated() throws {
        let (state, _) = try chain(1)
        #expect(state.use(fresh.current, key: "thief", at: 1.2) == .reuse)
        #expect(state.use(fresh.current, at: 1.2, userAgent: "tool") == .reuse)
        let keyed = try chain(1, key: "k").state
        #expect(keyed.superseded.isEmpty)
        #expect(keyed.use(fresh.current, at: 1.2) == .reuse)
        let begun = try advanced(state.use(state.latest, key: "k", at: 1.1), by: .confirm)
        #expect(begun.use(fresh.current, at: 1.2) == .reuse)
    }

    @Test("a token whose child is used after the grace period is not kept in the row")
    func forgotten() throws {
        let issued = try advanced(fresh.use(fresh.current, at: 0), by: .issue)
        #expect(try advanced(issued.use(issued.latest, at: 10), by: .confirm).superseded.isEmpty)
        #expect(try advanced(issued.use(issued.latest, at: 1, .strict), by: .confirm).superseded.isEmpty)
    }
}
