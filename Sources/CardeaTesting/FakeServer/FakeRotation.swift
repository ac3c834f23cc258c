internal import Foundation

/// Where the refresh tokens of one session stand, by the rules of branch-confirmed rotation.
struct FakeRotation: Equatable {
    /// A place in the session's line of tokens.
    struct Position: Equatable {
        let generation: Int
        let branch: Int
    }

    struct Pending: Equatable {
        let branch: Int
        let key: String?
        let at: Date
    }

    /// What a presented token leads to.
    enum Outcome: Equatable {
        /// Answer with this child; it is the same as before when nothing was rotated.
        case child(Position)
        /// Two holders of one session: end it.
        case reuse
    }

    private(set) var current = Position(generation: 0, branch: 0)
    private(set) var pending: Pending?
    private var branches = 0

    /// The newest position that was handed out.
    var newest: Position {
        guard let pending else { return current }
        return Position(generation: current.generation + 1, branch: pending.branch)
    }

    mutating func present(_ token: Position, key: String?, at now: Date, grace: TimeInterval) -> Outcome {
        if token == newest, token != current {
            current = token
            pending = nil
        }
        guard token == current else { return .reuse }
        guard let pending else { return .child(grow(key: key, at: now)) }
        if pending.key != nil, pending.key == key { return .child(newest) }
        if now.timeIntervalSince(pending.at) < grace { return .child(newest) }
        return pending.key == nil && key == nil ? .child(grow(key: nil, at: now)) : .reuse
    }

    private mutating func grow(key: String?, at now: Date) -> Position {
        branches += 1
        pending = Pending(branch: branches, key: key, at: now)
        return newest
    }
}
