import CardeaIdentityDomain
import Testing

@Suite("The rules of rotation, one by one")
struct RotationStateTests {
    private let root = Branch(entropy: 1)
    private var fresh: RotationState { RotationState(generation: 5, branch: root) }

    // MARK: First use

    @Test("the first use of the current token makes a child (K2)")
    func firstUse() throws {
        let state = try advanced(fresh.use(fresh.current, key: "a", at: 0), by: .issue)
        #expect(state.generation == 5 && state.branch == root)
        #expect(state.child == RefreshTokenName(generation: 6, branch: Branch(entropy: 0)))
        #expect(state.pending?.keyHash == Array("a".utf8))
    }

    @Test("the use of the child confirms it and makes the next one, in one step (K2)")
    func confirmation() throws {
        let issued = try advanced(fresh.use(fresh.current, at: 0), by: .issue)
        let child = try #require(issued.child)
        let confirmed = try advanced(issued.use(child, at: 10), by: .confirm)
        #expect(confirmed.current == child)
        #expect(confirmed.child?.generation == 7)
        #expect(confirmed.use(fresh.current, at: 11) == .reuse)
    }

    // MARK: An attempt that arrives once more

    @Test(
        "for a minute, a repeated attempt after the use of its token is rejected, and the session continues (K13)",
        arguments: [
            // how many tokens ago, key of the caller, seconds since the last use, whether it is forgiven
            (1, "7", 0, true), (1, "7", 59.999, true), (1, "7", 60, false), (1, "7", -3600, true),
            (2, "6", 1, true), (8, "0", 1, true), (9, "-1", 1, false),
            (1, "6", 1, false), (2, "7", 1, false), (1, nil, 1, false), (1, "thief", 1, false),
        ] as [(Int, String?, Double, Bool)]
    )
    func duplicate(ago: Int, key: String?, later: Double, isForgiven: Bool) throws {
        var state = fresh
        var names = [state.current]
        // Each token is used once, under the number of its use for a key, and the last one brings what is pending.
        for use in -1...8 {
            let step: RotationStep = use == -1 ? .issue : .confirm
            state = try advanced(state.use(state.latest, key: "\(use)", at: 0, .strict), by: step)
            names.append(state.latest)
        }
        #expect(names[names.count - 2] == state.current)
        let past = names[names.count - 2 - ago]
        #expect(state.use(past, key: key, at: later, .strict) == (isForgiven ? .duplicate : .reuse))
        #expect(state.use(state.latest, at: 0, .strict) != .reuse)
    }

    // MARK: Second use of the current token

    enum Response { case same, sameAndNoted, recovered, theft }

    @Test(
        "the current token again, its child pending (K13, X4)",
        arguments: [
            // key of the child, key of the caller, seconds later, what happens
            (nil, nil, 0, .same), (nil, nil, 4.999, .same), (nil, nil, 5, .sameAndNoted),
            (nil, nil, 9.999, .sameAndNoted),
            (nil, nil, 10, .recovered), (nil, nil, 86_400, .recovered),
            ("a", "a", 0, .same), ("a", "a", 86_400, .same),
            ("a", "b", 0, .theft), ("a", "b", 10, .theft),
            ("a", nil, 0, .theft), ("a", nil, 10, .theft),
            (nil, "a", 0, .sameAndNoted), (nil, "a", 9.999, .sameAndNoted), (nil, "a", 10, .recovered),
            // The clock was set back.
            (nil, nil, -3600, .same), ("a", "a", -3600, .same), ("a", "b", -3600, .theft),
        ] as [(String?, String?, Double, Response)]
    )
    func secondUse(childKey: String?, callerKey: String?, later: Double, response: Response) throws {
        let issued = try advanced(fresh.use(fresh.current, key: childKey, at: 0), by: .issue)
        let child = try #require(issued.child)
        let action = issued.use(fresh.current, key: callerKey, at: later)
        switch response {
        case .same:
            #expect(action == .replay(child))
        case .sameAndNoted:
            #expect(try advanced(action, by: .replay).latest == child)
        case .theft:
            #expect(action == .reuse)
        case .recovered:
            let recovered = try advanced(action, by: .recover)
            #expect(recovered.current == fresh.current)
            #expect(recovered.child?.generation == 6)
            #expect(recovered.child?.branch.ordinal == 1)
            #expect(recovered.orphan?.branch == child.branch)
        }
    }

