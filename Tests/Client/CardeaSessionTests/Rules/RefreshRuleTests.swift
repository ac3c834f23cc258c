@testable import CardeaSession
import Foundation
import Testing

/// When a refresh begins, what counts towards the limit, and what follows a failure: the pure rules.
struct RefreshRuleTests {
    @Test(
        "1.3 K7: the leeway is five minutes or half of the lifetime, wherever the credential came from (client 1.2)",
        arguments: [HeldCredential.Source.signIn, .store, .refresh],
        [(3600, 300), (600, 300), (599, 299.5), (300, 150), (3, 1.5)]
    )
    func expiryMargin(source: HeldCredential.Source, times: (lifetime: Double, expiryMargin: Double)) {
        let lifetime = Duration.seconds(times.lifetime)
        let held = MachineUnderTest(lifetime: lifetime).credential(1, from: source)
        let expiryMargin = held.expiryMargin(.seconds(300))
        #expect(expiryMargin == .seconds(times.expiryMargin))
        let begin = Duration.seconds(1_000) + lifetime - expiryMargin
        #expect(held.freshness(at: begin, expiryMargin: expiryMargin) == .good)
        #expect(held.freshness(at: begin + .milliseconds(1), expiryMargin: expiryMargin) == .ageing)
    }

    @Test(
        "an endpoint that always rejects causes few refreshes, and other requests continue (client 1.1)"
    )
    func rejectingEndpoint() {
        var play = MachineUnderTest(lifetime: .seconds(3600))
        for _ in 0..<300 {
            #expect(play.request("/forbidden", isAccepted: false).isDelivered)
            #expect(play.request("/things", isAccepted: true).isDelivered)
            play.uptime += .seconds(2)
        }
        // At 0, 30, 90, 210 and 450 seconds.
        #expect(play.refreshes == 5)
    }

    @Test("an endpoint that rejects again after a quiet time leads to one refresh again (client 1.1)")
    func rejectingEndpointLater() {
        var play = MachineUnderTest(lifetime: .seconds(36_000))
        for count in 1...3 {
            #expect(play.request("/forbidden", isAccepted: false).isDelivered)
            #expect(play.refreshes == count)
            play.uptime += .seconds(60)
        }
    }

    @Test(
        "after an endpoint's own rejections, a token that the back end revoked is refreshed elsewhere at once (client 1.1)"
    )
    func revokedLater() {
        var play = MachineUnderTest(lifetime: .seconds(3600))
        _ = play.request("/forbidden", isAccepted: false)
        play.uptime += .seconds(5)
        let used = play.machine.held
        #expect(play.request("/things", isAccepted: false).isDelivered)
        #expect(play.refreshes == 2)
        #expect(play.machine.held?.stamp != used?.stamp)
    }

