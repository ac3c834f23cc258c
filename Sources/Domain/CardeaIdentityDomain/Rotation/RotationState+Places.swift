extension RotationState {
    /// The position of a token, relative to this state.
    enum Place {
        case current, child, orphan(since: Timestamp?)
        /// Superseded so shortly after its child was issued that a use may have been on its way.
        case superseded(since: Timestamp)
        /// Issued after everything that this state knows of: the database has lost writes.
        case ahead
        /// Superseded by the use of a child, or replaced by a sibling.
        case behind
    }

    func place(of token: RefreshTokenName) -> Place {
        if token == current { return .current }
        if token == child { return .child }
        if let orphan, token.branch == orphan.branch { return .orphan(since: orphan.at) }
        if token.generation < generation {
            let age = Int(clamping: generation - token.generation)
            let known = superseded.dropFirst(age - 1).first
            return known.flatMap { $0.branch == token.branch ? .superseded(since: $0.since) : nil } ?? .behind
        }
        if token.generation > generation + 1 { return .ahead }
        guard token.generation == generation + 1 else { return .behind }
        return pending.map { token.branch.isNewer(than: $0.branch) } ?? true ? .ahead : .behind
    }
}
