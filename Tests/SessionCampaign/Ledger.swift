import Locks

/// What has been asked for and what has come of it: the judge of a schedule.
final class Ledger: Sendable {
    private struct State {
        var users: Set<String> = []
        var mayEnd: Set<String> = []
        var ended: Set<String> = []
        var open: [Int: String] = [:]
        var calls = 0
        var answers = 0
        var violations: [String] = []
        var lines: [String] = []
    }

    private let state = Mutex(State())
    private let isTracing: Bool

    init(isTracing: Bool) {
        self.isTracing = isTracing
    }

    /// What went against the promises.
    var violations: [String] { state.withLock(\.violations) }
    /// What happened, in order, when that is written down.
    var lines: [String] { state.withLock(\.lines) }
    /// Calls that have not ended.
    var open: [String] { state.withLock { $0.open.sorted { $0.key < $1.key }.map(\.value) } }
    var calls: Int { state.withLock(\.calls) }
    var answers: Int { state.withLock(\.answers) }

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
}

// Who may be signed out
extension Ledger {
    /// Notes a user who is about to be signed in.
    func signsIn(_ user: String) {
        state.withLock { _ = $0.users.insert(user) }
    }

    /// From now on nobody needs to wonder when these users' sessions end; `nil` stands for all there are.
    func mayEnd(_ users: Set<String>?) {
        state.withLock { $0.mayEnd.formUnion(users ?? $0.users) }
    }

    func everyoneMayEnd(except user: String) {
        state.withLock { $0.mayEnd.formUnion($0.users.subtracting([user])) }
    }

    func mayEnd(_ user: String) -> Bool { state.withLock { $0.mayEnd.contains(user) } }

    /// Those whose session must still be alive.
    var mustLive: Set<String> { state.withLock { $0.users.subtracting($0.mayEnd) } }

    /// Notes a user who was signed out, from the store as well: nobody may see them there again.
    func hasEnded(_ user: String) {
        state.withLock { _ = $0.ended.insert(user) }
    }

    func isEnded(_ user: String) -> Bool { state.withLock { $0.ended.contains(user) } }
}

// Calls
extension Ledger {
    /// Notes a call; its number is its marker.
    func begin(by process: String) -> Int {
        state.withLock { state in
            state.calls += 1
            state.open[state.calls] = "call \(state.calls) of \(process)"
            return state.calls
        }
    }

    func end(_ call: Int, isAnswered: Bool) {
        state.withLock { state in
            state.open[call] = nil
            if isAnswered { state.answers += 1 }
        }
    }
}