    @Test(
        "many endpoints that always reject reach the limit; then each caller gets its 401, and other requests succeed (client 1.1)"
    )
    func limit() {
        var play = MachineUnderTest(lifetime: .seconds(3600))
        for path in 0..<20 { #expect(play.request("/forbidden/\(path)", isAccepted: false).isDelivered) }
        #expect(play.refreshes == 5)
        #expect(play.request("/things", isAccepted: true).isDelivered)
        play.uptime += .seconds(30)
        _ = play.request("/other", isAccepted: false)
        #expect(play.refreshes == 6)
    }

    @Test("at the limit, a newer token that another process stored is still adopted (client 1.1)")
    func limitAndOtherProcess() {
        var play = MachineUnderTest(lifetime: .seconds(3600)) { $0.refreshLimit = 0 }
        let decision = play.machine.responded(
            .expired,
            to: play.credential(1, from: .signIn).stamp,
            from: nil,
            replays: 0,
            at: play.uptime
        )
        guard let look = decision.refresh else {
            Issue.record("nothing looks at the store")
            return
        }
        _ = play.machine.refreshEnded(look, .replaced(play.credential(2, from: .store)), at: play.uptime)
        #expect(play.machine.held?.stamp.generation == 2)
    }

    @Test("a look at the store becomes a refresh if a request joins that may begin one (client 1.1)")
    func joinedLook() {
        var play = MachineUnderTest(lifetime: .seconds(3600))
        _ = play.request("/forbidden", isAccepted: false)
        guard let stamp = play.machine.held?.stamp else { return }
        func responded(_ path: String) -> SessionMachine.Decision<SessionMachine.NextStep> {
            let endpoint = Endpoint(Fixture.request(path))
            return play.machine.responded(.expired, to: stamp, from: endpoint, replays: 0, at: play.uptime)
        }
        let look = responded("/forbidden").refresh
        let joined = responded("/things")
        #expect(look?.fallback != nil && joined.refresh == nil)
        #expect(look.flatMap { play.machine.storeCheckEnded($0, at: play.uptime) } == nil)
        #expect(play.machine.refresh?.isCounted == true)
        #expect(play.machine.refresh?.holdsAll == true)
    }

    @Test(
        "a back end with short-lived tokens never reaches the limit (client 1.4)",
        arguments: [1, 3, 20]
    )
    func shortLives(seconds: Int) {
        var play = MachineUnderTest(lifetime: .seconds(seconds))
        for _ in 0..<600 {
            #expect(play.request("/things", isAccepted: true).isDelivered)
            play.uptime += .milliseconds(250)
        }
        // One request after the limit's period finds it unused.
        #expect(play.request("/other", isAccepted: false).isDelivered)
        #expect(play.refreshes >= 150 / seconds)
    }

    @Test(
        "tokens that arrive expired are used, and are not refreshed more often than the limit allows (client 1.4)"
    )
    func expiredOnArrival() {
        var play = MachineUnderTest(lifetime: .zero)
        for _ in 0..<20 { #expect(play.request("/things", isAccepted: true).isDelivered) }
        #expect(play.refreshes == 6)
        play.uptime += .seconds(30)
        _ = play.request("/things", isAccepted: true)
        #expect(play.refreshes == 7)
    }

    @Test("a refresh of another process does not count towards the limit (client 1.2)")
    func takenFromStore() {
        var play = MachineUnderTest(lifetime: .seconds(3600))
        for _ in 0..<20 {
            let nextStep = play.request("/things", isAccepted: false) { play in
                .replaced(play.credential((play.machine.held?.stamp.generation ?? 0) + 1, from: .store))
            }
            #expect(nextStep.isDelivered)
        }
        let isFull = play.machine.window.isFull(at: play.uptime, limit: RefreshLimit(count: 1))
        #expect(!isFull)
    }

    private static let busy = SessionError(.refreshFailed, retryAfter: .seconds(30), detail: "status 429")

    @Test(
        "Retry-After is obeyed; until then callers get refreshFailed with the time that is left (client 1.5)"
    )
    func retryAfter() {
        var play = MachineUnderTest(lifetime: .seconds(10))
        play.uptime += .seconds(11)
        for second in 0..<30 {
            let error = play.request("/things", isAccepted: true) { _ in .failed(Self.busy) }.error
            #expect(error?.code == .refreshFailed)
            #expect(error?.retryAfter == .seconds(30 - second))
            play.uptime += .seconds(1)
        }
        #expect(play.refreshes == 1)
        #expect(play.request("/things", isAccepted: true).isDelivered)
        #expect(play.refreshes == 2)
    }

    @Test(
        "after a response of a captive portal, the pause has at most four seconds, and callers wait for its end (client 2)"
    )
    func portal() {
        var play = MachineUnderTest(lifetime: .seconds(10))
        play.uptime += .seconds(11)
        let portal = SessionError(.refreshFailed, detail: "status 302")
        for pause in [1, 2, 4, 4, 4, 4] {
            let before = play.uptime
            let error = play.request("/things", isAccepted: true) { _ in .foreign(portal) }.error
            #expect(error?.retryAfter == .seconds(pause))
            #expect(play.uptime - before <= .seconds(4))
        }
        #expect(play.request("/things", isAccepted: true).isDelivered)
        #expect(play.refreshes == 7)
    }

    @Test(
        "a demanded refresh begins in a pause of the engine's own, and not in one that the back end named (client 2)",
        arguments: [nil, 30, 3]
    )
    func demanded(retryAfter: Int?) {
        var play = MachineUnderTest(lifetime: .seconds(10))
        play.uptime += .seconds(11)
        let busy = SessionError(.refreshFailed, retryAfter: retryAfter.map { .seconds($0) })
        for _ in 0..<6 {
            _ = play.request("/things", isAccepted: true) { _ in .failed(busy) }
            play.uptime = play.machine.pause?.end ?? play.uptime
        }
        _ = play.request("/things", isAccepted: true) { _ in .failed(busy) }
        play.uptime += .milliseconds(1)
        let refresh = play.machine.refreshNow(at: play.uptime).refresh
        #expect((refresh?.fallback != nil) == (retryAfter == 30))
        let end = play.machine.pause?.end
        #expect(refresh?.begunAt == (retryAfter == 3 ? end : play.uptime))
    }

    @Test("a refresh that waits for the end of a pause begins at once if the network returns (client 2)")
    func returned() {
        var play = MachineUnderTest(lifetime: .seconds(10))
        play.uptime += .seconds(11)
        let turnedAway = SessionError(.refreshFailed, detail: "status 403")
        for _ in 0..<3 { _ = play.request("/things", isAccepted: true) { _ in .failed(turnedAway) } }
        let waiting = play.machine.admit(at: play.uptime, holds: false).refresh
        #expect(waiting?.begunAt == play.uptime + .seconds(4))
        let hastened = play.machine.endPause(at: play.uptime).refresh
        #expect(hastened?.begunAt == play.uptime && hastened?.id != waiting?.id)
        #expect(play.machine.pause == nil)
        #expect(play.machine.endPause(at: play.uptime).refresh == nil)
    }

    @Test("during the pause, requests are sent with a token that is still valid (client 1.5)")
    func pauseWithGoodToken() {
        var play = MachineUnderTest(lifetime: .seconds(100))
        play.uptime += .seconds(60)
        for _ in 0..<20 {
            #expect(play.request("/things", isAccepted: true) { _ in .failed(Self.busy) }.isDelivered)
            play.uptime += .seconds(1)
        }
        let rejected = play.request("/things", isAccepted: false) { _ in .failed(Self.busy) }
        #expect(rejected.error?.code == .refreshFailed)
        #expect(play.refreshes == 1)
    }

    @Test("1.5: a refresh that fails after a rejection leaves the token to the others (client 1.1)")
    func failedAfterRejection() {
        var play = MachineUnderTest(lifetime: .seconds(3600))
        #expect(play.request("/forbidden", isAccepted: false) { _ in .failed(Self.busy) }.error != nil)
        #expect(play.request("/things", isAccepted: true).isDelivered)
        #expect(play.refreshes == 1)
    }

    @Test(
        "without Retry-After the pause doubles; a network failure causes no pause for callers (client 1.5)"
    )
    func backOff() {
        let turnedAway = SessionError(.refreshFailed, detail: "status 403")
        var play = MachineUnderTest(lifetime: .seconds(10))
        play.uptime += .seconds(11)
        for pause in [1, 2, 4, 8, 16, 32, 60, 60] {
            let error = play.request("/things", isAccepted: true) { _ in .failed(turnedAway) }.error
            #expect(error?.retryAfter == .seconds(pause))
            play.uptime += .seconds(pause)
        }
        #expect(play.refreshes == 8)
        let offline = SessionError(.transport)
        for _ in 0..<3 {
            #expect(play.request("/things", isAccepted: true) { _ in .notSent(offline) }.error == offline)
        }
        #expect(play.refreshes == 11)
    }

    @Test(
        "while refreshes fail on the network, a rejected request starts none, and others continue (client 1.1)"
    )
    func unreachableAfterRejection() {
        let timedOut = SessionError(.refreshTimedOut)
        var play = MachineUnderTest(lifetime: .seconds(3600))
        for _ in 0..<10 {
            let error = play.request("/forbidden", isAccepted: false) { _ in .failed(timedOut) }.error
            #expect(error?.code == .refreshTimedOut)
            #expect(play.request("/things", isAccepted: true).isDelivered)
            play.uptime += .milliseconds(100)
        }
        #expect(play.refreshes == 1)
    }

    @Test("a longer Retry-After than the longest pause counts as that (client 1.5)")
    func longestPause() {
        var play = MachineUnderTest(lifetime: .seconds(10)) { $0.longestRefreshPause = .seconds(60) }
        play.uptime += .seconds(11)
        let forEver = SessionError(.refreshFailed, retryAfter: .seconds(1_000_000))
        #expect(
            play.request("/things", isAccepted: true) { _ in .failed(forEver) }.error?.retryAfter
                == .seconds(60)
        )
    }

    @Test(
        "callers wait for a short Retry-After, and get an error for a long one (client 1.5)",
        arguments: [
            (RefreshFailure.transient(), 0, nil), (.transient("", retryAfter: .seconds(3)), 0, 3),
            (.transient("", retryAfter: .seconds(5)), 0, nil), (.uncertain(), 1, 2),
            (.uncertain("", retryAfter: .seconds(4)), 0, 4),
            (.uncertain("", retryAfter: .seconds(30)), 0, nil),
            (.uncertain(), 3, nil), (.rejected(), 0, nil),
        ] as [(RefreshFailure, Int, Int?)]
    )
    func sentAgain(failure: RefreshFailure, count: Int, seconds: Int?) {
        #expect(RetrySchedule().delay(after: failure, count: count) == seconds.map { .seconds($0) })
    }
}
