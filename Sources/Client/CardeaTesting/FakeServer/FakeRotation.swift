internal import CardeaEncodings
internal import Foundation

/// The state of the refresh tokens of one session, by the rules of branch-confirmed rotation.
struct FakeRotation: Equatable {
    /// A place in the session's line of tokens.
    struct Position: Equatable {
        let generation: Int
        let branch: Int
    }

    struct Pending: Equatable {
        let branch: Int
        var key: String?
        let at: Date
    }

    /// A token that was superseded by the use of its child.
    private struct Past: Equatable {
        let token: Position
        /// The key that it was used with.
        let key: String?
        let childAt: Date
    }

    /// The result for a presented token.
    enum Outcome: Equatable {
        /// Respond with this child; it is the same as before when nothing was rotated.
        case child(Position)
        /// An attempt whose token is in use arrives once more: reject it, and that is all.
        case duplicate
        /// Two holders of one session: end it.
        case reuse
    }

    private(set) var current = Position(generation: 0, branch: 0)
    private(set) var pending: Pending?
    private var branches = 0
    /// The latest first.
    private var past: [Past] = []

    /// The newest position that was handed out.
    var newest: Position {
        guard let pending else { return current }
        return Position(generation: current.generation + 1, branch: pending.branch)
    }

    mutating func present(_ token: Position, key: String?, at now: Date, grace: TimeInterval) -> Outcome {
        if let used = pending, token == newest {
            past = [Past(token: current, key: used.key, childAt: used.at)] + past.prefix(7)
            current = token
            pending = nil
        }
        guard token == current else { return presentPast(token, key: key, at: now, grace: grace) }
        guard let pending else { return .child(grow(key: key, at: now)) }
        if pending.key != nil, pending.key?.exact == key?.exact { return .child(newest) }
        // A holder who sends keys sends the same one with the same token.
        guard pending.key == nil, key == nil || past.first?.key == nil else { return .reuse }
        guard now.timeIntervalSince(pending.at) < grace else { return .child(grow(key: key, at: now)) }
        self.pending?.key = key
        return .child(newest)
    }

    private func presentPast(
        _ token: Position,
        key: String?,
        at now: Date,
        grace: TimeInterval
    ) -> Outcome {
        guard let index = past.firstIndex(where: { $0.token == token }), let pending else { return .reuse }
        let use = past[index]
        if let key {
            return key.exact == use.key?.exact && now.timeIntervalSince(pending.at) < 60 ? .duplicate : .reuse
        }
        let isUnkeyed = past[...index].allSatisfy { $0.key == nil } && pending.key == nil
        return isUnkeyed && now.timeIntervalSince(use.childAt) < grace ? .child(newest) : .reuse
    }

    private mutating func grow(key: String?, at now: Date) -> Position {
        branches += 1
        pending = Pending(branch: branches, key: key, at: now)
        return newest
    }
}
