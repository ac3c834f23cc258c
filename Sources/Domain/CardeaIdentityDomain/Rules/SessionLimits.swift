import CardeaEncodings

/// The limits of the sessions of one user (X13): whole, in one app, and on devices of one class.
package struct SessionLimits: Sendable {
    /// The largest number of active sessions that a decision reads; more are ended by the sign-ins that follow.
    package static let mostRead = 2_000
    /// The largest number of sessions that one sign-in ends, so that no refresh waits for long.
    private static let mostEnded = 200

    package enum Decision: Sendable, Equatable {
        /// The session begins, and takes the places of others.
        case begins(replacing: [SessionID], evicting: [SessionID])
        case rejected
    }

    private let policy: SessionPolicy

    package init(_ policy: SessionPolicy) { self.policy = policy }

    /// Decides whether a session of a user begins.
    ///
    /// - Parameters:
    ///   - new: The session.
    ///   - user: Its user, as it is stored then.
    ///   - stored: The sessions of the user that are not revoked.
    ///   - now: The moment.
    ///   - policies: The settings of a session: those of its own app.
    /// - Returns: The decision. A session that has ended by itself takes no place.
    package func decide(
        _ new: Session,
        of user: User,
        beside stored: [Session],
        at now: Timestamp,
        policies: (Session) -> SessionPolicy?
    ) -> Decision {
        let active = stored.filter { session in
            session.end(for: user, idleAfter: policies(session)?.idleLifetime, at: now) == nil
        }
        let isReplaced = { (session: Session) in
            session.app == new.app && session.device.isSame(as: new.device)
        }
        // Ordered by their last use, the oldest first.
        var others = active.filter { !isReplaced($0) }
            .sorted { ($0.seenAt, $0.createdAt) < ($1.seenAt, $1.createdAt) }
        var evicted: [SessionID] = []
        // The narrowest limit first: a session that it ends counts for no other one.
        for limit in limits(of: user, new) {
            let counted = others.filter(limit.counts)
            let surplus = counted.count + 1 - limit.maximum
            guard surplus > 0 else { continue }
            if policy.atLimit == .reject { return .rejected }
            let ended = counted.prefix(min(surplus, Self.mostEnded - evicted.count)).map(\.id)
            evicted += ended
            others.removeAll { ended.contains($0.id) }
        }
        return .begins(replacing: active.filter(isReplaced).map(\.id), evicting: evicted)
    }

    private typealias Limit = (maximum: Int, counts: (Session) -> Bool)

    private func limits(of user: User, _ new: Session) -> [Limit] {
        var limits: [Limit] = []
        if let maximum = policy.maximumPerClass {
            limits.append((maximum, { $0.device.deviceClass == new.device.deviceClass }))
        }
        if let maximum = policy.maximumPerApp { limits.append((maximum, { $0.app == new.app })) }
        limits.append((maximum(of: user), { _ in true }))
        return limits
    }

    /// The number of the user's claim, or that of the policy.
    private func maximum(of user: User) -> Int {
        guard let claim = policy.maximumClaim, let claims = user.customClaims,
            let number = JSONValue(parsing: claims.utf8)?[claim]?.integer, number >= 1
        else { return policy.maximumPerUser }
        return Int(min(number, 10_000))
    }
}
