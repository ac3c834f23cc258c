/// Branch-confirmed rotation: a refresh token is superseded when its child is *used*, not when it is sent.
extension RotationState {
    /// The last generation there is: numbers up to here are exact in every JSON parser (RFC 8259 §6).
    package static let lastGeneration: Int64 = 1 << 53 - 1

    /// The token that a use of the pending child would confirm, or the child's parent.
    package var current: RefreshTokenName { RefreshTokenName(generation: generation, branch: branch) }

    /// The token that was answered but not yet presented.
    package var child: RefreshTokenName? {
        pending.map { RefreshTokenName(generation: generation + 1, branch: $0.branch) }
    }

    /// The token that was issued last.
    package var latest: RefreshTokenName { child ?? current }

    /// Decides what the use of a refresh token means. The token's authenticity has been checked.
    ///
    /// - Parameters:
    ///   - token: The token that was presented.
    ///   - keyHash: The hash of the caller's `Idempotency-Key`, if it sent one.
    ///   - entropy: Random bits for a child, should one be made.
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
            guard let pending, let known = self.child else {
                return .advance(with(firstChild), .issue)
            }
            if let keyHash, keyHash == pending.keyHash { return .replay(known) }
            if policy.forgives(since: pending.at, at: now) { return .replay(known) }
            guard policy.recoversLate, pending.keyHash == nil else { return .reuse }
            var recovered = with(child(pending.branch.sibling(entropy: entropy)))
            recovered.orphan = Orphan(branch: pending.branch, at: now)
            return .advance(recovered, .recover)

        case .child:
            let tolerated = orphan.flatMap { policy.forgives(since: $0.at, at: now) ? $0 : nil }
            return .advance(succeeded(by: token, firstChild, orphan: tolerated), .confirm)

        case .orphan(let since):
            guard policy.forgives(since: since, at: now) else { return .reuse }
            return self.child.map { .replay($0) } ?? .advance(with(firstChild), .issue)

        case .ahead:
            return .advance(succeeded(by: token, firstChild, orphan: nil), .rollForward)

        case .behind:
            return .reuse
        }
    }

    /// Where a token stands, seen from this state.
    private enum Place {
        case current, child, orphan(since: Timestamp)
        /// Issued after everything that this state knows of: the database has lost writes.
        case ahead
        /// Superseded by the use of a child, or replaced by a sibling.
        case behind
    }

    private func place(of token: RefreshTokenName) -> Place {
        if token == current { return .current }
        if token == child { return .child }
        if let orphan, token.branch == orphan.branch { return .orphan(since: orphan.at) }
        switch token.generation - generation {
        case 2...: return .ahead
        case 1: return pending.map { token.branch.isNewer(than: $0.branch) } ?? true ? .ahead : .behind
        default: return .behind
        }
    }

    private func with(_ child: Pending) -> RotationState {
        RotationState(generation: generation, branch: branch, pending: child, orphan: orphan)
    }

    private func succeeded(by token: RefreshTokenName, _ child: Pending, orphan: Orphan?) -> RotationState {
        RotationState(generation: token.generation, branch: token.branch, pending: child, orphan: orphan)
    }
}