    @Test(
        "in strict mode only the same attempt gets the response again",
        arguments: [
            (nil, nil, 0, .theft), (nil, nil, 60, .theft), (nil, nil, -60, .theft),
            ("a", "b", 0, .theft), ("a", nil, 0, .theft), (nil, "a", 0, .theft),
            ("a", "a", 0, .same), ("a", "a", 86_400, .same),
        ] as [(String?, String?, Double, Response)]
    )
    func strict(childKey: String?, callerKey: String?, later: Double, response: Response) throws {
        let issued = try advanced(fresh.use(fresh.current, key: childKey, at: 0, .strict), by: .issue)
        let child = try #require(issued.child)
        let action = issued.use(fresh.current, key: callerKey, at: later, .strict)
        #expect(action == (response == .same ? .replay(child) : .reuse))
    }

    @Test("old-for-new exchange: within the grace the same, a second exchange later is theft (X3, X4)")
    func oldForNew() throws {
        let policy = RotationPolicy(grace: .seconds(10), recoversLate: false)
        let issued = try advanced(fresh.use(fresh.current, at: 0, policy), by: .issue)
        #expect(issued.use(fresh.current, at: 9, policy) == .replay(try #require(issued.child)))
        #expect(issued.use(fresh.current, at: 10, policy) == .reuse)
    }

    // MARK: Orphans

    /// The current token was used at 0 and, its response lost, again at 100.
    private func recovered() throws -> (state: RotationState, orphan: RefreshTokenName) {
        let issued = try advanced(fresh.use(fresh.current, at: 0), by: .issue)
        let orphan = try #require(issued.child)
        return (try advanced(issued.use(fresh.current, at: 100, entropy: 2), by: .recover), orphan)
    }

    @Test("within the grace the orphan's holder is led to the present child, nothing forks")
    func orphanConverges() throws {
        let (state, orphan) = try recovered()
        #expect(state.use(orphan, at: 104) == .replay(try #require(state.child)))
    }

