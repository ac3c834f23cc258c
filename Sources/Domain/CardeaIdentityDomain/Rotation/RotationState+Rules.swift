/// Branch-confirmed rotation: a refresh token is superseded when its child is *used*, not when it is sent.
extension RotationState {
    /// The last generation there is: numbers up to here are exact in every JSON parser (RFC 8259 §6).
    package static let lastGeneration: Int64 = 1 << 53 - 1

    /// The number of attempts, and of superseded tokens, that are remembered.
    private static let memory = 8

    /// The token that a use of the pending child would confirm, or the child's parent.
    package var current: RefreshTokenName { RefreshTokenName(generation: generation, branch: branch) }

    /// The token that was sent but not yet presented.
    package var child: RefreshTokenName? {
        pending.map { RefreshTokenName(generation: generation + 1, branch: $0.branch) }
    }

    /// The token that was issued last.
    package var latest: RefreshTokenName { child ?? current }

    /// Decides what the use of a refresh token means.
    ///
    /// - Parameters:
    ///   - use: The use.
    ///   - policy: The tolerance of the project.
    /// - Returns: The action and the response.
    package func handle(_ use: RefreshTokenUse, policy: RotationPolicy) -> RotationAction {
        guard max(use.token.generation, generation) < Self.lastGeneration else { return .exhausted }
        let firstChild = use.child(Branch(entropy: use.entropy))

        switch place(of: use.token) {
        case .current:
            guard let pending else { return .advance(with(firstChild, orphan: orphan), .issue) }
            if let keyHash = use.keyHash, keyHash == pending.keyHash { return .replay(latest) }
            guard mayShare(pending, use) else { return .reuse }
            if policy.forgives(since: pending.at, at: use.now) { return replay(pending, use, policy) }
            return policy.recoversLate ? recover(pending, use, policy) : .reuse

        case .child:
            return confirm(use, firstChild, policy)

        case .orphan(let since):
            guard policy.forgives(since: since ?? use.now, at: use.now) else { return .reuse }
            guard let pending else { return .advance(with(firstChild, orphan: orphan), .issue) }
            return mayShare(pending, use) ? replay(pending, use, policy) : .reuse

        case .superseded(let since):
            guard use.keyHash == nil, let pending, pending.keyHash == nil else { return .reuse }
            return policy.forgives(since: since, at: use.now) ? replay(pending, use, policy) : .reuse

        case .ahead:
            let forward = RotationState(
                generation: use.token.generation,
                branch: use.token.branch,
                pending: firstChild
            )
            return .advance(forward, .rollForward)

        case .behind:
            return isDuplicate(use) ? .duplicate : .reuse
        }
    }

    /// Whether a second use of the current token may come from the holder who got the pending child.
    ///
    /// A holder who sends keys sends the same key with the same token. So a key distinguishes two holders, but for
    /// one case: an app that begins to send keys may not have received the child that it asked for without one.
    private func mayShare(_ pending: Pending, _ use: RefreshTokenUse) -> Bool {
        guard pending.keyHash == nil else { return false }
        return use.keyHash == nil || attempts.first?.isKeyed != true
    }

    /// Whether a superseded token comes with the attempt that superseded it, and not too late.
    private func isDuplicate(_ use: RefreshTokenUse) -> Bool {
        let age = Int(clamping: generation - use.token.generation)
        guard let keyHash = use.keyHash, let pending, age > 0 else { return false }
        return attempts.dropFirst(age - 1).first == AttemptMark(keyHash: keyHash)
            && use.now - pending.at < RotationPolicy.longestJourney
    }

    /// Makes the child the current token.
    private func confirm(
        _ use: RefreshTokenUse,
        _ next: Pending,
        _ policy: RotationPolicy
    ) -> RotationAction {
        var confirmed = RotationState(
            generation: use.token.generation,
            branch: use.token.branch,
            pending: next,
            orphan: orphan.map { Orphan(branch: $0.branch, at: $0.at ?? use.now) },
            attempts: [AttemptMark(keyHash: pending?.keyHash)] + attempts.prefix(Self.memory - 1)
        )
        if let pending, pending.keyHash == nil {
            // A tab that sent this token before it learned of a child that was replayed late may still be waiting.
            let since = pending.wasReplayedLate ? policy.half(after: pending.at) : pending.at
            let tokens = [Superseded(branch: branch, since: since)] + superseded.prefix(Self.memory - 1)
            confirmed.superseded = Array(tokens.prefix { policy.forgives(since: $0.since, at: use.now) })
        }
        return .advance(confirmed, .confirm)
    }

    /// Replaces the pending child, whose response must have been lost.
    private func recover(
        _ pending: Pending,
        _ use: RefreshTokenUse,
        _ policy: RotationPolicy
    ) -> RotationAction {
        let sibling = use.child(pending.branch.sibling(entropy: use.entropy))
        let mayArrive = pending.wasReplayedLate && policy.isWithin(halves: 3, since: pending.at, at: use.now)
        let orphan = Orphan(branch: pending.branch, at: mayArrive ? nil : use.now)
        return .advance(with(sibling, orphan: orphan), .recover)
    }

    /// Sends the pending child again, to a holder that cannot be distinguished from the first.
    ///
    /// Three things are recorded:
    /// - A replay late in the grace period: a recovery just after the grace period could overtake its response. Then an
    ///   honest app would have only the child that the recovery replaced.
    /// - The key of an app that begins to send keys: from now on the child is for that key alone.
    /// - A second network.
    private func replay(
        _ pending: Pending,
        _ use: RefreshTokenUse,
        _ policy: RotationPolicy
    ) -> RotationAction {
        let origin = pending.origin ?? use.origin
        guard origin.userAgent == use.origin.userAgent else { return .reuse }
        let isElsewhere = use.origin.isElsewhere(than: origin)
        let isLate = policy.recoversLate && !policy.isWithin(halves: 1, since: pending.at, at: use.now)
        let noted = Pending(
            branch: pending.branch,
            keyHash: use.keyHash,
            at: pending.at,
            wasReplayedLate: pending.wasReplayedLate || isLate,
            origin: RefreshOrigin(userAgent: origin.userAgent, network: isElsewhere ? nil : origin.network)
        )
        guard noted.keyHash != nil || noted.wasReplayedLate != pending.wasReplayedLate || isElsewhere else {
            return .replay(latest)
        }
        return .advance(with(noted, orphan: orphan), isElsewhere ? .replayElsewhere : .replay)
    }

    private func with(_ child: Pending, orphan: Orphan?) -> RotationState {
        var state = self
        state.pending = child
        state.orphan = orphan
        return state
    }
}

extension RefreshTokenUse {
    fileprivate func child(_ branch: Branch) -> RotationState.Pending {
        RotationState.Pending(branch: branch, keyHash: keyHash, at: now, origin: origin)
    }
}
