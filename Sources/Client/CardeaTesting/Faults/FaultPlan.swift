import CardeaSession
import CardeaLocks

/// Random faults: the same seed and the same calls cause the same faults.
///
/// One plan can serve a transport and a store at once.
///
///     let plan = FaultPlan(seed: 7, odds: .init(lostResponse: 0.2, storeFailure: 0.05))
///     let transport = FaultInjectingTransport(server, plan: plan, clock: clock)
///     let store = FaultInjectingStore(InMemoryStore(), plan: plan, clock: clock)
public final class FaultPlan: Sendable {
    /// The probability of each fault, from 0 to 1; defaults to nothing goes wrong.
    public struct Odds: Sendable, Hashable {
        /// A request does not reach the server.
        public var lostRequest: Double
        /// The server does what was asked, and its response is lost.
        public var lostResponse: Double
        /// A request reaches the server a second time after its response, up to `longestDelay` later but within a
        /// minute.
        ///
        /// The second response is discarded.
        public var duplicate: Double
        /// Nothing comes for `longestDelay`, whether or not the server did what was asked, and the transport
        /// gives up.
        public var timeout: Double
        /// Something in between returns 500, 502, 503 or 504, whether or not the server did what was asked.
        public var serverError: Double
        /// Something in between returns 429 with a `Retry-After` of up to `longestDelay`; the server does nothing.
        public var busy: Double
        /// A captive portal returns 200 with a page of HTML.
        public var portal: Double
        /// The response is late, by up to `longestDelay`.
        public var delay: Double
        /// The longest that a response, or a store, is late.
        public var longestDelay: Duration
        /// A store does not do what it is asked, or does it and says that it did not; the latter never with a sign-in.
        public var storeFailure: Double
        /// A store does what it is asked late, or says late that it did, by up to `longestDelay`.
        public var storeDelay: Double

        /// Creates odds.
        public init(
            lostRequest: Double = 0,
            lostResponse: Double = 0,
            duplicate: Double = 0,
            timeout: Double = 0,
            serverError: Double = 0,
            busy: Double = 0,
            portal: Double = 0,
            delay: Double = 0,
            longestDelay: Duration = .seconds(30),
            storeFailure: Double = 0,
            storeDelay: Double = 0
        ) {
            self.lostRequest = lostRequest
            self.lostResponse = lostResponse
            self.duplicate = duplicate
            self.timeout = timeout
            self.serverError = serverError
            self.busy = busy
            self.portal = portal
            self.delay = delay
            self.longestDelay = longestDelay
            self.storeFailure = storeFailure
            self.storeDelay = storeDelay
        }
    }

    /// Something that goes wrong; `Odds` says more of each.
    public enum Fault: String, Sendable, Hashable, CaseIterable {
        /// A request was lost.
        case lostRequest
        /// A response was lost.
        case lostResponse
        /// A request arrived twice.
        case duplicate
        /// A transport gave up waiting.
        case timeout
        /// A server failed, or something in front of it.
        case serverError
        /// A server, or something in front of it, wanted to be left alone for a while.
        case busy
        /// A captive portal responded.
        case portal
        /// A response was late.
        case delay
        /// A store failed.
        case storeFailure
        /// A store said that it is locked.
        case storeLock
        /// A store was late.
        case storeDelay
    }

    enum NetworkFault {
        case lostRequest
        case lostResponse
        case duplicate(Duration)
        case timeout(Duration, isDone: Bool)
        case serverError(Int, isDone: Bool)
        case busy(seconds: Int)
        case portal
        case delay(Duration)
    }

    /// A fault of a store, instead of an operation or after it.
    struct StoreFault {
        enum Kind {
            case failure(StoreError)
            case delay(Duration)
        }

        let kind: Kind
        let isAfterwards: Bool
    }

    private struct State {
        var odds: Odds
        var random: SeededGenerator
        var counts: [Fault: Int] = [:]

        mutating func decides(_ fault: Fault, _ odds: Double) -> Bool {
            guard random.decides(odds) else { return false }
            counts[fault, default: 0] += 1
            return true
        }

        mutating func delay() -> Duration { odds.longestDelay * Double.random(in: 0...1, using: &random) }
    }

    private let state: Mutex<State>

    /// Creates a plan.
    public init(seed: UInt64, odds: Odds = Odds()) {
        state = Mutex(State(odds: odds, random: SeededGenerator(seed: seed)))
    }

    /// The probability of each fault from now on.
    public var odds: Odds {
        get { state.withLock(\.odds) }
        set { state.withLock { $0.odds = newValue } }
    }

    /// The number of times that each fault has come so far; those that never came are not in it.
    public var counts: [Fault: Int] { state.withLock(\.counts) }

    /// The fault of the next exchange.
    func networkFault() -> NetworkFault? {
        state.withLock { state in
            let odds = state.odds
            if state.decides(.lostRequest, odds.lostRequest) { return .lostRequest }
            if state.decides(.lostResponse, odds.lostResponse) { return .lostResponse }
            if state.decides(.duplicate, odds.duplicate) {
                return .duplicate(min(state.delay(), .seconds(59)))
            }
            if state.decides(.timeout, odds.timeout) {
                return .timeout(odds.longestDelay, isDone: state.random.decides(0.5))
            }
            if state.decides(.serverError, odds.serverError) {
                let status = [500, 502, 503, 504].randomElement(using: &state.random) ?? 500
                return .serverError(status, isDone: state.random.decides(0.5))
            }
            if state.decides(.busy, odds.busy) {
                return .busy(seconds: Int(state.delay().components.seconds) + 1)
            }
            if state.decides(.portal, odds.portal) { return .portal }
            return state.decides(.delay, odds.delay) ? .delay(state.delay()) : nil
        }
    }

    /// The fault of the next operation of a store: before its effect or, if that may be denied, after it.
    func storeFault(isDenied: Bool) -> StoreFault? {
        state.withLock { state in
            let odds = state.odds
            if state.random.decides(odds.storeFailure) {
                let isLocked = state.random.decides(0.5)
                state.counts[isLocked ? .storeLock : .storeFailure, default: 0] += 1
                let error = StoreError(isLocked ? .locked : .failed, "injected")
                return StoreFault(
                    kind: .failure(error),
                    isAfterwards: state.random.decides(isDenied ? 0.5 : 0)
                )
            }
            guard state.decides(.storeDelay, odds.storeDelay) else { return nil }
            return StoreFault(kind: .delay(state.delay()), isAfterwards: state.random.decides(0.5))
        }
    }
}
