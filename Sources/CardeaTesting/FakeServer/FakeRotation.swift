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
        /// An attempt whose token is in use arrives once more: refuse it, and that is all.
        case duplicate
        /// Two holders of one session: end it.
        case reuse
    }

    private(set) var current = Position(generation: 0, branch: 0)
    private(set) var pending: Pending?
    private var branches = 0
    /// The keys of the attempts that brought the last tokens, the latest first.
    private var keys: [String?] = []

    /// The newest position that was handed out.
    var newest: Position {
        guard let pending else { return current }
        return Position(generation: current.generation + 1, branch: pending.branch)
    }

    mutating func present(_ token: Position, key: String?, at now: Date, grace: TimeInterval) -> Outcome {
        if token == newest, token != current {
            current = token
            keys = [pending?.key] + keys.prefix(3)
            pending = nil
        }
        guard token == current else {
            return isDuplicate(token, key: key, at: now) ? .duplicate : .reuse
        }
        guard let pending else { return .child(grow(key: key, at: now)) }
        if pending.key != nil, pending.key == key { return .child(newest) }
        if now.timeIntervalSince(pending.at) < grace { return .child(newest) }
        return pending.key == nil && key == nil ? .child(grow(key: nil, at: now)) : .reuse
    }

    private func isDuplicate(_ token: Position, key: String?, at now: Date) -> Bool {
        let age = current.generation - token.generation
        guard let key, let pending, age > 0 else { return false }
        return keys.dropFirst(age - 1).first == key && now.timeIntervalSince(pending.at) < 60
    }

    private mutating func grow(key: String?, at now: Date) -> Position {
        branches += 1
        pending = Pending(branch: branches, key: key, at: now)
        return newest
    }
}
