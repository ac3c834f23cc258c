import CardeaLocks

/// Since when a loop has been at work, for threads that watch over it.
final class LoopActivity: Sendable {
    private static let idle = Milliseconds.never

    private let since = Atomic<Milliseconds>(idle)

    /// The time for which the present turn has taken; zero while the loop waits.
    var duration: Duration {
        let since = since.load(ordering: .relaxed)
        return since == Self.idle ? .zero : .milliseconds(max(0, .now() - since))
    }

    func begin(at now: Milliseconds) { since.store(now, ordering: .relaxed) }

    func end() { since.store(Self.idle, ordering: .relaxed) }
}
