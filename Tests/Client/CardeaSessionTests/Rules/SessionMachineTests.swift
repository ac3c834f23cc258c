@testable import CardeaSession
import CardeaEncodings
import Foundation
import CardeaHTTPTransport
import Testing

/// Plays every sequence of events up to a length, and holds the machine to what must always be true.
struct SessionMachineTests {
    /// Something that can happen.
    enum Step: CaseIterable {
        case signInA, signInB, signOut, changeToken
        case admit, admitLate, expired, expiredOlder, endedElsewhere
        case refreshed, rejected, failed, vanished, replaced, timedOut, lateRefreshed, lateReplaced

        static let beginning: Set<Step> = [.signInA, .signInB]
        static let ending: Set<Step> = beginning.union([
            .signOut, .rejected, .vanished, .replaced, .lateReplaced, .endedElsewhere,
        ])
    }

    /// A machine with what the shell around it would know.
    struct Play {
        var machine = SessionMachine(
            SessionConfiguration(origins: [], refreshLimit: 100)
        )
        var refreshes: [SessionMachine.Refresh] = []
        var waiting = 0
        var uptime = Duration.seconds(1_000)
        var sessions = 0
        var violations: [String] = []

        mutating func run(_ step: Step) {
            uptime += .milliseconds(1)
            let before = machine
            let actions = perform(step)
            check(actions, step, before)
        }

        private mutating func perform(_ step: Step) -> [SessionMachine.Action] {
            switch step {
            case .signInA, .signInB:
                sessions += 1
                let held = credential("s\(sessions)", 1)
                let change = machine.beginChange()
                return machine.signedIn(held, change: change) ?? []
            case .signOut: return machine.signOut(.requested)
            case .changeToken:
                guard let held = machine.held else { return [] }
                let next = credential(held.stamp.session.wrappedValue, held.stamp.generation + 1)
                return machine.changed(next, cause: .passwordChanged) ?? []
            case .admit: return taken(machine.admit(at: uptime, holds: false))
            case .admitLate:
                uptime += .seconds(4_000)
                return taken(machine.admit(at: uptime, holds: false))
            case .expired, .expiredOlder, .endedElsewhere:
                guard let held = machine.held else { return [] }
                let generation = step == .expiredOlder ? held.stamp.generation - 1 : held.stamp.generation
                let stamp = CredentialStamp(session: held.stamp.session, generation: generation)
                let classification: ResponseClassification =
                    step == .endedElsewhere ? .rejected(.signedInElsewhere) : .expired
                return taken(machine.responded(classification, to: stamp, replays: 0, at: uptime))
            case .refreshed, .rejected, .failed, .vanished, .replaced, .timedOut:
                guard let refresh = refreshes.popLast() else { return [] }
                if step == .timedOut {
                    refreshes.insert(refresh, at: 0)
                    return machine.refreshEnded(refresh, outcome(.timedOut, refresh), at: uptime)
                }
                return machine.refreshEnded(refresh, outcome(step, refresh), at: uptime)
            case .lateRefreshed, .lateReplaced:
                guard !refreshes.isEmpty else { return [] }
                let refresh = refreshes.removeFirst()
                let late = outcome(step == .lateRefreshed ? .refreshed : .replaced, refresh)
                return machine.refreshEnded(refresh, late, at: uptime)
            }
        }

        private func outcome(_ step: Step, _ refresh: SessionMachine.Refresh) -> SessionMachine.RefreshOutcome
        {
            switch step {
            case .refreshed:
                .refreshed(credential(refresh.stamp.session.wrappedValue, refresh.stamp.generation + 1))
            case .replaced: .replaced(credential("foreign", 1))
            case .rejected: .rejected(.refreshRejected)
            case .vanished: .vanished(late: nil)
            default: .failed(SessionError(.refreshFailed))
            }
        }

        private mutating func taken<T: Waitable>(
            _ decision: SessionMachine.Decision<T>
        ) -> [SessionMachine.Action] {
            if let refresh = decision.refresh { refreshes.append(refresh) }
            if decision.outcome.isWait { waiting += 1 }
            return decision.actions
        }

        private func credential(_ session: String, _ generation: UInt64) -> HeldCredential {
            HeldCredential(
                CredentialRecord(
                    version: .init(session: session, revision: generation),
                    generation: generation,
                    credential: SessionCredential(
                        accessToken: SessionSecret("\(session)-\(generation)"),
                        lifetime: .seconds(3600)
                    )
                ),
                from: generation == 1 ? .signIn : .refresh,
                isRefreshable: true,
                isDurable: true,
                at: Moment(date: Date(timeIntervalSince1970: 0), uptime: uptime)
            )
        }

        private mutating func check(
            _ actions: [SessionMachine.Action],
            _ step: Step,
            _ before: SessionMachine
        ) {
            for action in actions { if case .resume = action { waiting = 0 } }
            demand(waiting == 0 || machine.refresh != nil, "nobody will wake those who wait", step)
            if let refresh = machine.refresh {
                demand(refresh.stamp == machine.held?.stamp, "the refresh is of another credential", step)
            }
            if let old = before.held?.stamp, let new = machine.held?.stamp, old.session == new.session {
                demand(new.generation >= old.generation, "an older token came back", step)
            }
            guard before.held != nil else {
                demand(machine.held == nil || Step.beginning.contains(step), "a session was revived", step)
                return
            }
            let hasEnded = machine.held?.stamp.session != before.held?.stamp.session
            let ends = actions.count { if case .emit(.signedOut) = $0 { true } else { false } }
            let begins = actions.count { if case .emit(.signedIn) = $0 { true } else { false } }
            // A sign-in emits `signedIn` alone: the event ends the session before it.
            let isSignIn = Step.beginning.contains(step)
            demand(ends == (hasEnded && !isSignIn ? 1 : 0), "\(ends) events tell of an end", step)
            demand(begins == 1 || !isSignIn, "\(begins) events tell of a sign-in", step)
            demand(!hasEnded || Step.ending.contains(step), "a session ended", step)
        }

        private mutating func demand(_ isKept: Bool, _ violation: @autoclosure () -> String, _ step: Step) {
            if !isKept { violations.append("\(step): \(violation())") }
        }
    }

    @Test("every sequence of four events after a sign-in keeps the rules", arguments: Step.allCases)
    func exhaustive(first: Step) {
        for second in Step.allCases {
            for third in Step.allCases {
                for fourth in Step.allCases {
                    let steps: [Step] = [.signInA, first, second, third, fourth]
                    var play = Play()
                    for step in steps { play.run(step) }
                    if !play.violations.isEmpty { Issue.record("\(steps): \(play.violations)") }
                }
            }
        }
    }

    @Test("long random sequences keep the rules", arguments: 0..<20)
    func random(seed: UInt64) {
        var generator = Xorshift(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        var play = Play()
        for _ in 0..<2_000 {
            guard let step = Step.allCases.randomElement(using: &generator) else { continue }
            play.run(step)
        }
        #expect(play.violations.isEmpty)
    }
}

/// A small generator, so that a failing seed can be played again.
private struct Xorshift: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
