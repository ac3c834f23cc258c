/// Branch-confirmed rotation: a refresh token is superseded when its child is *used*, not when it is sent.
extension RotationState {
    /// The last generation there is: numbers up to here are exact in every JSON parser (RFC 8259 §6).
    package static let lastGeneration: Int64 = 1 << 53 - 1

    /// How many attempts are known again.
    private static let knownAttempts = 4

    /// The token that a use of the pending child would confirm, or the child's parent.
    package var current: RefreshTokenName { RefreshTokenName(generation: generation, branch: branch) }

    /// The token that was answered but not yet presented.
    package var child: RefreshTokenName? {
        pending.map { RefreshTokenName(generation: generation + 1, branch: $0.branch) }
    }

    /// The token that was issued last.
    package var latest: RefreshTokenName { child ?? current }

    /// Decides what the use of a refresh token means.
    ///
    /// - Parameters:
    ///   - token: The token that was presented; its authenticity has been checked.
    ///   - keyHash: The hash of the caller's `Idempotency-Key`, if it sent one.
    ///   - policy: What the project forgives.
    ///   - now: The time of the use.
    ///   - entropy: Random bits for a child, should one be made.
    /// - Returns: What to write and to answer.
    package func handle(
        _ token: RefreshTokenName,
        keyHash: [UInt8]?,
        policy: RotationPolicy,
        now: Timestamp,
        entropy: UInt64
    ) -> RotationAction {
        guard max(token.generation, generation) < Self.lastGeneration else { return .exhausted }
        let child = { (branch: Branch) in Pending(branch: branch, keyHash: keyHash, at: now) }
        let firstChild = child(Branch(entropy: entropy))

        switch place(of: token) {
        case .current:
            guard let pending else { return .advance(with(firstChild, orphan: orphan), .issue) }
            if let keyHash, keyHash == pending.keyHash { return .replay(latest) }
            if policy.forgives(since: pending.at, at: now) { return replay(pending, policy, at: now) }
            guard policy.recoversLate, pending.keyHash == nil else { return .reuse }
            let sibling = child(pending.branch.sibling(entropy: entropy))
            let mayArrive = pending.wasReplayedLate && policy.isWithin(halves: 3, since: pending.at, at: now)
            return .advance(
                with(sibling, orphan: Orphan(branch: pending.branch, at: mayArrive ? nil : now)),
                .recover
            )

        case .child:
            let left = orphan.map { Orphan(branch: $0.branch, at: $0.at ?? now) }
            let attempts = [AttemptMark(keyHash: pending?.keyHash)] + attempts.prefix(Self.knownAttempts - 1)
            return .advance(succeeded(by: token, firstChild, orphan: left, attempts: attempts), .confirm)

        case .orphan(let since):
            guard policy.forgives(since: since ?? now, at: now) else { return .reuse }
            return pending.map { replay($0, policy, at: now) }
                ?? .advance(with(firstChild, orphan: orphan), .issue)

        case .ahead:
            return .advance(succeeded(by: token, firstChild, orphan: nil, attempts: []), .rollForward)

        case .behind:
            return isDuplicate(token, keyHash, at: now) ? .duplicate : .reuse
        }
    }

    /// Whether a superseded token comes with the attempt that superseded it, and not too late.
    private func isDuplicate(_ token: RefreshTokenName, _ keyHash: [UInt8]?, at now: Timestamp) -> Bool {
        let age = Int(clamping: generation - token.generation)
        guard let keyHash, let pending, age > 0 else { return false }
        return attempts.dropFirst(age - 1).first == AttemptMark(keyHash: keyHash)
            && now - pending.at < RotationPolicy.longestJourney
    }

    /// Answers with the same child again.
    ///
    /// Late in the grace that is remembered: the answer could cross a recovery that comes just after the grace,
    /// and an honest app would be left with the child that the recovery replaced.
    private func replay(_ pending: Pending, _ policy: RotationPolicy, at now: Timestamp) -> RotationAction {
        let needsNote = policy.recoversLate && pending.keyHash == nil && !pending.wasReplayedLate
        guard needsNote, !policy.isWithin(halves: 1, since: pending.at, at: now) else {
            return .replay(latest)
        }
        let noted = Pending(branch: pending.branch, keyHash: nil, at: pending.at, wasReplayedLate: true)
        return .advance(with(noted, orphan: orphan), .replayLate)
    }

    /// Where a token stands, seen from this state.
    private enum Place {
        case current, child, orphan(since: Timestamp?)
        /// Issued after everything that this state knows of: the database has lost writes.
        case ahead
        /// Superseded by the use of a child, or replaced by a sibling.
        case behind
    }

    private func place(of token: RefreshTokenName) -> Place {
        if token == current { return .current }
        if token == child { return .child }
        if let orphan, token.branch == orphan.branch { return .orphan(since: orphan.at) }
        if token.generation > generation + 1 { return .ahead }
        guard token.generation == generation + 1 else { return .behind }
        return pending.map { token.branch.isNewer(than: $0.branch) } ?? true ? .ahead : .behind
    }

    private func with(_ child: Pending, orphan: Orphan?) -> RotationState {
        RotationState(
            generation: generation,
            branch: branch,
            pending: child,
            orphan: orphan,
            attempts: attempts
        )
    }

    private func succeeded(
        by token: RefreshTokenName,
        _ child: Pending,
        orphan: Orphan?,
        attempts: [AttemptMark]
    ) -> RotationState {
        RotationState(
            generation: token.generation,
            branch: token.branch,
            pending: child,
            orphan: orphan,
            attempts: attempts
        )
    }
}
