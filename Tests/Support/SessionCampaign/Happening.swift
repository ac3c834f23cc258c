import CardeaTesting

/// The counted events of a schedule, beside the plan's faults.
enum Happening: String, CaseIterable {
    /// A process was killed, at whatever step it was; another took its place.
    case kill
    /// A process was started with two tabs.
    case tabs
    /// A caller left before there was a response.
    case cancelledCall
    /// The device's time of day jumped, by a day or two.
    case clockJump
    /// The system was about to suspend a process that was refreshing.
    case suspension
    /// A refresh was given up: at its deadline, or before a suspension.
    case givenUpRefresh
    /// A user signed out.
    case signOut
    /// A user signed in where another was.
    case userSwitch
    /// A user changed the password, after which all older tokens are dead.
    case passwordChange
    /// An administrator ended a user's sessions.
    case administratorsEnd
    /// A refresh token was copied, and used by somebody else.
    case theft
    /// All tabs refreshed at once, as on waking.
    case waking
    /// The server rejected an access token that was good.
    case rejectedToken
    /// A request went to an endpoint that rejects every token.
    case forbiddenCall
    /// The token endpoint named a time until which it wants to be left alone.
    case busyTokenEndpoint
    /// Four processes used one store, in calm, beside an endpoint that rejects every token.
    case fourProcesses
    /// The server rejected a refresh token.
    case rejectedRefresh
    /// The server rejected a refresh token for which another process had stored a newer one meanwhile.
    case rejectedLoser
    /// The server was killed, and started again.
    case serverRestart

    /// Cases that need two parties at the right moment, or virtual time.
    static let byLuck: [Self] = [.rejectedLoser, .givenUpRefresh, .suspension, .fourProcesses]
}

/// The number of times that each kind of fault came, and of everything else that can happen.
struct Counts: Sendable {
    private static let names = FaultPlan.Fault.allCases.map(\.rawValue) + Happening.allCases.map(\.rawValue)

    private var counts: [String: Int] = [:]

    mutating func count(_ happening: Happening, times: Int = 1) {
        counts[happening.rawValue, default: 0] += times
    }

    mutating func add(_ faults: [FaultPlan.Fault: Int]) {
        for (fault, count) in faults { counts[fault.rawValue, default: 0] += count }
    }

    mutating func add(_ other: Counts) {
        counts.merge(other.counts, uniquingKeysWith: +)
    }

    /// The events that never came.
    ///
    /// - Parameter order: Whether a seed decides the order of everything; among threads some things take luck.
    /// - Returns: The names.
    func missing(inOrder order: Bool) -> [String] {
        let lucky: Set = order ? [] : Set(Happening.byLuck.map(\.rawValue))
        return Self.names.filter { counts[$0, default: 0] == 0 && !lucky.contains($0) }
    }

    /// All of it, in one line.
    var text: String { Self.names.map { "\($0) \(counts[$0, default: 0])" }.joined(separator: ", ") }
}
