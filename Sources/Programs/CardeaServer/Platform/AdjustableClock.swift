package import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLocks

/// A clock that can be stopped at a chosen moment: for the emulator and for tests.
package final class AdjustableClock: WallClock {
    private struct State {
        var frozen: Timestamp?
        /// The last reading, and the steady time at it.
        var shown: Timestamp
        var steady = Timestamp(milliseconds: 0)
    }

    private let state: Mutex<State>
    private let running: any WallClock

    package init() {
        let running = SystemClock()
        self.running = running
        state = Mutex(State(shown: running.now()))
    }

    package func now() -> Timestamp { state.withLock { $0.frozen ?? running.now() } }

    /// The clock's time as long as it goes forward; it does not go back.
    package func steady() -> Timestamp {
        state.withLock { state in
            pass(to: state.frozen ?? running.now(), &state)
            return state.steady
        }
    }

    /// Stops the clock at a moment; `nil` lets it run with the machine's again.
    package func freeze(at moment: Timestamp?) {
        state.withLock { state in
            pass(to: state.frozen ?? running.now(), &state)
            state.frozen = moment
            pass(to: moment ?? running.now(), &state)
        }
    }

    private func pass(to now: Timestamp, _ state: inout State) {
        state.steady = state.steady + max(now - state.shown, .zero)
        state.shown = now
    }
}