    @Test("also when the present child has been confirmed meanwhile, and its own child is pending")
    func orphanConvergesAfterConfirmation() throws {
        let (state, orphan) = try recovered()
        let confirmed = try advanced(state.use(try #require(state.child), at: 101, entropy: 3), by: .confirm)
        let next = try #require(confirmed.child)
        #expect(confirmed.use(orphan, at: 105) == .replay(next))
        let again = try advanced(confirmed.use(next, at: 102, entropy: 4), by: .confirm)
        #expect(again.use(orphan, at: 106) == .replay(try #require(again.child)))
    }

    @Test("an orphan whose present sibling has no child gets one, on the same line")
    func orphanOfCurrentWithoutChild() throws {
        let (state, orphan) = try recovered()
        let bare = RotationState(
            generation: 6,
            branch: try #require(state.pending).branch,
            orphan: state.orphan
        )
        let issued = try advanced(bare.use(orphan, at: 105), by: .issue)
        #expect(issued.current == bare.current)
    }

    @Test("after the grace the orphan is a second holder's (X4)", arguments: [110.0, 3600, 86_400])
    func lateOrphan(at time: Double) throws {
        let (state, orphan) = try recovered()
        #expect(state.use(orphan, at: time) == .reuse)
        let confirmed = try advanced(state.use(try #require(state.child), at: 105, entropy: 3), by: .confirm)
        #expect(confirmed.use(orphan, at: time) == .reuse)
    }

    @Test("a sibling that was replaced twice ago is a second holder's (X4)")
    func olderSibling() throws {
        let (state, orphan) = try recovered()
        let twice = try advanced(state.use(fresh.current, at: 200, entropy: 5), by: .recover)
        #expect(twice.use(orphan, at: 200) == .reuse)
        #expect(twice.use(try #require(state.child), at: 204) == .replay(try #require(twice.child)))
    }

    // MARK: Responses that cross

    @Test(
        "after a late response and a recovery, the lost child is accepted until its sibling is used (K13)"
    )
    func crossing() throws {
        let issued = try advanced(fresh.use(fresh.current, at: 0), by: .issue)
        let noted = try advanced(issued.use(fresh.current, at: 9.5), by: .replay)
        #expect(noted.use(fresh.current, at: 9.7) == .replay(try #require(issued.child)))
        let state = try advanced(noted.use(fresh.current, at: 10.5, entropy: 2), by: .recover)
        let orphan = try #require(issued.child)
        let child = try #require(state.child)
        #expect(try advanced(state.use(orphan, at: 86_400), by: .replay).latest == child)

        let confirmed = try advanced(state.use(child, at: 90_000, entropy: 3), by: .confirm)
        #expect(confirmed.use(orphan, at: 90_004) == .replay(try #require(confirmed.child)))
        #expect(confirmed.use(orphan, at: 90_010) == .reuse)
    }

    @Test(
        "a response does not cross a later recovery, or one in a grace period without a second use (X4)",
        arguments: [15.0, 60]
    )
    func noCrossing(at time: Double) throws {
        let issued = try advanced(fresh.use(fresh.current, at: 0), by: .issue)
        let noted = try advanced(issued.use(fresh.current, at: 9.5), by: .replay)
        let orphan = try #require(issued.child)
        for before in [noted, issued] {
            let state = try advanced(before.use(fresh.current, at: time, entropy: 2), by: .recover)
            #expect(state.use(orphan, at: time + 10) == .reuse)
        }
    }

    // MARK: Tokens that the database has forgotten

    @Test(
        "a token from further ahead rolls the session forward to itself",
        arguments: [6, 7, 1000] as [Int64]
    )
    func ahead(generation: Int64) throws {
        let token = RefreshTokenName(generation: generation, branch: Branch(entropy: 77))
        let state = try advanced(fresh.use(token, at: 0), by: .rollForward)
        #expect(state.current == token)
        #expect(state.child?.generation == generation + 1)
        #expect(state.orphan == nil)
    }

    @Test(
        "an unknown sibling that is not older than the pending child rolls the session forward",
        arguments: [0, 1, 200] as [UInt8]
    )
    func siblingFromTheFuture(ordinal: UInt8) throws {
        let issued = try advanced(fresh.use(fresh.current, at: 0), by: .issue)
        let lost = RefreshTokenName(generation: 6, branch: Branch(ordinal: ordinal, entropy: 77))
        #expect(try advanced(issued.use(lost, at: 1), by: .rollForward).current == lost)
    }

    @Test("strict mode forgives a lost database too: it is not the client's fault")
    func aheadInStrictMode() throws {
        let token = RefreshTokenName(generation: 9, branch: Branch(entropy: 77))
        _ = try advanced(fresh.use(token, at: 0, .strict), by: .rollForward)
    }

    @Test(
        "an older token, or a sibling of the current one, is reuse (X4)",
        arguments: [(4, 1), (0, 1), (5, 2), (-1, 1)] as [(Int64, UInt64)]
    )
    func behind(generation: Int64, entropy: UInt64) {
        let token = RefreshTokenName(generation: generation, branch: Branch(entropy: entropy))
        #expect(fresh.use(token, at: 0) == .reuse)
    }

    // MARK: Ends

    @Test("numbers run out without a crash", arguments: [RotationState.lastGeneration, Int64.max])
    func exhausted(generation: Int64) {
        let token = RefreshTokenName(generation: generation, branch: root)
        #expect(fresh.use(token, at: 0) == .exhausted)
        #expect(RotationState(generation: generation, branch: root).use(token, at: 0) == .exhausted)
    }

    @Test("siblings have numbers up to 255, and are distinguished beyond")
    func manySiblings() throws {
        var state = try advanced(fresh.use(fresh.current, at: 0), by: .issue)
        for round in 1...300 {
            let action = state.use(fresh.current, at: Double(round) * 20, entropy: UInt64(round))
            state = try advanced(action, by: .recover)
        }
        #expect(state.pending?.branch.ordinal == 255)
        let replaced = RefreshTokenName(generation: 6, branch: Branch(ordinal: 255, entropy: 280))
        #expect(state.use(replaced, at: 6000) == .reuse)
    }
}

/// The state that an action writes, by the step that is expected.
func advanced(_ action: RotationAction, by step: RotationStep) throws -> RotationState {
    guard case .advance(let state, step) = action else { throw Unexpected(action: action) }
    return state
}

private struct Unexpected: Error { let action: RotationAction }

extension RotationState {
    func use(
        _ token: RefreshTokenName,
        key: String? = nil,
        at seconds: Double,
        _ policy: RotationPolicy = RotationPolicy(grace: .seconds(10)),
        userAgent: String = "app",
        from address: String = "192.0.2.1",
        entropy: UInt64 = 0
    ) -> RotationAction {
        let use = RefreshTokenUse(
            of: token,
            keyHash: key.map { Array($0.utf8) },
            origin: RefreshOrigin(userAgent: userAgent, remoteAddress: address),
            at: Timestamp(milliseconds: Int64(seconds * 1000)),
            entropy: entropy
        )
        return handle(use, policy: policy)
    }
}
