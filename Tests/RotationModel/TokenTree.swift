package import IdentityDomain

/// What a refresh token's use should come to, told from the tree of all tokens that were ever handed out.
///
/// It knows nothing of generations, branches or ordinals: it remembers every token, which a server cannot.
package struct TokenTree<Token: Hashable & Sendable>: Sendable {
    package enum Expectation: Equatable, Sendable {
        case known(Token)
        case fresh
        case refused
        /// Refused as well, and that is all.
        case ignored
    }

    private struct Child {
        let token: Token
        let key: String?
        let issuedAt: Timestamp
        var answeredAt: Timestamp
    }

    private let policy: RotationPolicy
    /// The newest token that its receiver has used.
    private var tip: Token
    private var child: Child?
    /// `nil` for a moment to come: until the child is used.
    private var replaced: (token: Token, since: Timestamp?)?
    private var known: Set<Token>
    /// What each token was used for that has been superseded, by whose key, oldest first.
    private var past: [(token: Token, key: String?)] = []

    package init(root: Token, policy: RotationPolicy) {
        tip = root
        known = [root]
        self.policy = policy
    }

    package func expectation(of token: Token, key: String?, at now: Timestamp) -> Expectation {
        if let replaced, token == replaced.token {
            let isTolerated = replaced.since.map { passed(since: $0, now) < grace } ?? true
            return isTolerated ? child.map { .known($0.token) } ?? .refused : .refused
        }
        if !known.contains(token) || token == child?.token { return .fresh }
        guard token == tip else { return isPast(token, key: key, at: now) ? .ignored : .refused }
        guard let child else { return .fresh }
        if key != nil && key == child.key || passed(since: child.issuedAt, now) < grace {
            return .known(child.token)
        }
        return policy.recoversLate && child.key == nil ? .fresh : .refused
    }

    /// Takes note that a known token was given once more.
    package mutating func answeredAgain(at now: Timestamp) {
        if passed(since: child?.issuedAt ?? now, now) < grace { child?.answeredAt = now }
    }

    /// Takes note of a new token that was given for a use.
    package mutating func issued(_ token: Token, for used: Token, key: String?, at now: Timestamp) {
        if !known.contains(used) {
            (replaced, past) = (nil, [])
        } else if used == tip, let child {
            let wasLate = 2 * (child.answeredAt - child.issuedAt).milliseconds >= grace
            let isSoon = 2 * passed(since: child.issuedAt, now) < 3 * grace
            replaced = (child.token, since: wasLate && isSoon ? nil : now)
        } else if let older = replaced {
            replaced = (older.token, since: older.since ?? now)
        }
        if used == child?.token, let child { past = past.suffix(3) + [(tip, child.key)] }
        tip = used
        known.formUnion([used, token])
        child = Child(token: token, key: key, issuedAt: now, answeredAt: now)
    }

    /// Whether an attempt arrives once more that superseded this token not long ago.
    private func isPast(_ token: Token, key: String?, at now: Timestamp) -> Bool {
        guard let key, let child, passed(since: child.issuedAt, now) < 60_000 else { return false }
        return past.contains { $0.token == token && $0.key == key }
    }

    /// Milliseconds; with none, nothing is forgiven.
    private var grace: Int64 { policy.grace?.milliseconds ?? .min }

    private func passed(since moment: Timestamp, _ now: Timestamp) -> Int64 { (now - moment).milliseconds }
}
