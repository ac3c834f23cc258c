package import CardeaIdentityDomain

/// The expected result of a refresh token's use, from the tree of all tokens that were issued.
///
/// It does not use generations, branches or ordinals. It stores every token, which a server cannot.
package struct TokenTree<Token: Hashable & Sendable>: Sendable {
    package enum Expectation: Equatable, Sendable {
        case known(Token)
        case fresh
        case rejected
        /// The use is rejected, without further effect.
        case ignored
    }

    private struct Child {
        let token: Token
        var key: String?
        let userAgent: String
        let issuedAt: Timestamp
        var respondedAt: Timestamp
    }

    /// A use that superseded its token.
    private struct PastUse {
        let token: Token
        let key: String?
        /// From when on its grace counts: its child's issue, or half a grace later when that was sent again late.
        let since: Timestamp
    }

    private let policy: RotationPolicy
    /// The newest token that its receiver has used.
    private var tip: Token
    private var child: Child?
    /// `nil` for a moment to come: until the child is used.
    private var replaced: (token: Token, since: Timestamp?)?
    private var known: Set<Token>
    /// The last uses, oldest first.
    private var past: [PastUse] = []

    package init(root: Token, policy: RotationPolicy) {
        tip = root
        known = [root]
        self.policy = policy
    }

    package func expectation(of token: Token, by sender: Sender, at now: Timestamp) -> Expectation {
        if let replaced, token == replaced.token {
            let isTolerated = replaced.since.map { isWithinGrace(of: $0, now) } ?? true
            return isTolerated && mayShare(sender) ? sameChild(sender) : .rejected
        }
        if !known.contains(token) || token == child?.token { return .fresh }
        guard token == tip else { return expectation(ofPast: token, by: sender, at: now) }
        guard let child else { return .fresh }
        if sender.key != nil && sender.key == child.key { return .known(child.token) }
        guard mayShare(sender) else { return .rejected }
        if isWithinGrace(of: child.issuedAt, now) { return sameChild(sender) }
        return policy.recoversLate ? .fresh : .rejected
    }

    /// A superseded token: the same attempt once more, or a tab's that was on its way.
    private func expectation(ofPast token: Token, by sender: Sender, at now: Timestamp) -> Expectation {
        guard let child, let index = past.firstIndex(where: { $0.token == token }) else { return .rejected }
        let use = past[index]
        if let key = sender.key {
            return key == use.key && (now - child.issuedAt) < .seconds(60) ? .ignored : .rejected
        }
        let isUnkeyed = past[index...].allSatisfy { $0.key == nil } && child.key == nil
        return isUnkeyed && isWithinGrace(of: use.since, now) ? sameChild(sender) : .rejected
    }

    /// Keys: the child came without one, and so did the current token if this sender has one.
    private func mayShare(_ sender: Sender) -> Bool {
        child?.key == nil && (sender.key == nil || past.last?.key == nil)
    }

    private func sameChild(_ sender: Sender) -> Expectation {
        child.map { $0.userAgent == sender.userAgent ? .known($0.token) : .rejected } ?? .rejected
    }

    /// Records that a known token was issued again.
    package mutating func respondedAgain(by sender: Sender, at now: Timestamp) {
        guard let present = child else { return }
        if isWithinGrace(of: present.issuedAt, now) { child?.respondedAt = now }
        child?.key = present.key ?? sender.key
    }

    /// Records a new token that was issued for a use.
    package mutating func issued(_ token: Token, for used: Token, by sender: Sender, at now: Timestamp) {
        if !known.contains(used) {
            (replaced, past) = (nil, [])
        } else if used == tip, let child {
            let isSoon = 2 * (now - child.issuedAt).milliseconds < 3 * grace
            replaced = (child.token, since: wasLate(child) && isSoon ? nil : now)
        } else if let older = replaced {
            replaced = (older.token, since: older.since ?? now)
        }
        if used == child?.token, let child {
            let delay = TimeSpan(milliseconds: wasLate(child) ? grace / 2 : 0)
            past = past.suffix(7) + [PastUse(token: tip, key: child.key, since: child.issuedAt + delay)]
        }
        tip = used
        known.formUnion([used, token])
        child = Child(
            token: token,
            key: sender.key,
            userAgent: sender.userAgent,
            issuedAt: now,
            respondedAt: now
        )
    }

    /// Whether it was sent again in the second half of the grace.
    private func wasLate(_ child: Child) -> Bool {
        grace > 0 && 2 * (child.respondedAt - child.issuedAt).milliseconds >= grace
    }

    /// Milliseconds; without a grace every second use counts.
    private var grace: Int64 { policy.grace?.milliseconds ?? .min }

    private func isWithinGrace(of moment: Timestamp, _ now: Timestamp) -> Bool {
        (now - moment).milliseconds < grace
    }
}
