import CardeaSession
import CardeaLocks

/// The time that the system gives a process in the background, which it can take back.
final class Suspensions: BackgroundTime {
    private struct State {
        var lastID = 0
        var expiries: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    func begin(onExpiry: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let id = state.withLock { state in
            state.lastID += 1
            state.expiries[state.lastID] = onExpiry
            return state.lastID
        }
        return { [self] in state.withLock { _ = $0.expiries.removeValue(forKey: id) } }
    }

    /// Lets the process know that it is about to be suspended.
    ///
    /// - Returns: The number of refreshes that were under way.
    func expire() -> Int {
        let expiries = state.withLock { $0.expiries.sorted { $0.key < $1.key }.map(\.value) }
        for expire in expiries { expire() }
        return expiries.count
    }
}
