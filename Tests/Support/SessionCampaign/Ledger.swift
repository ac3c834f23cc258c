import CardeaTesting
import CardeaLocks

/// The requests and their results: the judge of a schedule.
final class Ledger: Sendable {
    private struct State {
        var users = Users()
        var open: [Int: String] = [:]
        var calls = 0
        var responses = 0
        var counts = Counts()
        var thefts: [Theft] = []
        var violations: [String] = []
        var lines: [String] = []
    }

    private let state = Mutex(State())
    private let isTracing: Bool

    init(isTracing: Bool) {
        self.isTracing = isTracing
    }

    /// The broken promises.
    var violations: [String] { state.withLock(\.violations) }
    /// Events, in order, when that is written down.
    var lines: [String] { state.withLock(\.lines) }
    /// Calls that have not ended.
    var open: [String] { state.withLock { $0.open.sorted { $0.key < $1.key }.map(\.value) } }
    var calls: Int { state.withLock(\.calls) }
    var responses: Int { state.withLock(\.responses) }
    var counts: Counts { state.withLock(\.counts) }

    /// The thefts that brought the thief new tokens.
    var thefts: [Theft] { state.withLock(\.thefts) }

    func add(_ theft: Theft) { state.withLock { $0.thefts.append(theft) } }

    func note(_ line: @autoclosure () -> String) {
        guard isTracing else { return }
        let line = line()
        state.withLock { $0.lines.append(line) }
    }

    func violation(_ text: String) {
        state.withLock { state in
            state.violations.append(text)
            state.lines.append("VIOLATION \(text)")
        }
    }

    func count(_ happening: Happening, times: Int = 1) {
        state.withLock { $0.counts.count(happening, times: times) }
    }

    func count(_ faults: [FaultPlan.Fault: Int]) {
        state.withLock { $0.counts.add(faults) }
    }

    /// Looks up, or notes, who may be signed out.
    @discardableResult
    func users<Result: Sendable>(_ body: (inout Users) -> Result) -> Result {
        state.withLock { body(&$0.users) }
    }

    /// Notes a call; its number is its marker.
    func begin(by tab: String) -> Int {
        state.withLock { state in
            state.calls += 1
            state.open[state.calls] = "call \(state.calls) of \(tab)"
            return state.calls
        }
    }

    func end(_ call: Int, hasResponse: Bool) {
        state.withLock { state in
            state.open[call] = nil
            if hasResponse { state.responses += 1 }
        }
    }
}
