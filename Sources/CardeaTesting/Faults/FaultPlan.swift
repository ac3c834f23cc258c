import CardeaSession
import Locks

/// What goes wrong, by chance: the same seed and the same calls bring the same faults.
///
/// One plan can serve a transport and a store at once.
///
///     let plan = FaultPlan(seed: 7, odds: .init(lostAnswer: 0.2, storeFailure: 0.05))
///     let transport = FaultInjectingTransport(server, plan: plan, clock: clock)
///     let store = FaultInjectingStore(InMemoryStore(), plan: plan)
public final class FaultPlan: Sendable {
    /// How likely each fault is, from 0 to 1; nothing goes wrong unless told.
    public struct Odds: Sendable, Hashable {
        /// A request does not reach the server.
        public var lostRequest: Double
        /// The server does what was asked, and its answer is lost.
        public var lostAnswer: Double
        /// Something in between answers 500, 502, 503 or 504, whether or not the server did what was asked.
        public var serverError: Double
        /// A captive portal answers 200 with a page of HTML.
        public var portal: Double
        /// The answer is late, by up to `longestDelay`.
        public var delay: Double
        /// The longest that an answer is late.
        public var longestDelay: Duration
        /// A store does not do what it is asked, or does it and says that it did not.
        public var storeFailure: Double

        /// Creates odds.
        public init(
            lostRequest: Double = 0,
            lostAnswer: Double = 0,
            serverError: Double = 0,
            portal: Double = 0,
            delay: Double = 0,
            longestDelay: Duration = .seconds(30),
            storeFailure: Double = 0
        ) {
            self.lostRequest = lostRequest
            self.lostAnswer = lostAnswer
            self.serverError = serverError
            self.portal = portal
            self.delay = delay
            self.longestDelay = longestDelay
            self.storeFailure = storeFailure
        }
    }

    enum NetworkFault {
        case lostRequest
        case lostAnswer
        case serverError(Int, isDone: Bool)
        case portal
        case delay(Duration)
    }

    private struct State {
        var odds: Odds
        var random: SeededGenerator
    }

    private let state: Mutex<State>

    /// Creates a plan.
    public init(seed: UInt64, odds: Odds = Odds()) {
        state = Mutex(State(odds: odds, random: SeededGenerator(seed: seed)))
    }

    /// How likely each fault is from now on.
    public var odds: Odds {
        get { state.withLock(\.odds) }
        set { state.withLock { $0.odds = newValue } }
    }

    /// What goes wrong with the next exchange.
    func networkFault() -> NetworkFault? {
        state.withLock { state in
            let odds = state.odds
            if state.random.decides(odds.lostRequest) { return .lostRequest }
            if state.random.decides(odds.lostAnswer) { return .lostAnswer }
            if state.random.decides(odds.serverError) {
                let status = [500, 502, 503, 504].randomElement(using: &state.random) ?? 500
                return .serverError(status, isDone: state.random.decides(0.5))
            }
            if state.random.decides(odds.portal) { return .portal }
            guard state.random.decides(odds.delay) else { return nil }
            return .delay(odds.longestDelay * Double.random(in: 0...1, using: &state.random))
        }
    }

    /// How the next call of a store fails, and whether it takes effect before.
    func storeFault() -> (error: StoreError, isAfterwards: Bool)? {
        state.withLock { state in
            guard state.random.decides(state.odds.storeFailure) else { return nil }
            let code: StoreError.Code = state.random.decides(0.5) ? .failed : .locked
            return (StoreError(code, "injected"), state.random.decides(0.5))
        }
    }
}
